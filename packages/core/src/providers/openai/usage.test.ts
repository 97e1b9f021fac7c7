import { describe, expect, it } from 'vitest';
import { toUsage } from './usage.js';

describe('toUsage', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    [{}, undefined],
    [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, undefined],
    [
      {
        prompt_tokens: 100,
        completion_tokens: 10,
        total_tokens: 110,
        prompt_tokens_details: { cached_tokens: 64 },
        completion_tokens_details: { reasoning_tokens: 4 },
      },
      {
        promptTokenCount: 100,
        cachedContentTokenCount: 64,
        candidatesTokenCount: 10,
        thoughtsTokenCount: 4,
        totalTokenCount: 110,
      },
    ],
    [
      { prompt_tokens: 100, completion_tokens: 10, prompt_cache_hit_tokens: 32 },
      { promptTokenCount: 100, cachedContentTokenCount: 32, candidatesTokenCount: 10, totalTokenCount: 110 },
    ],
    [
      { prompt_tokens: 100, cached_tokens: 5 },
      { promptTokenCount: 100, cachedContentTokenCount: 5 },
    ],
    [
      { prompt_tokens: 100, completion_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } },
      { promptTokenCount: 100, cachedContentTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 100 },
    ],
    [{ prompt_tokens: 100, prompt_tokens_details: null }, { promptTokenCount: 100 }],
  ])('%j', (wire, expected) => {
    expect(toUsage(wire)).toEqual(expected);
  });
});
