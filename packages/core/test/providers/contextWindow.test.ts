import { describe, expect, it } from 'vitest';
import { AuthType } from '../../src/providers/contentGenerator.js';
import { probeLocalServers } from '../../src/providers/contextWindow/probeLocalServers.js';
import { resolveContextWindow } from '../../src/providers/contextWindow/resolveContextWindow.js';
import { json, startServer, type Answer } from '../support/httpServer.js';

/** Answers these paths with these documents, everything else with 404. */
function documents(byPath: Record<string, unknown>): Answer {
  return (response, request, index) => {
    const document = byPath[request.path];
    if (document === undefined) response.writeHead(404).end();
    else json(document)(response, request, index);
  };
}

const paths = (requests: Array<{ path: string }>): string[] => requests.map(({ path }) => path).sort();

describe('resolveContextWindow', () => {
  it("takes the user's word and asks nobody", async () => {
    const server = await startServer(documents({ '/v1/models': { data: [{ id: 'm', max_model_len: 9 }] } }));
    const window = await resolveContextWindow({ model: 'm', baseUrl: `${server.url}/v1`, contextWindowSize: 5_000 });
    expect(window).toMatchObject({ tokens: 5_000, source: 'user' });
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['vLLM', { '/v1/models': { data: [{ id: 'm', max_model_len: 40_960 }] } }, 40_960, /max_model_len/],
    [
      'llama.cpp',
      { '/v1/models': { data: [{ id: 'file.gguf' }] }, '/props': { default_generation_settings: { n_ctx: 16_384 } } },
      16_384,
      /props/,
    ],
    [
      'LM Studio',
      { '/v1/models': { data: [] }, '/api/v0/models': { data: [{ id: 'm', loaded_context_length: 8_192 }] } },
      8_192,
      /LM Studio/,
    ],
    ['Ollama', { '/api/ps': { models: [] }, '/api/show': { parameters: 'num_ctx 12000' } }, 12_000, /num_ctx/],
  ])('asks %s', async (_server, byPath, tokens, detail) => {
    const server = await startServer(documents(byPath));
    const window = await resolveContextWindow({ model: 'm', baseUrl: `${server.url}/v1/`, apiKey: 'k' });
    expect(window).toEqual({ tokens, source: 'server', detail: expect.stringMatching(detail) });
    expect(paths(server.requests)).toEqual(['/api/ps', '/api/show', '/api/v0/models', '/props', '/v1/models']);
    expect(server.requests[0]!.headers.authorization).toBe('Bearer k');
    expect(server.requests.find(({ path }) => path === '/api/show')!.body).toEqual({ model: 'm' });
  });

  it('falls back to the table, then to the default', async () => {
    const server = await startServer(json({ error: 'no' }, 500));
    const baseUrl = `${server.url}/v1`;
    await expect(resolveContextWindow({ model: 'gpt-5', baseUrl })).resolves.toMatchObject({
      tokens: 272_000,
      source: 'model-table',
    });
    await expect(resolveContextWindow({ model: 'unheard-of', baseUrl, contextWindowSize: 0 })).resolves.toMatchObject({
      tokens: 131_072,
      source: 'default',
    });
  });

  it('does not wait for a server that does not answer', async () => {
    const server = await startServer(() => undefined);
    const window = await resolveContextWindow({ model: 'gpt-5', baseUrl: `${server.url}/v1` }, { timeoutMs: 20 });
    expect(window.source).toBe('model-table');
  });

  it('asks no server of another dialect and none when told not to', async () => {
    const server = await startServer(documents({ '/v1/models': { data: [{ id: 'm', max_model_len: 9 }] } }));
    const baseUrl = `${server.url}/v1`;
    await resolveContextWindow({ model: 'm', baseUrl, authType: AuthType.USE_ANTHROPIC });
    await resolveContextWindow({ model: 'm', baseUrl }, { probe: 'never' });
    await resolveContextWindow({ model: 'm' });
    expect(server.requests).toHaveLength(0);
  });

  it('ends with an abort', async () => {
    const controller = new AbortController();
    const server = await startServer(() => controller.abort());
    const resolving = resolveContextWindow({ model: 'm', baseUrl: `${server.url}/v1` }, { signal: controller.signal });
    await expect(resolving).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('probeLocalServers', () => {
  const portOf = (url: string): number => Number(new URL(url).port);

  it('finds the preferred server that offers a model', async () => {
    const page = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    );
    const empty = await startServer(json({ data: [] }));
    const first = await startServer(json({ data: [{ id: 'a' }, { id: 'b' }] }));
    const second = await startServer(json({ data: [{ id: 'c' }] }));
    const closed = await startServer(json({}));
    closed.close();
    const found = await probeLocalServers({
      ports: [
        { port: portOf(closed.url), kind: 'ollama' },
        { port: portOf(page.url), kind: 'llama.cpp' },
        { port: portOf(empty.url), kind: 'lmstudio' },
        { port: portOf(first.url), kind: 'vllm' },
        { port: portOf(second.url), kind: 'local' },
      ],
    });
    expect(found).toEqual({ baseUrl: `${first.url}/v1`, kind: 'vllm', models: ['a', 'b'] });
  });

  it('finds nothing where nothing is, and does not wait for the mute', async () => {
    const mute = await startServer(() => undefined);
    await expect(
      probeLocalServers({ ports: [{ port: portOf(mute.url), kind: 'vllm' }], timeoutMs: 20 }),
    ).resolves.toBeUndefined();
    await expect(probeLocalServers({ ports: [] })).resolves.toBeUndefined();
  });
});
