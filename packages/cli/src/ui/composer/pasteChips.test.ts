import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PasteChips, isBigPaste, isChip, withoutChips } from './pasteChips.js';

describe('paste chips', () => {
  it.each([
    ['x'.repeat(1_000), false],
    ['x'.repeat(1_001), true],
    ['x\n'.repeat(10), false],
    [`${'x\n'.repeat(10)}y`, true],
    ['\n'.repeat(10), false],
  ])('are for big pastes', (text, isBig) => expect(isBigPaste(text)).toBe(isBig));

  it('show a label and send everything', () => {
    const chips = new PasteChips();
    const pasted = Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join('\n');
    const text = `before ${chips.add(pasted)} between ${chips.add('x')} after`;
    expect(chips.describe(text)).toBe('before [Pasted text #1 · 10000 lines] between [Pasted text #2 · 1 line] after');
    expect(chips.expand(text)).toBe(`before ${pasted} between x after`);
  });

  it('are found again in a text that was expanded', () => {
    const chips = new PasteChips();
    const pasted = Array.from({ length: 20 }, (_, index) => `line ${index} $&`).join('\n');
    const text = `see ${chips.add(pasted)} and ${chips.add(`\n${pasted}!\n`)}`;
    expect(chips.collapse(chips.expand(text))).toBe(text);
    expect(chips.collapse(chips.expand(text).trim())).toBe(text);
    const blank = chips.add('\n'.repeat(20));
    expect(chips.collapse(`a${chips.expand(blank)}`)).toBe(`a${blank}`);
  });

  it('are not to be had by typing their characters', () => {
    expect(withoutChips('a\u{100000}b')).toBe('a\ufffdb');
    expect(isChip('\u{100000}\u0301')).toBe(true);
    expect(isChip('a')).toBe(false);
    expect(isChip('')).toBe(false);
  });

  it('give every text back, whatever it is made of', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }),
        fc.string(),
        (pastes, around) => {
          const chips = new PasteChips();
          const text = pastes.map((paste) => around + chips.add(paste)).join('');
          expect(chips.expand(text)).toBe(pastes.map((paste) => around + paste).join(''));
        },
      ),
    );
  });
});
