import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PromptTokens } from '../tokens/promptTokens.js';
import { cacheMarks } from './cacheMarks.js';
import { commonPrefixTokens, PrefixCache } from './prefixCache.js';

function prompt(...segments: number[][]): PromptTokens {
  return { segments: segments.map((ids) => ({ ids })), total: segments.flat().length, toolTokens: 0 };
}

function marked(...segments: Array<[number[], boolean]>): PromptTokens {
  return {
    segments: segments.map(([ids, breakpoint]) => ({ ids, isBlock: true, breakpoint })),
    total: segments.flatMap(([ids]) => ids).length,
    toolTokens: 0,
  };
}

const segments = fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 }), { maxLength: 6 });

function plainPrefix(one: number[], other: number[]): number {
  const end = one.findIndex((id, index) => id !== other[index]);
  return end < 0 ? one.length : end;
}

describe('the common prefix', () => {
  it('is that of the flat token lists, however they are cut', () => {
    fc.assert(
      fc.property(segments, segments, (one, other) => {
        expect(commonPrefixTokens(prompt(...one), prompt(...other))).toBe(plainPrefix(one.flat(), other.flat()));
      }),
    );
  });

  it('is the same both ways, and the whole of a prompt with itself', () => {
    fc.assert(
      fc.property(segments, segments, (one, other) => {
        expect(commonPrefixTokens(prompt(...one), prompt(...other))).toBe(
          commonPrefixTokens(prompt(...other), prompt(...one)),
        );
        expect(commonPrefixTokens(prompt(...one), prompt(...one))).toBe(one.flat().length);
      }),
    );
  });
});

describe('the prefix cache', () => {
  it('finds the longest prefix among the latest prompts, in whole blocks above the minimum', () => {
    const options = fc.record({
      prompts: fc.integer({ min: 1, max: 4 }),
      blockTokens: fc.integer({ min: 1, max: 4 }),
      minimumTokens: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(options, fc.array(segments, { maxLength: 8 }), segments, (settings, earlier, next) => {
        const cache = new PrefixCache(settings);
        for (const ids of earlier) cache.add(prompt(...ids));
        const longest = Math.max(
          0,
          ...earlier.slice(-settings.prompts).map((ids) => plainPrefix(ids.flat(), next.flat())),
        );
        const blocks = longest - (longest % settings.blockTokens);
        expect(cache.lookup(prompt(...next))).toBe(blocks < settings.minimumTokens ? 0 : blocks);
      }),
    );
  });

  it('reads with marks only what was written at one', () => {
    const cache = new PrefixCache({ prompts: 9, blockTokens: 1, minimumTokens: 0 });
    const first = marked([[1, 1, 1], true], [[2, 2], false], [[3], true], [[4], false]);
    cache.add(first, cacheMarks(first));
    const sameToTheEnd = marked([[1, 1, 1], true], [[2, 2], false], [[3], false], [[4], false], [[5], true]);
    expect(cache.lookup(sameToTheEnd, cacheMarks(sameToTheEnd))).toBe(6);
    const otherSecond = marked([[1, 1, 1], true], [[9, 9], false], [[3], true]);
    expect(cache.lookup(otherSecond, cacheMarks(otherSecond))).toBe(3);
    const unmarked = marked([[1, 1, 1], false], [[2, 2], false]);
    expect(cache.lookup(unmarked, cacheMarks(unmarked))).toBe(0);
  });

  it('looks back twenty blocks from a mark', () => {
    const cache = new PrefixCache({ prompts: 9, blockTokens: 1, minimumTokens: 0 });
    const first = marked([[1], true]);
    cache.add(first, cacheMarks(first));
    const later = (blocks: number): PromptTokens =>
      marked(
        [[1], false],
        ...Array.from({ length: blocks }, (_unused, index): [number[], boolean] => [[2], index === blocks - 1]),
      );
    expect(cache.lookup(later(20), cacheMarks(later(20)))).toBe(1);
    expect(cache.lookup(later(21), cacheMarks(later(21)))).toBe(0);
  });
});
