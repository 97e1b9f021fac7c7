/** What callers of the compaction service must and must not pass. Compiled, never run. */
import {
  ChatCompressionService,
  MAX_CONSECUTIVE_FAILURES,
  type CompressOptions,
  type CompressionResult,
  type GeminiChat,
} from '@qwen-code/qwen-code-core';

declare const chat: GeminiChat;
declare const options: Omit<CompressOptions, 'consecutiveFailures'>;
const service = new ChatCompressionService();

export const results: Array<Promise<CompressionResult>> = [
  service.compress(chat, { ...options, consecutiveFailures: 0 }),
  service.compress(chat, { ...options, consecutiveFailures: MAX_CONSECUTIVE_FAILURES }),
  // @ts-expect-error -- the counter is required
  service.compress(chat, { ...options }),
  // @ts-expect-error -- a count, not a flag
  service.compress(chat, { ...options, consecutiveFailures: true }),
  // @ts-expect-error -- replaced by `consecutiveFailures`
  service.compress(chat, { ...options, consecutiveFailures: 0, hasFailedCompressionAttempt: true }),
];
