/**
 * The error that ends work when `signal` aborts: its reason where that is an `AbortError` already, otherwise a new
 * `AbortError` with the reason as its cause.
 */
export function abortErrorOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'AbortError') return reason;
  const error = new Error('The operation was aborted.', { cause: reason });
  error.name = 'AbortError';
  return error;
}
