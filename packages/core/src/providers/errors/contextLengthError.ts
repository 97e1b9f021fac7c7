/** Whether an error means that a request was larger than the context window. */
import { toProviderError } from './toProviderError.js';

/** `actualTokens` and `limitTokens` are set when the provider named them. */
export interface ContextLengthExceededInfo {
  isExceeded: boolean;
  message: string;
  actualTokens?: number;
  limitTokens?: number;
}

/**
 * Reads an error of any shape. Both a prompt beyond the window and a prompt that fits but leaves too little room for the
 * requested output count as exceeded; output caps, rate limits and byte limits do not.
 */
export function getContextLengthExceededInfo(error: unknown): ContextLengthExceededInfo {
  const { message, details } = toProviderError(error);
  if (details.kind !== 'context-overflow' && details.kind !== 'output-overflow') return { isExceeded: false, message };
  return { isExceeded: true, message, actualTokens: details.actualTokens, limitTokens: details.limitTokens };
}

export function isContextLengthExceededError(error: unknown): boolean {
  return getContextLengthExceededInfo(error).isExceeded;
}
