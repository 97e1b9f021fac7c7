/** `/compress`: replaces what was said by a summary, now. */
import { CompressionStatus, type ChatCompressionInfo } from '@qwen-code/qwen-code-core';
import type { SlashCommand } from './types.js';

/** Below this size (tokens) a summary can hardly be shorter than the conversation. */
const SMALL_CONVERSATION = 50_000;

export const compressCommand: SlashCommand = {
  name: 'compress',
  altNames: ['summarize'],
  description: 'Replace the conversation by a summary of it',
  argumentHint: '[what to pay attention to]',
  modes: ['interactive', 'non_interactive'],
  async run({ config, signal }, args) {
    let info: ChatCompressionInfo;
    try {
      info = await config.getGeminiClient().tryCompressChat(`compress-${Date.now()}`, true, signal, args);
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      return { type: 'message', level: 'error', text: `The context could not be compressed: ${reason}` };
    }
    return { type: 'item', item: { type: 'compression', compression: { isPending: false, ...info } }, info };
  },
};

/** What an attempt came to, in one line. */
export function formatCompressionText(info: ChatCompressionInfo): string {
  const { originalTokenCount, newTokenCount, compressionStatus, errorMessage } = info;
  switch (compressionStatus) {
    case CompressionStatus.COMPRESSED:
      return `Context compressed (${originalTokenCount} -> ${newTokenCount})`;
    case CompressionStatus.NOOP:
      return 'There is nothing to compress yet.';
    case CompressionStatus.COMPRESSION_FAILED_INFLATED_TOKEN_COUNT:
      return originalTokenCount < SMALL_CONVERSATION
        ? 'The conversation is so short that a summary would be longer. Nothing was changed.'
        : 'The summary was longer than the conversation, so nothing was changed. /clear begins anew.';
    case CompressionStatus.COMPRESSION_FAILED_TOKEN_COUNT_ERROR:
      return 'The provider did not say how long the summary is, so nothing was changed.';
    case CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY:
      return 'The model wrote no summary, so nothing was changed. Try again, or use another model.';
    case CompressionStatus.COMPRESSION_FAILED_OUTPUT_TRUNCATED:
      return 'The summary was cut off before its end, so nothing was changed. Try again, or begin anew with /clear.';
    case CompressionStatus.COMPRESSION_FAILED_API_ERROR:
      return `The provider refused to write a summary, so nothing was changed: ${errorMessage ?? 'no reason was given'}`;
  }
}
