/** Times and retries of a request where the configuration names none. */
import type { ContentGeneratorConfig } from './contentGenerator.js';
import type { RetryOptions } from './retry.js';

/** Milliseconds until the response begins. */
export const DEFAULT_TIMEOUT_MS = 120_000;
/** Milliseconds of silence within a stream. */
export const DEFAULT_STREAM_IDLE_TIMEOUT_MS = 120_000;

const DEFAULT_MAX_RETRIES = 3;
const DEFAULT_INITIAL_DELAY_MS = 1_000;
const DEFAULT_MAX_DELAY_MS = 30_000;

type RetrySettings = Pick<
  ContentGeneratorConfig,
  'maxRetries' | 'retryErrorCodes' | 'retryInitialDelayMs' | 'retryMaxDelayMs'
>;

/** The retries of one request. */
export function retryOptions(settings: RetrySettings, signal: AbortSignal | undefined): RetryOptions {
  return {
    maxRetries: settings.maxRetries ?? DEFAULT_MAX_RETRIES,
    initialDelayMs: settings.retryInitialDelayMs ?? DEFAULT_INITIAL_DELAY_MS,
    maxDelayMs: settings.retryMaxDelayMs ?? DEFAULT_MAX_DELAY_MS,
    retryErrorCodes: settings.retryErrorCodes,
    signal,
  };
}
