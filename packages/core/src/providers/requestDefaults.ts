/** Times, retries and headers of a request where the configuration names none. */
import type { ContentGeneratorConfig } from './contentGenerator.js';
import type { GenerateContentRequest } from '../types.js';
import type { RetryOptions } from './retry.js';

/** Milliseconds of silence within a stream. */
const DEFAULT_STREAM_IDLE_TIMEOUT_MS = 120_000;
/** Milliseconds until a response begins. */
const DEFAULT_TIMEOUT_MS = 120_000;
/** An answer that is not streamed begins when its last token is made. */
const UNSTREAMED_TIMEOUT_FACTOR = 5;

const DEFAULT_MAX_RETRIES = 3;
const DEFAULT_INITIAL_DELAY_MS = 1_000;
const DEFAULT_MAX_DELAY_MS = 30_000;

/** Milliseconds that may pass until a response begins, and between two events of a stream. */
export interface RequestTimes {
  streamed: number;
  unstreamed: number;
  idle: number;
}

export function requestTimes({
  timeout = DEFAULT_TIMEOUT_MS,
  streamIdleTimeoutMs = DEFAULT_STREAM_IDLE_TIMEOUT_MS,
}: Pick<ContentGeneratorConfig, 'timeout' | 'streamIdleTimeoutMs'>): RequestTimes {
  return { streamed: timeout, unstreamed: timeout * UNSTREAMED_TIMEOUT_FACTOR, idle: streamIdleTimeoutMs };
}

type RetrySettings = Pick<
  ContentGeneratorConfig,
  'maxRetries' | 'retryErrorCodes' | 'retryInitialDelayMs' | 'retryMaxDelayMs'
>;

/** The retries of one request; whoever makes it is told of each. */
export function retryOptions(
  settings: RetrySettings,
  { config, onRetry }: Pick<GenerateContentRequest, 'config' | 'onRetry'>,
): RetryOptions {
  const maxRetries = settings.maxRetries ?? DEFAULT_MAX_RETRIES;
  return {
    maxRetries,
    initialDelayMs: settings.retryInitialDelayMs ?? DEFAULT_INITIAL_DELAY_MS,
    maxDelayMs: settings.retryMaxDelayMs ?? DEFAULT_MAX_DELAY_MS,
    retryErrorCodes: settings.retryErrorCodes,
    signal: config?.abortSignal,
    onRetry: ({ message }, attempt, delayMs) => onRetry?.({ message, attempt, maxRetries, delayMs }),
  };
}

export function userAgentOf({ userAgent }: Pick<ContentGeneratorConfig, 'userAgent'>): string {
  return userAgent ?? `QwenCode (${process.platform}; ${process.arch})`;
}
