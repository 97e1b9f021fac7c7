/** Asks a server for a JSON document. */

export interface FetchJsonOptions {
  /** Milliseconds for the whole exchange. */
  timeoutMs: number;
  headers?: Record<string, string>;
  /** Sent as JSON with POST; without it the request is a GET. */
  body?: object;
  signal?: AbortSignal;
}

/** The document at `url`; `undefined` when there is none, when it is no JSON or when it comes too late. */
export async function fetchJson(url: string, { timeoutMs, headers, body, signal }: FetchJsonOptions): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    return response.ok ? ((await response.json()) as unknown) : undefined;
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined; // a probe: that nothing useful is there is an answer
  }
}
