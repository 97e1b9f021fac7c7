import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fetchFor } from '../../src/providers/fetchFor.js';
import { json, startServer } from '../support/httpServer.js';

/** A proxy that tunnels, and records where to. */
async function startProxy(): Promise<{ url: string; tunnels: string[]; close(): void }> {
  const tunnels: string[] = [];
  const server = createServer();
  server.on('connect', (request, client) => {
    tunnels.push(request.url!);
    const [host, port] = request.url!.split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('fetchFor', () => {
  it("is Node's own where that will do", async () => {
    expect(await fetchFor({}, 120_000)).toBe(globalThis.fetch);
  });

  it('waits longer than Node does where that is asked for', async () => {
    const server = await startServer(json({ ok: true }));
    const fetchPatiently = await fetchFor({}, 600_000);
    expect(fetchPatiently).not.toBe(globalThis.fetch);
    const response = await fetchPatiently(server.url, { method: 'POST', body: '{"a":1}' });
    expect(await response.json()).toEqual({ ok: true });
    expect(server.requests[0]!.bodyText).toBe('{"a":1}');
  });

  it('goes through a proxy', async () => {
    const server = await startServer(json({ ok: true }));
    const proxy = await startProxy();
    const fetchThrough = await fetchFor({ proxy: proxy.url }, 1_000);
    const response = await fetchThrough(server.url);
    expect(await response.json()).toEqual({ ok: true });
    expect(proxy.tunnels).toEqual([new URL(server.url).host]);
    proxy.close();
  });
});
