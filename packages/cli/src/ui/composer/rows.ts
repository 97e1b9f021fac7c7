/** Soft wrap: the rows that a text takes on the screen, worked out only for the lines that are looked at. */
import { graphemes, textWidth, truncateEnd } from '../text/width.js';
import { drawnGrapheme, graphemeColumns } from './graphemes.js';
import { isChip } from './pasteChips.js';
import { lineEnd, lineStart, type TextBuffer } from './textBuffer.js';

/** One cluster of a row. */
export interface Cell {
  /** Offset in the text. */
  offset: number;
  /** What is drawn. */
  drawn: string;
  columns: number;
  isChip: boolean;
}

/** A row of the screen: the part of the text from `start` to `end`, line breaks excluded. */
export interface Row {
  start: number;
  end: number;
  cells: readonly Cell[];
  /** The last row of its line: the cursor may stand behind it. */
  endsLine: boolean;
}

/** Lays out lines of one width, and keeps what it has laid out until the text changes. */
export class RowLayout {
  private text = '';
  private readonly lines = new Map<number, Row[]>();

  /**
   * @param columns width of a row, at least 1
   * @param labelOf how a chip is drawn; see pasteChips.ts
   */
  constructor(
    readonly columns: number,
    private readonly labelOf: (chip: string) => string,
  ) {}

  /** The rows of the line that holds an offset; never none. */
  rowsOfLine(text: string, offset: number): readonly Row[] {
    if (text !== this.text) {
      this.text = text;
      this.lines.clear();
    }
    const start = lineStart(text, offset);
    let rows = this.lines.get(start);
    if (!rows) {
      rows = this.wrapLine(text.slice(start, lineEnd(text, offset)), start);
      this.lines.set(start, rows);
    }
    return rows;
  }

  /** The row of an offset. Where two rows meet inside a line, it is the second. */
  rowAt(text: string, offset: number): Row {
    const rows = this.rowsOfLine(text, offset);
    return rows.find(({ end, endsLine }) => offset < end || endsLine)!;
  }

  rowAbove(text: string, row: Row): Row | undefined {
    if (row.start === 0) return undefined;
    return row.start === lineStart(text, row.start)
      ? this.rowsOfLine(text, row.start - 1).at(-1)
      : this.rowAt(text, row.start - 1);
  }

  rowBelow(text: string, row: Row): Row | undefined {
    if (!row.endsLine) return this.rowAt(text, row.end);
    return row.end === text.length ? undefined : this.rowAt(text, row.end + 1);
  }

  /** Breaks a line behind white space, between wide characters, and inside of words that are longer than a row. */
  private wrapLine(line: string, lineOffset: number): Row[] {
    let offset = lineOffset;
    const cells = graphemes(line).map((grapheme) => {
      const cell = this.cellOf(grapheme, offset);
      offset += grapheme.length;
      return cell;
    });
    const rows: Row[] = [];
    let from = 0;
    while (from < cells.length) {
      const to = rowEnd(cells, from, this.columns);
      const end = cells[to]?.offset ?? lineOffset + line.length;
      rows.push({ start: cells[from]!.offset, end, cells: cells.slice(from, to), endsLine: to === cells.length });
      from = to;
    }
    return rows.length > 0 ? rows : [{ start: lineOffset, end: lineOffset, cells: [], endsLine: true }];
  }

  private cellOf(grapheme: string, offset: number): Cell {
    if (isChip(grapheme)) {
      const drawn = truncateEnd(this.labelOf(grapheme), this.columns);
      return { offset, drawn, columns: textWidth(drawn), isChip: true };
    }
    const columns = graphemeColumns(grapheme);
    return columns > this.columns
      ? { offset, drawn: '·', columns: 1, isChip: false }
      : { offset, drawn: drawnGrapheme(grapheme), columns, isChip: false };
  }
}

/** The column at which an offset of the row is drawn, from 0. */
export function columnOf(row: Row, offset: number): number {
  let column = 0;
  for (const cell of row.cells) {
    if (cell.offset >= offset) break;
    column += cell.columns;
  }
  return column;
}

/** The offset in the row that is nearest to a column and not behind it. */
export function offsetAtColumn(row: Row, column: number): number {
  let end = 0;
  for (const cell of row.cells) {
    end += cell.columns;
    if (end > column) return cell.offset;
  }
  // Behind the last cell of a row that goes on is the start of the next row.
  return row.endsLine ? row.end : (row.cells.at(-1)?.offset ?? row.end);
}

/** The rows to show. */
export interface Viewport {
  rows: readonly Row[];
  /** The row of the cursor, counted from the first shown. */
  cursorRow: number;
  cursorColumn: number;
  hasMoreAbove: boolean;
  hasMoreBelow: boolean;
}

/**
 * At most `height` rows, the cursor's among them.
 *
 * @param top offset in the first row of the last viewport: the text scrolls no more than it has to
 */
export function viewportOf(layout: RowLayout, { text, cursor }: TextBuffer, height: number, top: number): Viewport {
  const current = layout.rowAt(text, cursor);
  const above: Row[] = [];
  const wantedTop = Math.min(top, current.start);
  let first: Row | undefined = current;
  while (first.start > wantedTop && above.length < height - 1) {
    first = layout.rowAbove(text, first);
    if (!first) break;
    above.unshift(first);
  }
  const rows = [...above, current];
  while (rows.length < height) {
    const next = layout.rowBelow(text, rows.at(-1)!);
    if (!next) break;
    rows.push(next);
  }
  // The text has become shorter: fill up from above.
  while (rows.length < height) {
    const previous = layout.rowAbove(text, rows[0]!);
    if (!previous) break;
    rows.unshift(previous);
  }
  return {
    rows,
    cursorRow: rows.indexOf(current),
    cursorColumn: columnOf(current, cursor),
    hasMoreAbove: rows[0]!.start > 0,
    hasMoreBelow: rows.at(-1)!.end < text.length,
  };
}

/** The index of the first cell that is not in the row that starts with cell `from`. */
function rowEnd(cells: readonly Cell[], from: number, columns: number): number {
  let used = 0;
  let lastBreak = from;
  for (let at = from; at < cells.length; at++) {
    const cell = cells[at]!;
    used += cell.columns;
    if (used > columns) return lastBreak > from ? lastBreak : at;
    const next = cells[at + 1];
    if (next && canBreakBetween(cell, next)) lastBreak = at + 1;
  }
  return cells.length;
}

function canBreakBetween(cell: Cell, next: Cell): boolean {
  if (cell.isChip || next.isChip) return true;
  const isSpace = /^\s/.test(cell.drawn);
  if (isSpace) return !/^\s/.test(next.drawn);
  return cell.columns === 2 || (next.columns === 2 && !/^\s/.test(next.drawn));
}
