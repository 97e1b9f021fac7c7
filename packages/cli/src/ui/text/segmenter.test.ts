import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Segmenter } from './segmenter.js';

const fromRanges = (...ranges: Array<[number, number]>) =>
  fc.oneof(...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCharCode(code))));

/** Characters of its own list, and some that join with others or are no characters. */
const text = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: fromRanges([0x20, 0x2ff], [0x391, 0x52f], [0x2010, 0x28ff], [0x3001, 0xd7a3]) },
      { weight: 2, arbitrary: fc.constantFrom('\x1b[31m', '\r', '\n', '─', '●', '✓', '한', '語') },
      { weight: 1, arbitrary: fc.constantFrom('\u0301', '\u200d', '\ufe0f', '👩', '🇩', '🇪', '\u11a8', '\ud83d') },
    ),
  )
  .map((parts) => parts.join(''));

describe('Segmenter', () => {
  it.each(['grapheme', 'word'] as const)('finds what the original finds: %s', (granularity) => {
    const original = new Intl.Segmenter(undefined, { granularity });
    const segmenter = new Segmenter(undefined, { granularity });
    expect(segmenter.resolvedOptions()).toEqual(original.resolvedOptions());
    fc.assert(
      fc.property(text, fc.nat(12), (input, index) => {
        const [found, wanted] = [segmenter.segment(input), original.segment(input)];
        expect([...found]).toEqual([...wanted]);
        expect(found.containing(index)).toEqual(wanted.containing(index));
      }),
      { numRuns: 500 },
    );
  });

  it('splits each character of its list by itself', () => {
    const original = new Intl.Segmenter();
    for (const [first, last] of [
      [0x20, 0x52f],
      [0x2010, 0x28ff],
      [0x3001, 0x30ff],
    ] as const)
      for (let code = first; code <= last; code++) {
        const pair = `a${String.fromCharCode(code)}`;
        expect([...new Segmenter().segment(pair)]).toEqual([...original.segment(pair)]);
      }
  });
});
