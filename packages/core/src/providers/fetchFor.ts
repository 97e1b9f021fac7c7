/** How requests leave the process. */
import type { ContentGeneratorConfig } from './contentGenerator.js';

type Fetch = typeof globalThis.fetch;

/** Node's own `fetch` gives up on headers and on a silent body after 300 s, whatever the caller allows. */
const BUILT_IN_LIMIT_MS = 290_000;

/**
 * The `fetch` for an endpoint. It is Node's own, which costs nothing to load, unless a proxy or longer waits than it
 * allows are needed.
 *
 * @param longestWaitMs how long the caller may wait for headers or for the next bytes
 */
export async function fetchFor(
  { proxy }: Pick<ContentGeneratorConfig, 'proxy'>,
  longestWaitMs: number,
): Promise<Fetch> {
  if (!proxy && longestWaitMs < BUILT_IN_LIMIT_MS) return globalThis.fetch;
  // By its default export: a bundle gives a CommonJS module no named ones.
  const { Agent, ProxyAgent, fetch } = (await import('undici')).default;
  const waits = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher = proxy ? new ProxyAgent({ uri: proxy, ...waits }) : new Agent(waits);
  const fetchThrough = (
    input: Parameters<typeof fetch>[0],
    init?: Parameters<typeof fetch>[1],
  ): ReturnType<typeof fetch> => fetch(input, { ...init, dispatcher });
  return fetchThrough as unknown as Fetch;
}
