import { describe, expect, it } from 'vitest';
import { knownModalities } from './modelModalities.js';

describe('knownModalities', () => {
  it.each([
    ['gemini-2.5-pro', ['image', 'pdf', 'audio', 'video']],
    ['anthropic/claude-sonnet-4.5', ['image', 'pdf']],
    ['gpt-4o-mini', ['image', 'pdf']],
    ['gpt-5.1', ['image', 'pdf']],
    ['o4-mini', ['image', 'pdf']],
    ['o3-mini', []],
    ['gpt-oss-120b', []],
    ['qwen3-coder-plus', []],
    ['qwen3-max', []],
    ['Qwen/Qwen3-VL-30B-A3B-Instruct', ['image', 'video']],
    ['qwen-vl-max-latest', ['image', 'video']],
    ['qwen3.5-plus', ['image', 'video']],
    ['qwen3-omni-flash', ['image', 'pdf', 'audio', 'video']],
    ['coder-model', ['image', 'video']],
    ['deepseek-chat', []],
    ['deepseek-v3.2', []],
    ['glm-4.6', []],
    ['glm-4.6v', ['image']],
    ['kimi-k2-0905-preview', []],
    ['kimi-k2.5', ['image', 'video']],
    ['MiniMax-M2', []],
  ])('%s: %j', (model, kinds) => {
    expect(Object.keys(knownModalities(model)!)).toEqual(kinds);
  });

  it('does not guess', () => {
    expect(knownModalities('somebody/own-model')).toBeUndefined();
  });
});
