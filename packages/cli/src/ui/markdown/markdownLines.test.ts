import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lineText, lineWidth } from '../text/styledLine.js';
import { prepareMarkdown } from './libraries.js';
import { markdownLines } from './markdownLines.js';

const draw = (text: string, columns = 60, screenReader = false): string =>
  markdownLines(text, { columns, screenReader }).map(lineText).join('\n');

it('draws the text as it stands until the parser is there', async () => {
  expect(draw('# Title\n\n**bold**')).toBe('# Title\n\n**bold**');
  await prepareMarkdown('```');
  expect(prepareMarkdown('# Title\n\n```ts')).toBeUndefined();
});

describe('markdownLines', () => {
  beforeAll(() => prepareMarkdown('```'));

  it('draws paragraphs, emphasis, code and links', () => {
    expect(
      draw(
        '# Title\nSome **bold** and *italic* `code` &lt;b&gt;\nnext line\n\n[docs](https://x.y/z) https://a.b ~5 to ~6 ~~no~~',
      ),
    ).toBe(
      'Title\n\nSome bold and italic code <b>\nnext line\n\ndocs (https://x.y/z) https://a.b ~5 to ~6 no'.replace(
        '\n\nSome',
        '\nSome',
      ),
    );
    const [styled] = markdownLines('a **b** `c`', { columns: 40 });
    expect(styled).toEqual([
      { text: 'a ' },
      { text: 'b', style: { bold: true } },
      { text: ' ' },
      { text: 'c', style: { color: 'code' } },
    ]);
  });

  it('draws nested, ordered, loose and task lists', () => {
    expect(
      draw('Intro:\n- one\n  - inner that is long enough to wrap\n  - [x] done\n- two\n\n9. nine\n10. ten', 24),
    ).toBe(
      [
        'Intro:',
        '• one',
        '  • inner that is long',
        '    enough to wrap',
        '  • [x] done',
        '• two',
        '',
        ' 9. nine',
        '10. ten',
      ].join('\n'),
    );
    expect(draw('- a\n\n- b\n\n  still b')).toBe('• a\n\n• b\n\n  still b');
  });

  it('draws quotes, rules and raw HTML', () => {
    expect(draw('> quoted\n> > twice\n\n---\n<details>x</details>', 20)).toBe(
      '│ quoted\n│ │ twice\n\n────────────────────\n<details>x</details>',
    );
  });

  it('colours code and keeps its spaces', () => {
    const text = '```ts\nconst a = "x"; // <b> & c\n\n  return  1;\n```';
    expect(draw(text)).toBe('  const a = "x"; // <b> & c\n\n    return  1;');
    const colors = markdownLines(text, { columns: 60 })
      .flat()
      .map(({ text: part, style }) => [part, style?.color]);
    expect(colors).toContainEqual(['const', 'keyword']);
    expect(colors).toContainEqual(['"x"', 'string']);
    expect(colors).toContainEqual(['// <b> & c', 'comment']);
  });

  it('draws tables as wide as they need, wraps cells, and falls back to records', () => {
    const table = '| Name | Count |\n|---|--:|\n| 上下文 | 1 |\n| b `c` | 22 |';
    expect(draw(table)).toMatchInlineSnapshot(`
      "┌────────┬───────┐
      │ Name   │ Count │
      ├────────┼───────┤
      │ 上下文 │     1 │
      │ b c    │    22 │
      └────────┴───────┘"
    `);
    const wide = `| Key | Text |\n|---|---|\n| a | ${'word '.repeat(12)}|\n| b | short |`;
    expect(draw(wide, 40)).toMatchInlineSnapshot(`
      "┌─────┬────────────────────────────────┐
      │ Key │ Text                           │
      ├─────┼────────────────────────────────┤
      │ a   │ word word word word word word  │
      │     │ word word word word word word  │
      ├─────┼────────────────────────────────┤
      │ b   │ short                          │
      └─────┴────────────────────────────────┘"
    `);
    const many = `|${'column |'.repeat(9)}\n|${'---|'.repeat(9)}\n|${'value |'.repeat(9)}`;
    expect(draw(many, 40).split('\n')).toEqual(Array.from({ length: 9 }, () => 'column: value'));
    expect(draw(table, 60, true)).toBe('Name: 上下文\nCount: 1\n\nName: b c\nCount: 22');
  });

  it('speaks plainly to screen readers', () => {
    expect(draw('- a\n\n```ts\nlet b\n```\n\n---\n> q', 60, true)).toBe(
      '- a\n\nCode, ts:\nlet b\nEnd of code.\n\n---\n> q',
    );
  });

  it('sends no control characters, not even written as entities', () => {
    expect(draw('a\x1b[2Jb &#27;[31m `\x1b]0;x\x07y`')).toBe('ab  y');
  });

  it('leaves what is no entity as it is', () => {
    expect(draw('&lt; &constructor; &nope;')).toBe('< &constructor; &nope;');
  });

  it('draws any beginning of a text within the width', () => {
    const text = [
      '# Head *ing*',
      'Text with **bold `code`** and [a link](https://example.com/"x") 你好，世界 👍🏽.',
      '',
      '1. one\n   - two\n     ```js\n     const x = `a${1}`;\n     ```\n2. > quote\n   > more',
      '',
      '| a | b |\n|:-:|---|\n| 1 | **x** |\n| a very long cell indeed 中文 | y |',
      '',
      '~~~~python\ndef f():\n\treturn "x" * 100\n~~~~',
      '![i](j) <b>html</b> &amp; &#x41; \\* ~~gone~~ ***',
    ].join('\n');
    for (const columns of [3, 17, 80]) {
      for (let length = 0; length <= text.length; length++) {
        for (const styled of markdownLines(text.slice(0, length), { columns })) {
          if (lineWidth(styled) > columns) expect({ columns, length, text: lineText(styled) }).toBe('within the width');
        }
      }
    }
  });

  it('never throws and always fits', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '*',
        '**',
        '_',
        '`',
        '```',
        '~~~',
        '\n',
        '\n\n',
        '> ',
        '- ',
        '1. ',
        '# ',
        '|',
        '|-',
        '[',
        '](',
        ')',
        '<',
        '>',
      ),
      fc.constantFrom(
        '    ',
        '&#',
        '&amp;',
        '\\',
        '中文',
        '👨‍👩‍👧',
        '\t',
        'word ',
        '---\n',
        '![',
        '[x] ',
        '\x1b[1m',
        'http://a.b ',
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 2, max: 90 }), (parts, columns) => {
        for (const styled of markdownLines(parts.join(''), { columns })) {
          expect(lineWidth(styled)).toBeLessThanOrEqual(columns);
          expect(lineText(styled)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('survives texts made to break parsers', () => {
    const hostile = [
      '>'.repeat(5_000),
      '- '.repeat(3_000),
      '**a'.repeat(30_000),
      '['.repeat(50_000),
      '|a'.repeat(3_000),
      'a' + '\n'.repeat(300_000) + 'b',
      Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- item`).join('\n'),
    ];
    for (const text of [...hostile, `|a\n|-\n${'|b\n'.repeat(20_000)}`]) {
      expect(markdownLines(text, { columns: 80 }).length).toBeGreaterThan(0);
    }
  });
});
