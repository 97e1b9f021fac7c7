/** `fetch` through an HTTP proxy. */

/**
 * A `fetch` whose requests all go through `proxy`. undici is loaded only here: its dispatchers work with its own
 * `fetch`, not with every version of the one built into Node.
 *
 * @param proxy URL of the proxy, with user and password in it where it asks for them.
 */
export async function createProxyFetch(proxy: string): Promise<typeof globalThis.fetch> {
  const { fetch, ProxyAgent } = await import('undici');
  const dispatcher = new ProxyAgent(proxy);
  const proxied = (input: unknown, init?: object): unknown =>
    fetch(input as Parameters<typeof fetch>[0], { ...init, dispatcher } as Parameters<typeof fetch>[1]);
  return proxied as typeof globalThis.fetch;
}
