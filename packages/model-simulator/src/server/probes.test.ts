import { describe, expect, it } from 'vitest';
import type { ServerKind } from '../options.js';
import { postJson, start } from '../testServer.js';

async function get(url: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url);
  return { status: response.status, body: await response.json() };
}

describe('model lists and server properties', () => {
  it.each<[ServerKind, object]>([
    ['openai', { id: 'one', object: 'model' }],
    ['vllm', { max_model_len: 32_768 }],
    ['openrouter', { context_length: 32_768 }],
    ['llama.cpp', { meta: { n_ctx_train: 65_536 } }],
  ])('%s', async (serverKind, entry) => {
    const simulator = await start({ serverKind, models: ['one'], contextWindow: 32_768 });
    expect(await get(`${simulator.url}/v1/models`)).toMatchObject({ status: 200, body: { data: [entry] } });
    expect((await get(`${simulator.url}/v1/models/one`)).status).toBe(200);
    expect((await get(`${simulator.url}/v1/models/other`)).status).toBe(404);
  });

  it('llama.cpp tells the window that is in use', async () => {
    const simulator = await start({ serverKind: 'llama.cpp', contextWindow: 8_192 });
    expect((await get(`${simulator.url}/props`)).body).toMatchObject({ default_generation_settings: { n_ctx: 8_192 } });
  });

  it('Ollama tells the window of the model and the one in use', async () => {
    const simulator = await start({ serverKind: 'ollama', contextWindow: 4_096, models: ['qwen3:8b'] });
    const shown = (await (await postJson(`${simulator.url}/api/show`, { model: 'qwen3:8b' })).json()) as object;
    expect(shown).toMatchObject({ model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 8_192 } });
    expect((await get(`${simulator.url}/api/tags`)).body).toMatchObject({ models: [{ name: 'qwen3:8b' }] });
    expect((await get(`${simulator.url}/api/ps`)).body).toMatchObject({ models: [{ context_length: 4_096 }] });
  });

  it('LM Studio tells both windows', async () => {
    const simulator = await start({ serverKind: 'lmstudio', contextWindow: 4_096, models: ['qwen/qwen3'] });
    const entry = { max_context_length: 8_192, loaded_context_length: 4_096 };
    expect((await get(`${simulator.url}/api/v0/models`)).body).toMatchObject({ data: [entry] });
    expect((await get(`${simulator.url}/api/v0/models/qwen%2Fqwen3`)).body).toMatchObject(entry);
  });

  it('records probes apart from model requests, and answers 404 to what it does not know', async () => {
    const simulator = await start({ serverKind: 'vllm' });
    expect((await get(`${simulator.url}/props`)).status).toBe(404);
    expect((await get(`${simulator.url}/api/tags`)).status).toBe(404);
    expect(simulator.requests).toEqual([]);
    expect(simulator.probes.map(({ path, status }) => [path, status])).toEqual([
      ['/props', 404],
      ['/api/tags', 404],
    ]);
  });
});
