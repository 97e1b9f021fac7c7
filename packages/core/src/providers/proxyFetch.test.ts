import { createServer } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createProxyFetch } from './proxyFetch.js';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function listen<T extends Server>(server: T): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('requests go through the proxy, with headers and abort signal', async () => {
  const target = await listen(createServer((request, response) => response.end(`hello ${request.headers['x-name']}`)));
  const tunnels: (string | undefined)[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    tunnels.push(request.url);
    const upstream = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    socket.on('close', () => upstream.destroy());
  });
  const fetch = await createProxyFetch(`http://127.0.0.1:${await listen(proxy)}`);

  const url = `http://127.0.0.1:${target}/`;
  const response = await fetch(url, { headers: new Headers({ 'x-name': 'you', connection: 'close' }) });
  expect(await response.text()).toBe('hello you');
  expect(tunnels).toEqual([`127.0.0.1:${target}`]);
  await expect(fetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});
