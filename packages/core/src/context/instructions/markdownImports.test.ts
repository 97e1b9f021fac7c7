import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findImports } from './markdownImports.js';

describe('findImports', () => {
  it('finds words that begin with @, in order and without the punctuation of sentences', () => {
    const text = '@a.md\nSee @./docs/b.md, then (@skipped.md) and @~/c.md. Mail me@example.com\n- @d/e.md!\n\t@f\r\n';
    expect(findImports(text)).toEqual(['a.md', './docs/b.md', '~/c.md', 'd/e.md', 'f']);
  });

  it.each([
    ['a fence', '```\n@no.md\n```\n@yes.md'],
    ['a fence with a language', '```sh\n@no.md\n```\n@yes.md'],
    ['a fence of tildes that holds backticks', '~~~\n```\n@no.md\n```\n@no.md\n~~~\n@yes.md'],
    ['a longer fence', '````\n```\n@no.md\n````\n@yes.md'],
    ['a fence in a list', '- ```\n  @no.md\n  ```\n\n@yes.md'],
    ['a code span', '`@no.md` and ` @no.md ` @yes.md'],
    ['a code span of two backticks', '`` ` @no.md `` @yes.md'],
    ['a code span over two lines', '`one\n@no.md two` @yes.md'],
  ])('does not look into %s', (_name, text) => {
    expect(findImports(text)).toEqual(['yes.md']);
  });

  it('takes a lone backtick, or one closed in another paragraph, for text', () => {
    expect(findImports('a ` b @one.md\n\n` @two.md')).toEqual(['one.md', 'two.md']);
    expect(findImports('``` not `a` fence\n@one.md')).toEqual(['one.md']);
  });

  it('takes everything after a fence that is never closed for code', () => {
    expect(findImports('@one.md\n```\n@two.md\n')).toEqual(['one.md']);
  });

  it('finds only what is there, whatever the text', () => {
    const word = fc.constantFrom('@a', '`', '```', '~~~', '\n', ' ', 'x', '\n\n', '``');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const text = words.join('');
        const count = text.split('@').length - 1;
        expect(findImports(text).length).toBeLessThanOrEqual(count);
        if (!/[`~]/.test(text)) expect(findImports(text)).toHaveLength((text.match(/(?<!\S)@a/g) ?? []).length);
      }),
    );
  });
});
