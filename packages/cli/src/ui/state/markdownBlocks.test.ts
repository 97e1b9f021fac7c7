import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completedBlocksLength } from './markdownBlocks.js';

const cut = (text: string): [string, string] => {
  const length = completedBlocksLength(text);
  return [text.slice(0, length), text.slice(length)];
};

describe('completedBlocksLength', () => {
  it('cuts after a paragraph once the next one has begun', () => {
    expect(cut('one\n\ntwo\n')).toEqual(['one\n\n', 'two\n']);
    expect(cut('one\n\n')).toEqual(['', 'one\n\n']);
    expect(cut('one\n\nhalf a line')).toEqual(['', 'one\n\nhalf a line']);
  });

  it('never cuts inside a code fence, whatever stands in it', () => {
    const fence = '````md\n```\n\nnot the end\n\n~~~\n````\n';
    expect(cut(`before\n\n${fence}`)).toEqual(['before\n\n', fence]);
    expect(cut(`${fence}\nafter\n`)).toEqual([`${fence}\n`, 'after\n']);
  });

  it('keeps a loose list together', () => {
    const list = '- one\n\n- two\n\n  still two\n\n';
    expect(cut(`${list}text\n`)).toEqual([list, 'text\n']);
  });

  it('cuts the same however the text arrives', () => {
    const line = fc.constantFrom('text', '', '- item', '  more', '```', '~~~~', '# head', '| a | b |');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        let pending = '';
        let flushed = '';
        for (const character of text) {
          pending += character;
          const length = completedBlocksLength(pending);
          flushed += pending.slice(0, length);
          pending = pending.slice(length);
        }
        expect(flushed + pending).toBe(text);
        expect(text.startsWith(flushed)).toBe(true);
      }),
    );
  });
});
