import { describe, expect, it } from 'vitest';
import { isLoopback, quirksOf, serverKindOf } from './quirks.js';

describe('serverKindOf', () => {
  it.each([
    ['https://api.openai.com/v1', 'openai'],
    ['https://my.openai.azure.com/openai/v1', 'azure'],
    ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'dashscope'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'dashscope'],
    ['https://api.deepseek.com', 'deepseek'],
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['https://api.moonshot.cn/v1', 'moonshot'],
    ['https://api.moonshot.ai/v1', 'moonshot'],
    ['https://open.bigmodel.cn/api/paas/v4', 'zhipu'],
    ['https://api.z.ai/api/coding/paas/v4', 'zhipu'],
    ['https://api.groq.com/openai/v1', 'groq'],
    ['http://localhost:11434/v1', 'ollama'],
    ['http://127.0.0.1:8080/v1', 'llama.cpp'],
    ['http://localhost:1234/v1', 'lmstudio'],
    ['http://192.168.1.7:8000/v1', 'vllm'],
    ['http://[::1]:9999/v1', 'local'],
    ['http://gpu-box:9000/v1', 'local'],
    ['https://api.together.xyz/v1', 'hosted'],
    ['https://notopenrouter.ai.example.com:8080/v1', 'hosted'],
    ['no url', 'hosted'],
  ])('%s: %s', (url, kind) => {
    expect(serverKindOf(url)).toBe(kind);
  });
});

describe('quirksOf', () => {
  it('sends reasoning back where servers of a model want it, on any gateway', () => {
    expect(quirksOf('https://gateway.example.com/v1', 'deepseek-v4').reasoningField).toBe('reasoning_content');
    expect(quirksOf('https://gateway.example.com/v1', 'gpt-4o').reasoningField).toBeUndefined();
    expect(quirksOf('https://api.openai.com/v1', 'deepseek-v4').reasoningField).toBeUndefined();
  });
});

describe('isLoopback', () => {
  it.each([
    ['http://localhost:1/v1', true],
    ['http://127.0.0.1:1', true],
    ['http://[::1]:1', true],
    ['http://192.168.0.1:1', false],
    ['https://localhost.example.com', false],
    ['no url', false],
  ])('%s: %s', (url, expected) => {
    expect(isLoopback(url)).toBe(expected);
  });
});
