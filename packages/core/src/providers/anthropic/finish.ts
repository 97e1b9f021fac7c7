/** How an answer ended. */
import type { Candidate } from '../../types.js';
import { contextWindowStopError, isContextWindowStopReason } from '../errors/stopReason.js';
import type { MessagesUsage } from './usage.js';
import { usageMetadata } from './usage.js';

/** What of a message says how it ended. */
export interface MessageEnd {
  stop_reason?: string | null;
  stop_details?: { explanation?: string | null; category?: string | null } | null;
}

type Finish = Pick<Candidate, 'finishReason' | 'finishMessage'>;

/**
 * @throws `ProviderError` of kind `context-overflow` when the window was full: what there is of the answer ends there, and
 *   a smaller context is the cure.
 */
export function finishOf({ stop_reason: reason, stop_details: details }: MessageEnd, usage: MessagesUsage): Finish {
  if (isContextWindowStopReason(reason)) {
    throw contextWindowStopError(reason ?? '', usageMetadata(usage)?.promptTokenCount);
  }
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
    case 'pause_turn':
      return { finishReason: 'STOP' };
    case 'max_tokens':
      return { finishReason: 'MAX_TOKENS' };
    case 'refusal':
      return {
        finishReason: 'SAFETY',
        finishMessage:
          details?.explanation ?? 'The model refused to answer: the provider takes the request for unsafe.',
      };
    case null:
    case undefined:
      return {};
    default:
      return { finishReason: 'OTHER', finishMessage: `The model stopped for an unknown reason: ${reason}` };
  }
}
