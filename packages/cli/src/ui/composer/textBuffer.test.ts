import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextBoundary, previousBoundary, snapToBoundary } from './graphemes.js';
import {
  bufferOf,
  cleanText,
  deleteTo,
  deleteToLineEnd,
  deleteToLineStart,
  insertText,
  motions,
  move,
  transpose,
  type Motion,
  type TextBuffer,
} from './textBuffer.js';

/** A buffer written with `|` for the cursor. */
function at(marked: string): TextBuffer {
  const cursor = marked.indexOf('|');
  return { text: marked.replace('|', ''), cursor };
}

function marked({ text, cursor }: TextBuffer): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

const FAMILY = '👩‍👩‍👧';
const FLAG = '🇨🇳';
const ACCENTED = 'e\u0301';

const piece = fc.constantFrom(
  'a',
  'B',
  '_',
  ' ',
  '\n',
  '.',
  '汉',
  '字',
  FAMILY,
  FLAG,
  ACCENTED,
  'é',
  'ก',
  '\t',
  '\u0301',
  '\u200d',
  '🇨',
  '한',
);
const anyText = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
const anyBuffer = fc.tuple(anyText, fc.nat({ max: 60 })).map(([text, cursor]) => bufferOf(text, cursor));
const allMotions = Object.keys(motions) as Motion[];

describe('grapheme boundaries', () => {
  it.each([
    [FAMILY, [FAMILY.length]],
    [`${FLAG}${FLAG}`, [FLAG.length, FLAG.length * 2]],
    [`${ACCENTED}x`, [2, 3]],
    ['한국', [1, 2]],
  ])('%s', (text, ends) => {
    const found: number[] = [];
    for (let offset = 0; offset < text.length;) found.push((offset = nextBoundary(text, offset)));
    expect(found).toEqual(ends);
  });

  it('are those of the whole text, forwards and backwards', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = [...Array.from(segmenter.segment(text), ({ index }) => index), text.length];
        const forwards = [0];
        while (forwards.at(-1)! < text.length) forwards.push(nextBoundary(text, forwards.at(-1)!));
        const backwards = [text.length];
        while (backwards[0]! > 0) backwards.unshift(previousBoundary(text, backwards[0]!));
        expect(forwards).toEqual(text === '' ? [0] : expected);
        expect(backwards).toEqual(text === '' ? [0] : expected);
        for (let offset = 0; offset <= text.length; offset++) {
          expect(snapToBoundary(text, offset)).toBe(expected.find((boundary) => boundary >= offset));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('end in a text without any', () => {
    const endless = `a${'\u0301'.repeat(5_000)}`;
    let offset = 0;
    for (let steps = 0; offset < endless.length && steps < 20; steps++) offset = nextBoundary(endless, offset);
    expect(offset).toBe(endless.length);
  });
});

describe('moves', () => {
  it.each<[Motion, string, string]>([
    ['left', `x${FAMILY}|`, `x|${FAMILY}`],
    ['right', `|${FLAG}x`, `${FLAG}|x`],
    ['left', '|x', '|x'],
    ['right', 'x|', 'x|'],
    ['wordLeft', 'git commit --amend|', 'git commit --|amend'],
    ['wordLeft', 'git  |commit', '|git  commit'],
    ['wordRight', '|foo_bar1.baz', 'foo_bar1|.baz'],
    ['wordRight', 'foo|.baz', 'foo.baz|'],
    ['wordRight', '|我们今天', '我们|今天'],
    ['wordLeft', '我们今天|', '我们|今天'],
    ['wordLeft', 'abc今天|', 'abc|今天'],
    ['wordRight', '|abc今天', 'abc|今天'],
    ['spacedWordLeft', 'rm ./a-b/c.txt |', 'rm |./a-b/c.txt '],
    ['spacedWordLeft', 'a \u0301|', '|a \u0301'],
    ['lineStart', 'a\nbc|d', 'a\n|bcd'],
    ['lineStart', 'a\n|', 'a\n|'],
    ['lineEnd', 'a|b\nc', 'ab|\nc'],
    ['lineEnd', '|\nc', '|\nc'],
    ['textStart', 'a\nb|', '|a\nb'],
    ['textEnd', '|a\nb', 'a\nb|'],
  ])('%s: %s → %s', (motion, before, after) => expect(marked(move(at(before), motion))).toBe(after));

  it('go where they say and never into a cluster', () => {
    fc.assert(
      fc.property(anyBuffer, fc.constantFrom(...allMotions), (buffer, motion) => {
        const { text, cursor } = move(buffer, motion);
        expect(text).toBe(buffer.text);
        expect(snapToBoundary(text, cursor)).toBe(cursor);
        if (/left|start/i.test(motion)) expect(cursor).toBeLessThanOrEqual(buffer.cursor);
        else expect(cursor).toBeGreaterThanOrEqual(buffer.cursor);
      }),
    );
  });

  it('by word reach both ends', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let buffer = bufferOf(text, 0);
        for (let steps = 0; steps <= text.length; steps++) buffer = move(buffer, 'wordRight');
        expect(buffer.cursor).toBe(text.length);
        for (let steps = 0; steps <= text.length; steps++) buffer = move(buffer, 'wordLeft');
        expect(buffer.cursor).toBe(0);
      }),
    );
  });
});

describe('edits', () => {
  it.each([
    ['left', `a${FAMILY}|b`, 'a|b', FAMILY],
    ['right', `|${ACCENTED}b`, '|b', ACCENTED],
    ['wordLeft', 'one two|', 'one |', 'two'],
    ['wordRight', '|one two', '| two', 'one'],
    ['spacedWordLeft', 'a b/c|', 'a |', 'b/c'],
  ] as const)('delete to %s: %s → %s', (motion, before, after, deleted) => {
    const deletion = deleteTo(at(before), motion);
    expect(marked(deletion.buffer)).toBe(after);
    expect(deletion.deleted).toBe(deleted);
  });

  it('cut to the ends of the line, there the line break', () => {
    expect(marked(deleteToLineEnd(at('a|b\nc')).buffer)).toBe('a|\nc');
    expect(marked(deleteToLineEnd(at('a|\nc')).buffer)).toBe('a|c');
    expect(marked(deleteToLineEnd(at('a|')).buffer)).toBe('a|');
    expect(marked(deleteToLineStart(at('a\nb|c')).buffer)).toBe('a\n|c');
    expect(marked(deleteToLineStart(at('a\n|c')).buffer)).toBe('a|c');
    expect(marked(deleteToLineStart(at('|c')).buffer)).toBe('|c');
  });

  it.each([
    ['ab|', 'ba|'],
    ['a|bc', 'ba|c'],
    [`a${FAMILY}|`, `${FAMILY}a|`],
    ['|ab', '|ab'],
    ['a|', 'a|'],
    ['x\n|ab', 'x\n|ab'],
  ])('transpose %s → %s', (before, after) => expect(marked(transpose(at(before)))).toBe(after));

  it('keep the cursor between clusters, also when what is inserted joins its neighbours', () => {
    expect(insertText(at('e|x'), '\u0301').cursor).toBe(2);
    fc.assert(
      fc.property(anyBuffer, anyText, fc.constantFrom(...allMotions), (buffer, inserted, motion) => {
        for (const { text, cursor } of [
          insertText(buffer, inserted),
          deleteTo(buffer, motion).buffer,
          transpose(buffer),
        ]) {
          expect(snapToBoundary(text, cursor)).toBe(cursor);
        }
        const { buffer: left, deleted } = deleteTo(buffer, motion);
        expect(left.text.length + deleted.length).toBe(buffer.text.length);
      }),
    );
  });
});

describe('cleanText', () => {
  it.each([
    ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['\x1b[31mred\x1b[0m\x07', 'red'],
    ['\x1b]0;title\x07x\x1b]8;;http://a\x1b\\y', 'xy'],
    ['\x1b(Bx\x1b=y', 'xy'],
    ['tab\tstays', 'tab\tstays'],
    ['\ud800half', '\ufffdhalf'],
    ['\x1b👩', '👩'],
  ])('%j → %j', (raw, clean) => expect(cleanText(raw)).toBe(clean));

  it('leaves no control characters, and clean text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const clean = cleanText(raw);

        expect(clean).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
        expect(cleanText(clean)).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });
});
