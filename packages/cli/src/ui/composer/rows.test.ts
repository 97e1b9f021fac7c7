import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapToBoundary } from './graphemes.js';
import { PasteChips } from './pasteChips.js';
import { RowLayout, columnOf, offsetAtColumn, viewportOf, type Row } from './rows.js';
import { bufferOf } from './textBuffer.js';

const layoutOf = (columns: number): RowLayout => new RowLayout(columns, () => '[chip]');

/** All rows of a text, from above to below. */
function allRows(layout: RowLayout, text: string): Row[] {
  const rows = [layout.rowAt(text, 0)];
  for (let next = layout.rowBelow(text, rows[0]!); next; next = layout.rowBelow(text, next)) rows.push(next);
  return rows;
}

const drawn = (text: string, columns: number): string[] =>
  allRows(layoutOf(columns), text).map(({ cells }) => cells.map((cell) => cell.drawn).join(''));

describe('RowLayout', () => {
  it.each([
    ['one two three', 8, ['one two ', 'three']],
    ['one two three', 7, ['one ', 'two ', 'three']],
    ['incomprehensible', 5, ['incom', 'prehe', 'nsibl', 'e']],
    ['a incomprehensible', 5, ['a ', 'incom', 'prehe', 'nsibl', 'e']],
    ['汉字汉字', 5, ['汉字', '汉字']],
    ['ab汉字', 4, ['ab汉', '字']],
    ['👩‍👩‍👧👩‍👩‍👧', 3, ['👩‍👩‍👧', '👩‍👩‍👧']],
    ['a\n\nb', 10, ['a', '', 'b']],
    ['', 10, ['']],
    ['a\n', 10, ['a', '']],
    ['\tx', 10, ['    x']],
    ['汉', 1, ['·']],
    ['a\u202eb', 10, ['ab']],
  ])('wraps %j at %i', (text, columns, rows) => expect(drawn(text, columns)).toEqual(rows));

  it('draws a chip as its label, cut to the row', () => {
    const chips = new PasteChips();
    const chip = chips.add('x\n'.repeat(20));
    const layout = new RowLayout(12, (character) => chips.describe(character));
    const rows = allRows(layout, `see ${chip}!`);
    expect(rows.map(({ cells }) => cells.map((cell) => cell.drawn).join(''))).toEqual(['see ', '[Pasted tex…', '!']);
  });

  const piece = fc.constantFrom('a', 'bc', ' ', '  ', '\n', '汉', '👩‍👩‍👧', 'e\u0301', '\t', 'longerword', '\u{100000}');
  const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  const anyColumns = fc.integer({ min: 1, max: 20 });

  it('loses nothing, overflows nowhere, and walks the same way up and down', () => {
    fc.assert(
      fc.property(anyText, anyColumns, (text, columns) => {
        const layout = layoutOf(columns);
        const rows = allRows(layout, text);
        let rebuilt = '';
        for (const { start, end, endsLine, cells } of rows) {
          rebuilt += text.slice(start, end) + (endsLine && end < text.length ? '\n' : '');
          expect(cells.reduce((sum, cell) => sum + cell.columns, 0)).toBeLessThanOrEqual(columns);
        }
        expect(rebuilt).toBe(text);
        const upwards = [rows.at(-1)!];
        for (let next = layout.rowAbove(text, upwards[0]!); next; next = layout.rowAbove(text, next))
          upwards.unshift(next);
        expect(upwards).toEqual(rows);
      }),
    );
  });

  it('finds the column of every offset and the offset of every column', () => {
    fc.assert(
      fc.property(anyText, anyColumns, fc.nat({ max: 80 }), (text, columns, wanted) => {
        const layout = layoutOf(columns);
        const offset = snapToBoundary(text, wanted);
        const row = layout.rowAt(text, offset);
        expect(offset).toBeGreaterThanOrEqual(row.start);
        expect(offset).toBeLessThanOrEqual(row.end);
        const column = columnOf(row, offset);
        expect(column).toBeLessThanOrEqual(columns);
        expect(columnOf(row, offsetAtColumn(row, column))).toBe(column);
        const there = offsetAtColumn(row, wanted);
        expect(layout.rowAt(text, there)).toEqual(row);
      }),
    );
  });

  it('shows the row of the cursor, at most as many rows as asked for, and no more scrolling than needed', () => {
    fc.assert(
      fc.property(
        anyText,
        anyColumns,
        fc.integer({ min: 1, max: 6 }),
        fc.nat(80),
        fc.nat(80),
        (text, columns, height, cursor, top) => {
          const layout = layoutOf(columns);
          const buffer = bufferOf(text, cursor);
          const viewport = viewportOf(layout, buffer, height, top);
          const rows = allRows(layout, text);
          expect(viewport.rows).toHaveLength(Math.min(height, rows.length));
          expect(viewport.rows[viewport.cursorRow]).toEqual(layout.rowAt(text, buffer.cursor));
          expect(viewport.hasMoreAbove).toBe(viewport.rows[0] !== rows[0]);
          expect(viewport.hasMoreBelow).toBe(viewport.rows.at(-1) !== rows.at(-1));
          const again = viewportOf(layout, buffer, height, viewport.rows[0]!.start);
          expect(again.rows).toEqual(viewport.rows);
        },
      ),
    );
  });

  it('looks only at the lines around the cursor of a long text', () => {
    const text = 'a line of text\n'.repeat(100_000);
    const layout = layoutOf(40);
    const viewport = viewportOf(layout, bufferOf(text, 750_000), 10, 0);
    expect(viewport.rows).toHaveLength(10);
    expect(viewport.rows.every(({ start }) => Math.abs(start - 750_000) < 400)).toBe(true);
  });
});
