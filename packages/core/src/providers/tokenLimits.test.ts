import { describe, expect, it } from 'vitest';
import {
  CAPPED_DEFAULT_MAX_TOKENS,
  DEFAULT_OUTPUT_TOKEN_LIMIT,
  DEFAULT_TOKEN_LIMIT,
  ESCALATED_MAX_TOKENS,
  hasExplicitOutputLimit,
  knownTokenLimit,
  normalize,
  tokenLimit,
} from './tokenLimits.js';

describe('normalize', () => {
  it.each([
    ['GPT-4o', 'gpt-4o'],
    ['  qwen3-max ', 'qwen3-max'],
    ['openrouter/anthropic/claude-sonnet-4', 'claude-sonnet-4'],
    ['route|qwen3-max', 'qwen3-max'],
    ['azure:gpt-4o', 'gpt-4o'],
    ['Qwen3 Coder Plus', 'qwen3-coder-plus'],
    ['gemini-3-pro-preview', 'gemini-3-pro'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
    ['claude-sonnet-4-6', 'claude-sonnet-4-6'],
    ['gpt-4-0613', 'gpt-4'],
    ['gemini-2.0-flash-001', 'gemini-2.0-flash'],
    ['gemini-2.0-pro-exp-02-05', 'gemini-2.0-pro'],
    ['deepseek-coder-v2', 'deepseek-coder'],
    ['deepseek-v4', 'deepseek-v4'],
    ['qwen-max-latest', 'qwen-max'],
    ['qwen-plus-latest', 'qwen-plus-latest'],
    ['qwen-flash-latest', 'qwen-flash-latest'],
    ['qwen-vl-max-latest', 'qwen-vl-max-latest'],
    ['kimi-k2-0905', 'kimi-k2-0905'],
    ['kimi-k2-0905-preview', 'kimi-k2-0905'],
    ['qwen3-coder-30b-a3b-instruct-q4_k_m', 'qwen3-coder-30b-a3b-instruct'],
    ['Qwen/Qwen3-32B-AWQ', 'qwen3-32b'],
    ['qwen3-coder-480b-fp8', 'qwen3-coder-480b'],
    ['model-int4', 'model'],
    ['', ''],
  ])('%j → %j', (model, expected) => {
    expect(normalize(model)).toBe(expected);
  });
});

describe('tokenLimit: windows', () => {
  it.each([
    ['gemini-2.5-pro', 1_000_000],
    ['gpt-5', 272_000],
    ['gpt-5.1-codex', 272_000],
    ['gpt-4o', 131_072],
    ['gpt-oss:20b', 131_072],
    ['o3', 200_000],
    ['o4-mini-2025-04-16', 200_000],
    ['claude-opus-4-6', 200_000],
    ['qwen3-coder-plus', 1_000_000],
    ['qwen3-coder-plus-2025-07-22', 1_000_000],
    ['qwen3-coder-flash', 1_000_000],
    ['qwen3.5-plus', 1_000_000],
    ['qwen-plus-latest', 1_000_000],
    ['qwen-flash-latest', 1_000_000],
    ['coder-model', 1_000_000],
    ['qwen3-max-preview', 262_144],
    ['qwen3-coder-480b-a35b-instruct', 262_144],
    ['qwen/qwen3-coder:free', 262_144],
    ['qwen2.5-coder-32b', 262_144],
    ['deepseek-v4', 1_000_000],
    ['deepseek-v4-flash', 1_000_000],
    ['deepseek-chat', 131_072],
    ['glm-4.6', 202_752],
    ['MiniMax-M2.5', 196_608],
    ['minimax-m1', 200_000],
    ['kimi-k2-0905-preview', 262_144],
    ['seed-oss-36b-instruct', 524_288],
    ['nobody-knows-me', DEFAULT_TOKEN_LIMIT],
    ['', DEFAULT_TOKEN_LIMIT],
  ])('%s: %i', (model, expected) => {
    expect(tokenLimit(model)).toBe(expected);
    expect(tokenLimit(model, 'input')).toBe(expected);
  });

  it('knows which models it knows', () => {
    expect(knownTokenLimit('nobody-knows-me', 'input')).toBeUndefined();
    expect(knownTokenLimit('gpt-5', 'input')).toBe(272_000);
  });
});

describe('tokenLimit: output', () => {
  it.each([
    ['gemini-3-pro', 65_536],
    ['gemini-2.5-pro', 8_192],
    ['gpt-5-mini', 131_072],
    ['gpt-4o', 16_384],
    ['o3', 131_072],
    ['claude-opus-4-6', 131_072],
    ['claude-sonnet-4-6', 65_536],
    ['claude-haiku-4-5', 65_536],
    ['qwen3.5-plus', 65_536],
    ['coder-model', 65_536],
    ['qwen3-coder-plus', 32_768],
    ['deepseek-v4', 384_000],
    ['deepseek-reasoner', 65_536],
    ['deepseek-r1', 65_536],
    ['deepseek-chat', 8_192],
    ['glm-5', 16_384],
    ['glm-4.7', 16_384],
    ['minimax-m2.5', 65_536],
    ['kimi-k2.5', 32_768],
  ])('%s: %i', (model, expected) => {
    expect(tokenLimit(model, 'output')).toBe(expected);
    expect(hasExplicitOutputLimit(model)).toBe(true);
  });

  it.each(['nobody-knows-me', 'glm-4.6', 'kimi-k2', 'deepseek-v3', 'seed-oss-36b'])('%s: the default', (model) => {
    expect(tokenLimit(model, 'output')).toBe(DEFAULT_OUTPUT_TOKEN_LIMIT);
    expect(hasExplicitOutputLimit(model)).toBe(false);
  });
});

it('has the constants that others build on', () => {
  expect([DEFAULT_TOKEN_LIMIT, DEFAULT_OUTPUT_TOKEN_LIMIT, CAPPED_DEFAULT_MAX_TOKENS, ESCALATED_MAX_TOKENS]).toEqual([
    131_072, 32_000, 8_000, 64_000,
  ]);
});
