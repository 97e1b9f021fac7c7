/** Overflows that arrive as the reason for stopping, inside a successful response. */
import { ProviderError } from './providerError.js';

const CONTEXT_WINDOW_STOP_REASONS: ReadonlySet<string> = new Set(['model_context_window_exceeded']);

/** Whether a stop or finish reason (Anthropic, Zhipu) says that the window was full. */
export function isContextWindowStopReason(reason: string | null | undefined): boolean {
  return CONTEXT_WINDOW_STOP_REASONS.has(reason ?? '');
}

/**
 * The error for such a stop: the answer, if there was any, ends where the window did.
 *
 * @param promptTokens the size of the prompt, when the response named it.
 */
export function contextWindowStopError(reason: string, promptTokens?: number): ProviderError {
  return new ProviderError(`The model stopped because its context window is full (${reason})`, {
    kind: 'context-overflow',
    status: 200,
    code: reason,
    ...(promptTokens !== undefined && promptTokens > 0 ? { actualTokens: promptTokens } : {}),
  });
}
