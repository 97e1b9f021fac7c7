/** Requests that got no answer: what `fetch`, undici and the vendor SDKs throw then, explained for people. */
import { ProviderError, type ProviderErrorKind } from './providerError.js';

/** What is known of a failed connection. */
export interface NetworkFailure {
  kind: Extract<ProviderErrorKind, 'network' | 'timeout' | 'invalid-request'>;
  code?: string;
  message: string;
}

interface FailureRow {
  kind: NetworkFailure['kind'];
  codes?: RegExp;
  /** Wording of errors that carry no code. */
  text?: RegExp;
  explain(place: string): string;
}

const CERTIFICATE = /CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)|SELF_SIGNED|ERR_TLS|ERR_SSL|^EPROTO$/;

const dropped = (place: string): string =>
  `The connection to ${place} was dropped before the answer was complete. Try again; if it happens often, check the network or proxy.`;

const rows: readonly FailureRow[] = [
  {
    kind: 'invalid-request',
    codes: /^ERR_INVALID_URL$/,
    text: /^(?:Invalid URL|Failed to parse URL)/i,
    explain: (place) =>
      `The base URL of ${place} is not a valid URL. Write it with its scheme, such as https://host/v1.`,
  },
  {
    kind: 'network',
    codes: /^ECONNREFUSED$/,
    explain: (place) =>
      `Nothing listens at ${place}: the connection was refused. Start the server or correct the base URL.`,
  },
  {
    kind: 'network',
    codes: /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA|ENODATA)$/,
    explain: (place) => `The host name of ${place} could not be resolved. Check the base URL, the network and DNS.`,
  },
  {
    kind: 'network',
    codes: CERTIFICATE,
    explain: (place) =>
      `No secure connection to ${place}: its TLS certificate or protocol was not accepted. Check http against https in the base URL; behind a company proxy set NODE_EXTRA_CA_CERTS to its certificate file.`,
  },
  {
    kind: 'network',
    codes: /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    explain: (place) => `${place} could not be reached. Check the network, the proxy setting and the base URL.`,
  },
  {
    kind: 'timeout',
    codes: /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/,
    text: /\brequest timed out\b|\btimed? ?out\b|\bTimeoutError\b/i,
    explain: (place) => `No answer from ${place} in time. Try again, or raise the timeout setting for a slow model.`,
  },
  {
    kind: 'network',
    codes:
      /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|ERR_STREAM_PREMATURE_CLOSE|HPE_.*|UND_ERR_RES_.*)$/,
    text: /^terminated$|socket hang up|other side closed|premature close|^incomplete json segment/i,
    explain: dropped,
  },
  {
    kind: 'network',
    text: /^fetch failed|^connection error\.?$|network error|failed to fetch/i,
    explain: (place) =>
      `The request to ${place} failed on the way. Check the network, the proxy setting and the base URL.`,
  },
];

interface SystemError {
  code?: unknown;
  hostname?: unknown;
  host?: unknown;
  address?: unknown;
  port?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** The error and everything beneath it, outermost first: causes, and the attempts of an AggregateError. */
function causes(error: unknown, found: SystemError[] = []): SystemError[] {
  if (typeof error !== 'object' || error === null || found.length > 20 || found.includes(error)) return found;
  const layer = error as SystemError;
  found.push(layer);
  causes(layer.cause, found);
  if (Array.isArray(layer.errors)) for (const attempt of layer.errors) causes(attempt, found);
  return found;
}

function placeOf(layers: readonly SystemError[], url: string | undefined): string {
  if (url !== undefined) return URL.canParse(url) ? new URL(url).host : `"${url}"`;
  const host = layers
    .map((layer) => layer.hostname ?? layer.host ?? layer.address)
    .find((value) => typeof value === 'string');
  const port = layers
    .map((layer) => layer.port)
    .find((value) => typeof value === 'number' || typeof value === 'string');
  if (typeof host !== 'string') return 'the server';
  return port === undefined ? host : `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** A runtime's own message is short; anything else is what a server said in an error event. */
function isOwnWording(message: unknown): message is string {
  return typeof message === 'string' && message.length < 200 && !message.startsWith('{');
}

/**
 * Explains an error that came without any response; `undefined` when it is not of that sort.
 *
 * @param url the base URL of the request, to name its host; without it the host named by the system error is used.
 */
export function explainNetworkFailure(error: unknown, url?: string): NetworkFailure | undefined {
  const layers = causes(error);
  const codes = layers.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
  const messages = layers.flatMap(({ message }) => (isOwnWording(message) ? [message] : []));
  for (const row of rows) {
    const code = codes.find((candidate) => row.codes?.test(candidate));
    if (code === undefined && !messages.some((message) => row.text?.test(message))) continue;
    const suffix = code === undefined ? '' : ` (${code})`;
    return { kind: row.kind, code, message: `${row.explain(placeOf(layers, url))}${suffix}` };
  }
  return undefined;
}

/** The error for a stream that ended properly but before the answer did, as when a proxy gives up. */
export function endedEarly(url: string): ProviderError {
  return new ProviderError(dropped(placeOf([], url)), { kind: 'network' });
}
