/** Waiting and trying again after the failures that waiting can cure. */
import { abortErrorOf } from '../utils/abortError.js';
import { abortableDelay } from '../utils/abortableDelay.js';
import { ProviderError, type ProviderErrorKind } from './errors/providerError.js';

export interface RetryOptions {
  /** Retries after the first attempt; 0 never retries. */
  maxRetries: number;
  /** Delay before the first retry in milliseconds; it doubles from retry to retry. */
  initialDelayMs: number;
  /** Longest delay of our own choice in milliseconds; a provider may ask for more. */
  maxDelayMs: number;
  /** HTTP statuses to retry besides the errors that are retried anyway. */
  retryErrorCodes?: number[];
  signal?: AbortSignal;
  /** Called before each wait; `attempt` is the number of the attempt that failed, from 1. */
  onRetry?(error: ProviderError, attempt: number, delayMs: number): void;
  /** Source of the jitter in [0, 1); `Math.random` unless a test needs the same delays each time. */
  random?(): number;
}

/** A provider that asks for a longer wait than this is not waited for: a person decides. */
export const LONGEST_REQUESTED_WAIT_MS = 300_000;

const RETRIED_KINDS: ReadonlySet<ProviderErrorKind> = new Set<ProviderErrorKind>([
  'rate-limit',
  'overloaded',
  'server',
  'network',
  'timeout',
]);

/**
 * Runs `operation` until it succeeds, fails for good, or the retries are used up; then throws the last error. Only
 * `ProviderError`s of kinds that pass with time (and statuses in `retryErrorCodes`) are retried. The delays double and
 * are jittered to between half and the whole of themselves; a provider's `retry-after` is honoured as a minimum.
 * An abort ends a wait at once with an `AbortError`; aborting the operation itself is the operation's part.
 */
export async function withRetry<T>(operation: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal } = options;
  for (let attempt = 1; ; attempt++) {
    if (signal?.aborted) throw abortErrorOf(signal);
    try {
      return await operation(attempt);
    } catch (error) {
      if (signal?.aborted) throw abortErrorOf(signal);
      if (attempt > options.maxRetries || !isRetried(error, options)) throw error;
      const delayMs = delayBefore(attempt, error, options);
      options.onRetry?.(error, attempt, delayMs);
      await abortableDelay(delayMs, signal);
    }
  }
}

function isRetried(error: unknown, { retryErrorCodes }: RetryOptions): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  const { kind, status, retryAfterMs = 0 } = error.details;
  if (retryAfterMs > LONGEST_REQUESTED_WAIT_MS) return false;
  return RETRIED_KINDS.has(kind) || (status !== undefined && (retryErrorCodes?.includes(status) ?? false));
}

function delayBefore(attempt: number, error: ProviderError, options: RetryOptions): number {
  const random = options.random ?? Math.random;
  const ceiling = Math.min(options.maxDelayMs, options.initialDelayMs * 2 ** (attempt - 1));
  const jittered = Math.round(ceiling * (0.5 + random() / 2));
  return Math.max(jittered, error.details.retryAfterMs ?? 0);
}
