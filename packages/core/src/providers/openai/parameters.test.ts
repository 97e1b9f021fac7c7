import { describe, expect, it } from 'vitest';
import type { GenerateContentConfig } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { parameterFields } from './parameters.js';
import { quirksOf } from './quirks.js';

interface Case {
  model?: string;
  url?: string;
  request?: GenerateContentConfig;
  settings?: Partial<ContentGeneratorConfig>;
  capSetting?: string;
}

function fields({
  model = 'some-model',
  url = 'https://api.openai.com/v1',
  request = {},
  settings = {},
  capSetting,
}: Case): object {
  return parameterFields(model, request, { model, ...settings }, quirksOf(url, model), capSetting);
}

const DASHSCOPE = 'https://dashscope.aliyuncs.com/compatible-mode/v1';
const LOCAL = 'http://127.0.0.1:9/v1';

describe('the output cap', () => {
  it('is 8,000 when nobody asks, less where the model makes less', () => {
    expect(fields({})).toEqual({ max_tokens: 8_000 });
    expect(fields({ model: 'deepseek-chat' })).toEqual({ max_tokens: 8_000 });
  });

  it("is the environment's when set and sound", () => {
    expect(fields({ capSetting: '12000' })).toEqual({ max_tokens: 12_000 });
    expect(fields({ capSetting: 'many' })).toEqual({ max_tokens: 8_000 });
  });

  it("is the request's, within what the model can", () => {
    expect(fields({ request: { maxOutputTokens: 20_000 } })).toEqual({ max_tokens: 20_000 });
    expect(fields({ model: 'deepseek-chat', request: { maxOutputTokens: 20_000 } })).toEqual({ max_tokens: 8_192 });
  });

  it.each(['o3', 'gpt-5', 'gpt-5.1-codex', 'openai/o4-mini'])('goes as max_completion_tokens for %s', (model) => {
    expect(fields({ model, request: { maxOutputTokens: 20_000 } })).toEqual({ max_completion_tokens: 20_000 });
  });

  it.each(['gpt-4o', 'gpt-5-chat-latest', 'qwen3-max'])('goes as max_tokens for %s', (model) => {
    expect(fields({ model, request: { maxOutputTokens: 2_000 } })).toEqual({ max_tokens: 2_000 });
  });

  it('goes as max_tokens to servers that know nothing else', () => {
    expect(fields({ model: 'gpt-5', url: LOCAL, request: { maxOutputTokens: 2_000 } })).toEqual({ max_tokens: 2_000 });
  });

  it("bounds the user's own sampling parameters and extra body", () => {
    const settings = { samplingParams: { max_tokens: 50_000, temperature: 0.3 } };
    expect(fields({ settings, request: { maxOutputTokens: 20_000 } })).toEqual({
      max_tokens: 20_000,
      temperature: 0.3,
    });
    expect(fields({ settings: { samplingParams: { max_tokens: 9 } }, request: { maxOutputTokens: 20_000 } })).toEqual({
      max_tokens: 9,
    });
    expect(
      fields({ settings: { extra_body: { max_completion_tokens: 50_000 } }, request: { maxOutputTokens: 7 } }),
    ).toEqual({
      max_completion_tokens: 7,
    });
    expect(fields({ settings: { samplingParams: {} }, request: { maxOutputTokens: 7 } })).toEqual({ max_tokens: 7 });
  });
});

describe('sampling', () => {
  const request: GenerateContentConfig = { temperature: 0.5, topP: 0.9, topK: 20, seed: 1, stopSequences: ['END'] };

  it("sends the user's parameters as they are and nothing else", () => {
    const samplingParams = { temperature: 0.1, min_p: 0.2, max_tokens: 100 };
    expect(fields({ request, settings: { samplingParams } })).toEqual(samplingParams);
  });

  it("maps the request's own where the user set none", () => {
    expect(fields({ request, url: LOCAL })).toEqual({
      temperature: 0.5,
      top_p: 0.9,
      top_k: 20,
      seed: 1,
      stop: ['END'],
      max_tokens: 8_000,
    });
    expect(fields({ request })).not.toHaveProperty('top_k');
  });

  it('leaves out what reasoning models refuse', () => {
    expect(fields({ request, model: 'gpt-5' })).toEqual({ seed: 1, stop: ['END'], max_completion_tokens: 8_000 });
  });

  it('asks for JSON in the dialect', () => {
    expect(fields({ request: { responseMimeType: 'application/json' } })).toHaveProperty('response_format', {
      type: 'json_object',
    });
    const schema = { type: 'object' };
    expect(fields({ request: { responseMimeType: 'application/json', responseJsonSchema: schema } })).toHaveProperty(
      'response_format',
      { type: 'json_schema', json_schema: { name: 'response', schema } },
    );
  });

  it('lets extra_body override', () => {
    expect(fields({ request, settings: { extra_body: { temperature: 1, custom: { a: 1 } } } })).toMatchObject({
      temperature: 1,
      custom: { a: 1 },
    });
  });
});

describe('thinking off', () => {
  const off: GenerateContentConfig = { thinkingConfig: { includeThoughts: false } };

  it.each([
    ['qwen3-max', DASHSCOPE, { enable_thinking: false }],
    ['qwen3-32b', 'http://localhost:8000/v1', { chat_template_kwargs: { enable_thinking: false } }],
    ['qwen3-32b', 'http://localhost:8080/v1', { chat_template_kwargs: { enable_thinking: false } }],
    ['qwen3-32b', 'http://localhost:1234/v1', { chat_template_kwargs: { enable_thinking: false } }],
    ['qwen3:8b', 'http://localhost:11434/v1', { reasoning_effort: 'none' }],
    ['deepseek-v4', 'https://api.deepseek.com/v1', { thinking: { type: 'disabled' } }],
    ['kimi-k2.5', 'https://api.moonshot.ai/v1', { thinking: { type: 'disabled' } }],
    ['glm-4.6', 'https://api.z.ai/api/paas/v4', { thinking: { type: 'disabled' } }],
    ['qwen/qwen3-32b', 'https://openrouter.ai/api/v1', { reasoning: { enabled: false } }],
    ['deepseek/deepseek-r1', 'https://openrouter.ai/api/v1', {}],
    ['google/gemini-3-pro', 'https://openrouter.ai/api/v1', { reasoning: { effort: 'low' } }],
    [
      'qwen3-32b',
      'https://gateway.example.com/v1',
      { enable_thinking: false, chat_template_kwargs: { enable_thinking: false } },
    ],
    ['gpt-4o', 'https://api.openai.com/v1', {}],
    ['gpt-5', 'https://api.openai.com/v1', { reasoning_effort: 'minimal' }],
    ['gpt-5.2', 'https://api.openai.com/v1', { reasoning_effort: 'none' }],
    ['o3', 'https://api.openai.com/v1', { reasoning_effort: 'low' }],
  ])('%s at %s', (model, url, expected) => {
    const {
      max_tokens: _cap,
      max_completion_tokens: _newCap,
      ...rest
    } = fields({ model, url, request: off }) as Record<string, unknown>;
    expect(rest).toEqual(expected);
  });

  it("overrides the user's own switches", () => {
    const settings: Partial<ContentGeneratorConfig> = {
      reasoning: { effort: 'high', budget_tokens: 9 },
      extra_body: {
        enable_thinking: true,
        chat_template_kwargs: { enable_thinking: true, other: 1 },
        reasoning_effort: 'high',
      },
    };
    expect(fields({ model: 'qwen3-max', url: DASHSCOPE, request: off, settings })).toEqual({
      enable_thinking: false,
      chat_template_kwargs: { enable_thinking: false, other: 1 },
      max_tokens: 8_000,
    });
  });

  it('follows a budget of 0 and the setting', () => {
    expect(fields({ url: DASHSCOPE, request: { thinkingConfig: { thinkingBudget: 0 } } })).toHaveProperty(
      'enable_thinking',
      false,
    );
    expect(fields({ url: DASHSCOPE, settings: { reasoning: false } })).toHaveProperty('enable_thinking', false);
    expect(fields({ url: DASHSCOPE, request: { thinkingConfig: { includeThoughts: true } } })).not.toHaveProperty(
      'enable_thinking',
    );
  });
});

describe('how much to think', () => {
  it.each([
    ['gpt-5', 'https://api.openai.com/v1', { reasoning_effort: 'high' }],
    ['gpt-4o', 'https://api.openai.com/v1', {}],
    ['qwen3-max', DASHSCOPE, { enable_thinking: true, thinking_budget: 500 }],
    ['qwen3-32b', LOCAL, { chat_template_kwargs: { enable_thinking: true } }],
    ['gpt-oss-20b', LOCAL, { chat_template_kwargs: { enable_thinking: true }, reasoning_effort: 'high' }],
    ['deepseek-v4', 'https://api.deepseek.com', { thinking: { type: 'enabled' } }],
    ['a/b', 'https://openrouter.ai/api/v1', { reasoning: { max_tokens: 500 } }],
  ])('%s at %s', (model, url, expected) => {
    expect(
      fields({ model, url, settings: { reasoning: { effort: 'max', budget_tokens: 500 }, samplingParams: {} } }),
    ).toEqual(expected);
  });
});
