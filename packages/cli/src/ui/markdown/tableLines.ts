/** Tables: columns as wide as they need to be, narrowed by wrapping; as records where even that is too wide. */
import type { Tokens } from 'marked';
import { lineWidth, span, type Span, type StyledLine } from '../text/styledLine.js';
import { wrapSpans } from '../text/wrap.js';
import { inlineSpans } from './inlineSpans.js';

/** A column narrower than this is no longer readable when its text needs more. */
const NARROWEST_COLUMN = 6;
/** A longer table is cut with a notice. */
const MAXIMUM_ROWS = 500;

type Align = 'left' | 'right' | 'center' | null;

export function tableLines(table: Tokens.Table, columns: number, screenReader: boolean): StyledLine[] {
  const header = table.header.map(({ tokens }) => inlineSpans(tokens, { bold: true }));
  const rows = table.rows.slice(0, MAXIMUM_ROWS).map((row) => row.map(({ tokens }) => inlineSpans(tokens)));
  const widths = screenReader ? undefined : columnWidths([header, ...rows], columns);
  const lines = widths ? gridLines(header, rows, widths, table.align) : recordLines(header, rows, columns);
  const hidden = table.rows.length - rows.length;
  return hidden > 0 ? [...lines, [span(`… ${hidden} more rows`, 'muted')]] : lines;
}

/** @returns `undefined` when the table does not fit even with every column as narrow as it may be */
function columnWidths(rows: ReadonlyArray<readonly Span[][]>, columns: number): number[] | undefined {
  const count = rows[0]!.length;
  const natural = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...rows.map((row) => widestPart(row[column] ?? []))),
  );
  // Borders: one on each side and between, with a space on both sides of each cell.
  const room = columns - (3 * count + 1);
  const least = natural.map((width) => Math.min(width, NARROWEST_COLUMN));
  if (room < sum(least)) return undefined;
  return shareRoom(natural, least, room);
}

/** Narrow columns get what they need; the wide ones share what is left evenly. */
function shareRoom(natural: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...natural];
  let excess = sum(widths) - room;
  while (excess > 0) {
    const widest = Math.max(...widths.map((width, column) => (width > least[column]! ? width : 0)));
    const wide = widths.flatMap((width, column) => (width === widest ? [column] : []));
    const next = Math.max(0, ...widths.filter((width) => width < widest));
    const step = Math.max(1, Math.min(Math.ceil(excess / wide.length), widest - next));
    for (const column of wide) {
      const cut = Math.min(step, excess, widths[column]! - least[column]!);
      widths[column]! -= cut;
      excess -= cut;
    }
  }
  return widths;
}

function gridLines(
  header: readonly Span[][],
  rows: ReadonlyArray<readonly Span[][]>,
  widths: readonly number[],
  align: readonly Align[],
): StyledLine[] {
  const border = (left: string, middle: string, right: string): StyledLine => [
    span(left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right, 'muted'),
  ];
  // Rows of several lines each need something between them.
  const drawn = rows.map((row) => rowLines(row, widths, align));
  const isTall = drawn.some((lines) => lines.length > 1);
  const body = drawn.flatMap((lines, index) => (isTall && index > 0 ? [border('├', '┼', '┤'), ...lines] : lines));
  return [
    border('┌', '┬', '┐'),
    ...rowLines(header, widths, align),
    ...(rows.length > 0 ? [border('├', '┼', '┤')] : []),
    ...body,
    border('└', '┴', '┘'),
  ];
}

function rowLines(cells: readonly Span[][], widths: readonly number[], align: readonly Align[]): StyledLine[] {
  const wrapped = widths.map((width, column) => wrapSpans(cells[column] ?? [], width));
  const height = Math.max(1, ...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) => [
    ...widths.flatMap((width, column) => [
      span(column === 0 ? '│ ' : ' │ ', 'muted'),
      ...aligned(wrapped[column]![index] ?? [], width, align[column] ?? 'left'),
    ]),
    span(' │', 'muted'),
  ]);
}

function aligned(cell: StyledLine, width: number, align: 'left' | 'right' | 'center'): Span[] {
  const missing = Math.max(0, width - lineWidth(cell));
  const before = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
  return [span(' '.repeat(before)), ...cell, span(' '.repeat(missing - before))];
}

/** One line for each cell, `header: value`, and an empty line between rows. */
function recordLines(header: readonly Span[][], rows: ReadonlyArray<readonly Span[][]>, columns: number): StyledLine[] {
  if (rows.length === 0)
    return wrapSpans(
      header.flatMap((cell, index) => (index ? [span(', '), ...cell] : cell)),
      columns,
    );
  return rows.flatMap((row, index) => {
    const lines = row.flatMap((cell, column) => {
      const name = header[column] ?? [];
      return wrapSpans(name.length > 0 ? [...name, span(': '), ...cell] : cell, columns);
    });
    return index > 0 ? [[], ...lines] : lines;
  });
}

/** The width of the longest line in a cell; `<br>` makes several. */
function widestPart(spans: readonly Span[]): number {
  if (!spans.some(({ text }) => text.includes('\n'))) return lineWidth(spans);
  return Math.max(...wrapSpans(spans, Number.MAX_SAFE_INTEGER).map(lineWidth));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
