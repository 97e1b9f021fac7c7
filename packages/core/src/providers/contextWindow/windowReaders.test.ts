import { describe, expect, it } from 'vitest';
import { modelIds, windowOfLlamaCpp, windowOfLmStudio, windowOfModelList, windowOfOllama } from './windowReaders.js';

describe('windowOfModelList', () => {
  const list = (...data: object[]): object => ({ object: 'list', data });

  it.each([
    ['OpenRouter', { id: 'm', context_length: 262_144 }, 262_144],
    [
      'OpenRouter with a smaller provider',
      { id: 'm', context_length: 262_144, top_provider: { context_length: 131_072 } },
      131_072,
    ],
    [
      'OpenRouter with a larger provider',
      { id: 'm', context_length: 8_192, top_provider: { context_length: 131_072 } },
      8_192,
    ],
    ['vLLM', { id: 'm', max_model_len: 40_960 }, 40_960],
    ['Groq', { id: 'm', context_window: 131_072 }, 131_072],
    ['nothing', { id: 'm' }, undefined],
    ['zero', { id: 'm', context_length: 0 }, undefined],
    ['a text', { id: 'm', context_length: '8192' }, undefined],
  ])('%s', (_server, entry, expected) => {
    expect(windowOfModelList(list({ id: 'other', context_length: 1 }, entry), 'm')?.tokens).toBe(expected);
  });

  it('takes the only model under any name, but never another one of several', () => {
    expect(windowOfModelList(list({ id: 'alias', max_model_len: 5 }), 'm')?.tokens).toBe(5);
    expect(windowOfModelList(list({ id: 'a', max_model_len: 5 }, { id: 'b', max_model_len: 6 }), 'm')).toBeUndefined();
  });

  it.each([undefined, null, 'text', {}, { data: {} }, { data: [null] }])('survives %j', (document) => {
    expect(windowOfModelList(document, 'm')).toBeUndefined();
    expect(modelIds(document)).toEqual([]);
  });
});

describe('windowOfLmStudio', () => {
  it('prefers what is loaded', () => {
    const entry = { id: 'm', loaded_context_length: 4_096, max_context_length: 131_072 };
    expect(windowOfLmStudio({ data: [entry] }, 'm')?.tokens).toBe(4_096);
    expect(windowOfLmStudio({ data: [{ id: 'm', max_context_length: 131_072 }] }, 'm')?.tokens).toBe(131_072);
  });
});

describe('windowOfLlamaCpp', () => {
  it('reads the slot', () => {
    expect(windowOfLlamaCpp({ default_generation_settings: { n_ctx: 16_384 } })?.tokens).toBe(16_384);
    expect(windowOfLlamaCpp({})).toBeUndefined();
  });
});

describe('windowOfOllama', () => {
  const shown = {
    parameters: 'stop "x"\nnum_ctx      8192',
    model_info: { 'qwen3.context_length': 40_960, 'qwen3.block_count': 36 },
  };
  const running = { models: [{ name: 'qwen3:latest', context_length: 6_000 }] };

  it('prefers the loaded model, then num_ctx, then what the model can', () => {
    expect(windowOfOllama(running, shown, 'qwen3')?.tokens).toBe(6_000);
    expect(windowOfOllama({ models: [] }, shown, 'qwen3')?.tokens).toBe(8_192);
    expect(windowOfOllama(running, shown, 'other')?.tokens).toBe(8_192);
    const bare = windowOfOllama(undefined, { model_info: shown.model_info }, 'qwen3');
    expect(bare).toMatchObject({ tokens: 40_960, detail: expect.stringContaining('OLLAMA_CONTEXT_LENGTH') });
    expect(windowOfOllama(undefined, undefined, 'qwen3')).toBeUndefined();
  });
});
