/**
 * What went wrong at a provider, by the cure it needs:
 *
 * - `context-overflow`: the prompt is larger than the window. Compact.
 * - `output-overflow`: the prompt fits, prompt plus `max_tokens` does not. Lower `max_tokens`.
 * - `output-cap`: `max_tokens` is above the model's own output limit. Lower `max_tokens`.
 * - `payload-too-large`: too many bytes. Shed media, then compact.
 * - `rate-limit`: wait and try again. `overloaded`: the same, the server's fault.
 * - `request-too-large-for-tier`: a per-minute limit below this request, or a tier without long context. Waiting never helps.
 * - `quota`: no credit left. `auth`: key missing or refused. `not-found`: no such model or path.
 * - `invalid-request`: any other refusal. `image-limit`: an image the provider does not take.
 * - `server`: 5xx. `network`: no answer or a dropped connection. `timeout`: no byte for too long.
 * - `stream`: an error or an impossible event inside a stream.
 */
export type ProviderErrorKind =
  | 'context-overflow'
  | 'output-overflow'
  | 'output-cap'
  | 'payload-too-large'
  | 'rate-limit'
  | 'overloaded'
  | 'request-too-large-for-tier'
  | 'quota'
  | 'auth'
  | 'not-found'
  | 'image-limit'
  | 'invalid-request'
  | 'server'
  | 'network'
  | 'timeout'
  | 'stream';

/** Facts read from a provider's error; numbers are tokens unless named otherwise, `undefined` when not stated. */
export interface ProviderErrorDetails {
  kind: ProviderErrorKind;
  /** HTTP status; `undefined` when the request got no response. */
  status?: number;
  /** The provider's own code or type, as sent. */
  code?: string;
  /** Window (or input limit) that the provider named. */
  limitTokens?: number;
  /** Prompt size that the provider named. */
  actualTokens?: number;
  /** Whether `actualTokens` is only a lower bound ("at least N"). */
  actualTokensIsFloor?: boolean;
  /** Largest `max_tokens` that the provider named. */
  outputLimitTokens?: number;
  /** Milliseconds to wait that the provider asked for. */
  retryAfterMs?: number;
}

/** A typed error of a provider; `message` is the provider's own text, unwrapped. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly details: ProviderErrorDetails;

  constructor(message: string, details: ProviderErrorDetails, options?: { cause?: unknown }) {
    super(message, options);
    this.details = details;
  }

  get kind(): ProviderErrorKind {
    return this.details.kind;
  }

  get status(): number | undefined {
    return this.details.status;
  }
}
