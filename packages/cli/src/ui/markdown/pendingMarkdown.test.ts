import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMarkdown,
  isBlank,
  NO_MARKDOWN,
  pendingText,
  takeCompleted,
  type PendingMarkdown,
} from './pendingMarkdown.js';

const read = (text: string): PendingMarkdown => addMarkdown(NO_MARKDOWN, text);

const cut = (text: string): [string, string] => {
  const taken = takeCompleted(read(text));
  return taken ? [taken.text, pendingText(taken.pending)] : ['', pendingText(read(text))];
};

describe('pending Markdown', () => {
  it('is completed up to a paragraph once the next one has begun', () => {
    expect(cut('one\n\ntwo\n')).toEqual(['one\n', 'two\n']);
    expect(cut('one\n\n')).toEqual(['', 'one\n\n']);
    expect(cut('one\n\nhalf a line')).toEqual(['', 'one\n\nhalf a line']);
    expect(cut('\n\none\n')).toEqual(['', '\n\none\n']);
  });

  it('is never cut inside a code block, whatever stands in it', () => {
    const block = '````md\n```\n\nnot the end\n\n~~~\n````\n';
    expect(cut(`before\n\n${block}`)).toEqual(['before\n', block]);
    expect(cut(`${block}\nafter\n`)).toEqual([block, 'after\n']);
  });

  it('keeps a loose list together', () => {
    const list = '- one\n\n- two\n\n  still two\n';
    expect(cut(`${list}\ntext\n`)).toEqual([list, 'text\n']);
  });

  it('knows whether it has text and code', () => {
    expect([NO_MARKDOWN, read(' \n\t'), read('\n\nx'), read('x\n')].map(isBlank)).toEqual([true, true, false, false]);
    expect(['x\n', '```', '```\n', 'a\n\n```\nx\n```\n'].map((text) => read(text).hasCode)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(takeCompleted(read('```\nx\n```\n\ntext\n'))?.pending.hasCode).toBe(false);
  });

  it('does not go through what has come before', () => {
    const long = read('line\n'.repeat(10_000));
    expect(addMarkdown(long, 'word').lines).toBe(long.lines);
    const longer = addMarkdown(long, 'word\n').lines;
    expect(Reflect.get(longer, 'items')).toBe(Reflect.get(long.lines, 'items'));
  });

  const line = fc.constantFrom(
    'text',
    '',
    '',
    ' ',
    '- item',
    '  more',
    '1. one',
    '```',
    '```ts',
    '~~~~',
    '# head',
    '| a |',
  );
  const document = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));
  const pieces = fc.tuple(document, fc.infiniteStream(fc.integer({ min: 1, max: 12 }))).map(([text, sizes]) => {
    const parts: string[] = [];
    for (let rest = text; rest !== ''; rest = rest.slice(parts.at(-1)!.length))
      parts.push(rest.slice(0, sizes.next().value as number));
    return parts;
  });

  it('is what a look at all of it finds, however it arrives', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        let pending = NO_MARKDOWN;
        let whole = '';
        for (const part of parts) {
          pending = addMarkdown(pending, part);
          whole += part;
          const length = completedLength(whole);
          const taken = takeCompleted(pending);
          expect(taken?.text ?? '').toBe(whole.slice(0, length).replace(/\n$/, ''));
          pending = taken?.pending ?? pending;
          whole = whole.slice(length);
          expect(pendingText(pending)).toBe(whole);
          const again = read(whole);
          expect(pending.lines.slice()).toEqual(again.lines.slice());
          expect({ ...pending, lines: undefined }).toEqual({ ...again, lines: undefined });
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Length of the longest beginning that ends in front of a new block, worked out anew from the whole text. */
function completedLength(text: string): number {
  const lines = text.split('\n').slice(0, -1);
  let length = 0;
  let offset = 0;
  let open: string | undefined;
  let inList = false;
  for (const [index, each] of lines.entries()) {
    const isItem = /^\s*([-*+]|\d+[.)])\s/.test(each);
    if (open === undefined && each.trim() !== '') {
      const hasTextBefore = lines.slice(0, index).some((before) => before.trim() !== '');
      const isApart = hasTextBefore && lines[index - 1]!.trim() === '';
      const belongsToList = inList && (isItem || /^\s/.test(each));
      if (isApart && !belongsToList) {
        length = offset;
        inList = false;
      }
      if (isItem) inList = true;
    }
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(each)?.[1];
    if (marker !== undefined && open === undefined) open = marker;
    else if (marker?.startsWith(open ?? ' ') && each.trim() === marker) open = undefined;
    offset += each.length + 1;
  }
  return length;
}
