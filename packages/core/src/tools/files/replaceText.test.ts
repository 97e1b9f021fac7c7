import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceText, toCrlf, toLf, usesCrlf } from './replaceText.js';

const replaced = (text: string, oldText: string, newText: string, all = false): string => {
  const result = replaceText(text, oldText, newText, all);
  if (result.kind !== 'replaced') throw new Error(result.kind);
  return result.text;
};

/** Texts of short lines from few letters, so that needles occur, with all kinds of characters and line endings. */
const texts = fc
  .array(fc.tuple(fc.stringMatching(/^[ab é😀$&]{0,4}$/u), fc.constantFrom('\n', '\r\n')), { maxLength: 12 })
  .map((lines) => lines.map(([line, ending]) => line + ending).join(''));

describe('replaceText', () => {
  it('does nothing but replace, in texts of any line endings', () => {
    fc.assert(
      fc.property(texts, fc.stringMatching(/^[ab é😀\n]{1,3}$/u), texts, (text, oldText, newText) => {
        const expected = toLf(text).split(oldText).join(toLf(newText));
        const result = replaceText(text, oldText, newText, true);
        expect(result.kind).toBe(toLf(text).includes(oldText) ? 'replaced' : 'not_found');
        if (result.kind === 'replaced') expect(toLf(result.text)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves every line outside the passage byte for byte', () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('\n', '\r\n'), texts, (before, after, ending, newText) => {
        const text = `${before}MARK${ending}MARK${ending}${after}`;
        const result = replaced(text, 'MARK\nMARK\n', newText);
        expect(result.startsWith(before)).toBe(true);
        expect(result.endsWith(after)).toBe(true);
        const middle = result.slice(before.length, result.length - after.length);
        expect(middle).toBe(ending === '\n' ? toLf(newText) : toCrlf(newText));
      }),
    );
  });

  it('can be undone when the new text is new', () => {
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (before, after, crlf) => {
        const style = crlf ? toCrlf : toLf;
        const text = style(`${before}old\ntext${after}`);
        const there = replaced(text, 'old\ntext', 'QQ\nQQ\nQQ');
        expect(replaced(there, 'QQ\nQQ\nQQ', 'old\ntext')).toBe(text);
      }),
    );
  });

  it('counts occurrences without overlaps and tells their lines', () => {
    expect(replaceText('aa\naaaa\n', 'aa', 'b', false)).toEqual({ kind: 'ambiguous', lines: [1, 2, 2] });
    expect(replaceText('a\r\nb\r\na', 'a', 'c', true)).toEqual({
      kind: 'replaced',
      text: 'c\r\nb\r\nc',
      lines: [1, 3],
    });
    expect(replaceText('abc', 'x', 'y', true)).toEqual({ kind: 'not_found' });
  });

  it('takes $ in the new text as it is', () => {
    expect(replaced('cost: X', 'X', "$& $1 $$ $'")).toBe("cost: $& $1 $$ $'");
  });

  it('gives new lines the ending of the passage, or of the file', () => {
    expect(replaced('a\r\nb\r\nc\n', 'b\nc', 'x\ny\nz')).toBe('a\r\nx\r\ny\r\nz\n');
    expect(replaced('a\r\nb\r\n', 'b', 'x\ny')).toBe('a\r\nx\r\ny\r\n');
    expect(replaced('a\nb\n', 'b', 'x\r\ny')).toBe('a\nx\ny\n');
  });

  it('replaces line endings at the borders of a passage whole', () => {
    expect(replaced('a\r\nb\r\nc', '\nb\n', ' ')).toBe('a c');
    expect(replaced('a\r\nb', 'a\r\n', '')).toBe('b');
  });
});

describe('usesCrlf', () => {
  it('goes by the majority', () => {
    expect(usesCrlf('a\r\nb\r\nc\n')).toBe(true);
    expect(usesCrlf('a\r\nb\n')).toBe(false);
    expect(usesCrlf('a')).toBe(false);
  });
});
