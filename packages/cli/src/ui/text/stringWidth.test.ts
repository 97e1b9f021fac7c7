import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import fastStringWidth from './stringWidth.js';

it('agrees with the library on every character that it answers for, and those around them', () => {
  const codes = [
    [0x20, 0x3ff],
    [0x2000, 0x29ff],
  ].flatMap(([from, to]) => Array.from({ length: to! - from! + 1 }, (_, index) => from! + index));
  const characters = codes.map((code) => String.fromCharCode(code));
  const wrong = characters.filter((character) => fastStringWidth(character) !== stringWidth(character));
  expect(wrong).toEqual([]);
});

it('agrees with the library on texts of such characters, with colours and without', () => {
  const unit = fc.constantFrom(
    'a',
    'é',
    '─',
    '›',
    '↔',
    '●',
    '✓',
    '⠋',
    '\ufe0f',
    '\u0301',
    '你',
    '😀',
    '\x1b[31m',
    '\x1b[0m',
  );
  fc.assert(
    fc.property(fc.array(unit), fc.boolean(), (units, countAnsiEscapeCodes) => {
      const text = units.join('');
      expect(fastStringWidth(text)).toBe(stringWidth(text));
      expect(fastStringWidth(text, { countAnsiEscapeCodes })).toBe(stringWidth(text, { countAnsiEscapeCodes }));
    }),
  );
});
