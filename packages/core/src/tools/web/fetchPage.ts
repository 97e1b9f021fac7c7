/** Gets one document from the web, within limits of time, size and place. */

export interface Page {
  /** Where the document came from, after redirects. */
  url: string;
  /** Media type in lower case without parameters; empty when the server gives none. */
  mediaType: string;
  charset: string | undefined;
  bytes: Uint8Array;
  /** The document is longer than what was read. */
  isCut: boolean;
}

/** A failure whose message is for the model. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

/** The server sends the reader to another host, which was not approved. */
export class OtherHostError extends Error {
  override readonly name = 'OtherHostError';

  constructor(readonly location: string) {
    super(`redirected to another host: ${location}`);
  }
}

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 10;

/** Largest document that is read, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface FetchLimits {
  timeoutMs?: number;
  maxBytes?: number;
}

/**
 * Follows redirects within the host only.
 *
 * @throws OtherHostError, FetchError, or the signal's reason.
 */
export async function fetchPage(url: URL, signal: AbortSignal, limits: FetchLimits = {}): Promise<Page> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = limits;
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    const response = await followRedirects(url, either);
    if (!response.ok) {
      await response.body?.cancel();
      throw new FetchError(`the server answered ${response.status} ${response.statusText}`.trim());
    }
    return { ...typeOf(response), url: response.url, ...(await readBody(response, maxBytes)) };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new FetchError(`no answer within ${timeoutMs / 1000} s`);
    // fetch reports every failure of the network as a TypeError with the reason as its cause.
    if (error instanceof TypeError) throw new FetchError(networkReason(error));
    throw error;
  }
}

async function followRedirects(start: URL, signal: AbortSignal): Promise<Response> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const headers = {
      accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5',
      'user-agent': 'qwen-code',
    };
    const response = await fetch(url, { redirect: 'manual', signal, headers });
    const location = response.headers.get('location');
    if (!REDIRECT_STATUSES.has(response.status) || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (!isSamePlace(url, next)) throw new OtherHostError(next.href);
    url = next;
  }
  throw new FetchError(`more than ${MAX_REDIRECTS} redirects`);
}

/** The same host, apart from a leading `www.`, and no way back from https to http. */
function isSamePlace(from: URL, to: URL): boolean {
  const name = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
  const protocols = to.protocol === from.protocol || (from.protocol === 'http:' && to.protocol === 'https:');
  const ports = to.port === from.port || (to.protocol !== from.protocol && to.port === '');
  return protocols && ports && name(from) === name(to);
}

function typeOf(response: Response): Pick<Page, 'mediaType' | 'charset'> {
  const header = response.headers.get('content-type') ?? '';
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(header)?.[1];
  return { mediaType: (header.split(';')[0] ?? '').trim().toLowerCase(), charset };
}

async function readBody(response: Response, maxBytes: number): Promise<Pick<Page, 'bytes' | 'isCut'>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isCut = false;
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    isCut = length > maxBytes;
    if (isCut) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut };
}

function networkReason(error: TypeError): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name is not known';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  return cause.message || code || error.message;
}
