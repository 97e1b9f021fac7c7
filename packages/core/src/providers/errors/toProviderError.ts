/** Turns whatever a provider, a gateway, a vendor SDK or the network threw into one typed error. */
import { collectEvidence, type ErrorEvidence } from './errorEvidence.js';
import { explainNetworkFailure } from './networkFailure.js';
import { ProviderError, type ProviderErrorDetails } from './providerError.js';
import { recogniseError } from './recogniseError.js';
import { retryAfterMs } from './retryAfter.js';

/** What the caller knows of the request, to make messages useful. */
export interface RequestContext {
  /** Base URL of the endpoint. */
  url?: string;
  /** Name of the environment variable that holds the key. */
  apiKeyEnvKey?: string;
}

/**
 * The typed error for `error`: an HTTP error of a vendor SDK, a response body (object or JSON text), an error event of a
 * stream, a failed fetch, or plain text. A `ProviderError` is returned as it is. Never throws.
 *
 * Not for aborts: a caller checks its own signal first and lets the `AbortError` pass.
 */
export function toProviderError(error: unknown, context: RequestContext = {}): ProviderError {
  if (error instanceof ProviderError) return error;
  const evidence = collectEvidence(error);
  const answered = evidence.status !== undefined;
  const failure = answered ? undefined : explainNetworkFailure(error, context.url);
  if (failure !== undefined) {
    return new ProviderError(failure.message, { kind: failure.kind, code: failure.code }, { cause: error });
  }
  const details: ProviderErrorDetails = {
    ...recogniseError(evidence),
    status: evidence.status,
    code: evidence.codes[0],
    retryAfterMs: retryAfterMs(evidence),
  };
  return new ProviderError(messageFor(evidence, details, context), withoutUndefined(details), { cause: error });
}

function messageFor(evidence: ErrorEvidence, details: ProviderErrorDetails, context: RequestContext): string {
  const said = evidence.texts[0] ?? silentMessage(evidence);
  if (details.kind !== 'auth' || context.apiKeyEnvKey === undefined) return said;
  return `${said} (key from ${context.apiKeyEnvKey})`;
}

function silentMessage({ status, codes }: ErrorEvidence): string {
  if (codes[0] !== undefined) return `The provider sent the error ${codes[0]} without a message`;
  return status === undefined ? 'The provider sent an error without a message' : `HTTP ${status} with an empty body`;
}

function withoutUndefined(details: ProviderErrorDetails): ProviderErrorDetails {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined),
  ) as unknown as ProviderErrorDetails;
}
