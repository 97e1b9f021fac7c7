import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineText, lineWidth } from '../text/styledLine.js';
import type { ColumnSection } from '../types.js';
import { columnLines } from './columnLines.js';

const SECTIONS: ColumnSection[] = [
  {
    title: 'Commands',
    rows: [
      { name: '/clear', text: 'Begin a new conversation with an empty history (also /new, /reset)' },
      { name: '/memory [show|add <fact>|refresh]', text: 'Show the instruction files, add a fact to remember' },
      { name: '/quit', text: 'Leave' },
    ],
  },
  { title: 'Nothing to say', rows: [{ name: 'name', text: '' }] },
];

const draw = (columns: number, screenReader = false): string =>
  columnLines(SECTIONS, { columns, screenReader }).map(lineText).join('\n');

describe('columnLines', () => {
  it('hangs what is too long below the beginning of the text', () => {
    expect(draw(60)).toMatchInlineSnapshot(`
      "Commands
        /clear  Begin a new conversation with an empty history
                (also /new, /reset)
        /memory [show|add <fact>|refresh]
                Show the instruction files, add a fact to remember
        /quit   Leave

      Nothing to say
        name  "
    `);
  });

  it('puts texts below the names where there is no room beside them', () => {
    expect(draw(28)).toMatchInlineSnapshot(`
      "Commands
        /clear
          Begin a new conversation
          with an empty history
          (also /new, /reset)
        /memory [show|add
        <fact>|refresh]
          Show the instruction
          files, add a fact to
          remember
        /quit
          Leave

      Nothing to say
        name  "
    `);
  });

  it('is one line each for screen readers', () => {
    expect(draw(80, true)).toMatchInlineSnapshot(`
      "Commands
      /clear: Begin a new conversation with an empty history (also /new, /reset)
      /memory [show|add <fact>|refresh]: Show the instruction files, add a fact to remember
      /quit: Leave

      Nothing to say
      name: "
    `);
  });

  it('loses no word and draws nothing beyond the width', () => {
    const word = fc.string({ unit: fc.constantFrom('a', '-', '你', 'é', '<'), minLength: 1, maxLength: 12 });
    const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));
    const rows = fc.array(fc.record({ name: words, text: words }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 20, max: 200 }), (list, columns) => {
        const lines = columnLines([{ title: 'Title', rows: list }], { columns, screenReader: false });
        for (const styled of lines) expect(lineWidth(styled)).toBeLessThanOrEqual(columns);
        const drawn = lines.map(lineText).join('').replaceAll(' ', '');
        for (const { text } of list) expect(drawn).toContain(text.replaceAll(' ', ''));
      }),
    );
  });
});
