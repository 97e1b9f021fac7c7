/**
 * When a message is sent again after its stream failed. Adapters retry short failures before any output themselves; here
 * are the long waits that a rate limit asks for, and streams that broke off in the middle.
 */
import { ProviderError, type ProviderErrorKind } from '../providers/errors/providerError.js';
import { InvalidStreamError } from './modelTurn.js';
import type { RetryInfo } from '../types.js';

const MAX_BROKEN_STREAM_RETRIES = 2;
const BROKEN_STREAM_DELAY_MS = 2_000;

const MAX_RATE_LIMIT_RETRIES = 10;
const RATE_LIMIT_INITIAL_DELAY_MS = 60_000;
const RATE_LIMIT_MAX_DELAY_MS = 300_000;

/** Failures in the middle of an answer that another attempt may not meet. */
const BROKEN_STREAM_KINDS: ReadonlySet<ProviderErrorKind> = new Set<ProviderErrorKind>([
  'network',
  'timeout',
  'server',
  'stream',
]);

const WAIT_KINDS: ReadonlySet<ProviderErrorKind> = new Set<ProviderErrorKind>(['rate-limit', 'overloaded']);

export interface StreamRetryOptions {
  /** Retries that the user allows at all; 0 turns every retry off. */
  maxRetries?: number;
  /** First delay after a broken stream in milliseconds; default 2,000. */
  initialDelayMs?: number;
}

/** Counts the retries of one send. */
export class StreamRetryPolicy {
  private brokenStreams = 0;
  private rateLimits = 0;

  constructor(private readonly options: StreamRetryOptions = {}) {}

  /**
   * What to wait before the next attempt, or `undefined` when the error is final.
   *
   * @param outputSeen whether the failed attempt had begun to answer
   */
  next(error: unknown, outputSeen: boolean): RetryInfo | undefined {
    if (this.options.maxRetries === 0) return undefined;
    if (isBrokenStream(error, outputSeen)) return this.afterBrokenStream(error);
    if (error instanceof ProviderError && WAIT_KINDS.has(error.kind)) return this.afterRateLimit(error);
    return undefined;
  }

  private afterBrokenStream(error: Error): RetryInfo | undefined {
    if (this.brokenStreams >= MAX_BROKEN_STREAM_RETRIES) return undefined;
    const attempt = ++this.brokenStreams;
    const delayMs = (this.options.initialDelayMs ?? BROKEN_STREAM_DELAY_MS) * attempt;
    return { message: error.message, attempt, maxRetries: MAX_BROKEN_STREAM_RETRIES, delayMs };
  }

  private afterRateLimit(error: ProviderError): RetryInfo | undefined {
    const requested = error.details.retryAfterMs;
    const tooLong = requested !== undefined && requested > RATE_LIMIT_MAX_DELAY_MS;
    if (tooLong || this.rateLimits >= MAX_RATE_LIMIT_RETRIES) return undefined;
    const attempt = ++this.rateLimits;
    const backOff = Math.min(RATE_LIMIT_MAX_DELAY_MS, RATE_LIMIT_INITIAL_DELAY_MS * 2 ** (attempt - 1));
    return { message: error.message, attempt, maxRetries: MAX_RATE_LIMIT_RETRIES, delayMs: requested ?? backOff };
  }
}

function isBrokenStream(error: unknown, outputSeen: boolean): error is Error {
  if (error instanceof InvalidStreamError) return true;
  return outputSeen && error instanceof ProviderError && BROKEN_STREAM_KINDS.has(error.kind);
}
