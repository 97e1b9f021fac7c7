/** Why the model stopped, in the words of servers and in ours. */
import type { FinishReason } from '../../types.js';
import { ProviderError, type ProviderErrorKind } from '../errors/providerError.js';
import { contextWindowStopError, isContextWindowStopReason } from '../errors/stopReason.js';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'STOP',
  eos: 'STOP',
  end_turn: 'STOP',
  stop_sequence: 'STOP',
  tool_calls: 'STOP',
  tool_use: 'STOP',
  function_call: 'STOP',
  length: 'MAX_TOKENS',
  max_tokens: 'MAX_TOKENS',
  content_filter: 'SAFETY',
  sensitive: 'SAFETY',
};

/** Reasons that are failures of the server, although the response began well. */
const FAILURES: Readonly<Record<string, ProviderErrorKind>> = {
  error: 'stream',
  error_finish: 'stream',
  abort: 'stream',
  network_error: 'network',
  insufficient_system_resource: 'overloaded',
};

export function toFinishReason(reason: string): FinishReason {
  return FINISH_REASONS[reason.toLowerCase()] ?? 'OTHER';
}

/**
 * The error that a finish reason stands for; `undefined` when it is an ordinary end.
 *
 * @param said text that came with the reason: some servers put their explanation there
 */
export function finishError(reason: string, said: string, promptTokens?: number): ProviderError | undefined {
  if (isContextWindowStopReason(reason)) return contextWindowStopError(reason, promptTokens);
  const kind = FAILURES[reason.toLowerCase()];
  if (!kind) return undefined;
  return new ProviderError(said.trim() || `The server broke the answer off (finish reason "${reason}").`, {
    kind,
    code: reason,
  });
}
