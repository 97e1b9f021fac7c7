/** The input line as styled lines. */
import { line, lineWidth, span, truncateLine, type Span, type Style, type StyledLine } from '../text/styledLine.js';
import { textWidth } from '../text/width.js';
import { oneLine } from '../text/sanitize.js';
import type { Completion, CompletionList } from './completion/completions.js';
import type { ComposerState } from './composerState.js';
import { drawnGrapheme } from './graphemes.js';
import { viewportOf, type Row, type RowLayout, type Viewport } from './rows.js';
import { bufferOf } from './textBuffer.js';

/** Columns in front of the text: the sign of the mode and a space. */
const PREFIX_COLUMNS = 2;

/** Columns at the end that stay free, so that the cursor has a place behind a full row. */
const CURSOR_COLUMN = 1;

const MAX_LISTED = 8;
const MAX_LABEL_COLUMNS = 40;

const SHELL_PLACEHOLDER = 'A shell command; backspace leaves';

const CURSOR: Style = { inverse: true };
const FOUND: Style = { bold: true, underline: true };
const CHIP: Style = { color: 'accent' };

export interface ComposerFrame {
  lines: StyledLine[];
  /** Where the cursor is in the lines; `undefined` when it is not shown. */
  cursor: { row: number; column: number } | undefined;
  /** Offset of the first row that is shown. */
  top: number;
}

export interface ComposerViewOptions {
  /** Width of the terminal. */
  columns: number;
  /** Height of the terminal: text and lists take a part of it only. */
  terminalRows: number;
  placeholder: string;
  /** Keys are taken: the cursor is shown. */
  isActive: boolean;
  /** No rules above and below. */
  isScreenReader: boolean;
  /** `top` of the last frame. */
  top: number;
}

/** Columns of a row of text in a terminal of a width. */
export function textColumns(columns: number): number {
  return Math.max(1, columns - PREFIX_COLUMNS - CURSOR_COLUMN);
}

/** @param rows of `textColumns(columns)` columns */
export function drawComposer(state: ComposerState, rows: RowLayout, options: ComposerViewOptions): ComposerFrame {
  const { columns, terminalRows, isActive, isScreenReader } = options;
  const height = Math.max(1, Math.floor(terminalRows / 3));
  const buffer = state.search ? foundBuffer(state) : state.buffer;
  const viewport = viewportOf(rows, buffer, height, state.search ? 0 : options.top);
  const highlighted = state.search?.query ? buffer.cursor + state.search.query.length : buffer.cursor;
  const text = viewport.rows.map((row, index) => [
    rowPrefix(state, viewport, index),
    ...(buffer.text === '' ? emptyRow(state, options) : rowSpans(row, isActive ? buffer.cursor : -1, highlighted)),
  ]);
  const rule = isScreenReader ? [] : [line('─'.repeat(columns), state.mode === 'shell' ? 'warning' : 'muted')];
  const below = state.search ? [searchLine(state)] : state.completion ? listLines(state.completion, options) : [];
  return {
    lines: [...rule, ...text, ...rule, ...below].map((styled) => truncateLine(styled, columns)),
    cursor: isActive
      ? { row: rule.length + viewport.cursorRow, column: PREFIX_COLUMNS + viewport.cursorColumn }
      : undefined,
    top: viewport.rows[0]!.start,
  };
}

/** What the search has found, the cursor at the match. */
function foundBuffer({ search, found = '' }: ComposerState) {
  return bufferOf(found, Math.max(0, found.toLowerCase().indexOf(search!.query.toLowerCase())));
}

function rowPrefix(state: ComposerState, viewport: Viewport, index: number): Span {
  const { search } = state;
  const isLast = index === viewport.rows.length - 1;
  if (index === 0 && viewport.hasMoreAbove) return span('↑ ', 'muted');
  if (index === 0 && !search) return modeSign(state);
  return isLast && viewport.hasMoreBelow ? span('↓ ', 'muted') : span('  ');
}

function modeSign({ mode, vim }: ComposerState): Span {
  if (mode === 'shell') return span('! ', 'warning');
  return span(vim === 'normal' ? ': ' : '> ', 'accent');
}

function emptyRow({ search, mode }: ComposerState, { placeholder, isActive }: ComposerViewOptions): StyledLine {
  const shown = search ? '' : mode === 'shell' ? SHELL_PLACEHOLDER : placeholder;
  if (!isActive) return line(shown, 'muted');
  return [span(shown[0] ?? ' ', 'muted', { inverse: true }), span(shown.slice(1), 'muted')];
}

/** @param highlightEnd end of the part from the cursor on that is marked as found */
function rowSpans(row: Row, cursor: number, highlightEnd: number): StyledLine {
  const spans: Span[] = [];
  for (const { offset, drawn, isChip } of row.cells) {
    const isFound = offset >= cursor && offset < highlightEnd;
    const style = isFound ? FOUND : offset === cursor ? CURSOR : isChip ? CHIP : undefined;
    const last = spans.at(-1);
    if (last && last.style === style && style !== CURSOR) last.text += drawn;
    else spans.push({ text: style === CURSOR ? drawn || ' ' : drawn, style });
  }
  if (row.endsLine && cursor === row.end) spans.push({ text: ' ', style: CURSOR });
  return spans;
}

function searchLine({ search }: ComposerState): StyledLine {
  const { query, matches, position } = search!;
  const count = query === '' ? '' : matches === 0 ? ' · nothing found' : ` · ${position} of ${matches}`;
  return [
    span('  earlier input: ', 'muted'),
    span(query),
    span(' ', undefined, { inverse: true }),
    span(`${count} · enter takes it, esc goes back`, 'muted'),
  ];
}

function listLines({ items, selected, isLoading, target }: CompletionList, options: ComposerViewOptions): StyledLine[] {
  const height = Math.max(1, Math.min(MAX_LISTED, Math.floor(options.terminalRows / 4)));
  const first = Math.max(0, Math.min(selected - Math.floor(height / 2), items.length - height));
  const shown = items.slice(first, first + height);
  const widest = Math.max(...shown.map(({ label }) => textWidth(oneLine(label))));
  const labelColumns = Math.min(MAX_LABEL_COLUMNS, widest);
  const lines = shown.map((item, index) => itemLine(item, first + index === selected, labelColumns, options));
  if (isLoading && items.length === 0) return [line('  listing files …', 'muted')];
  const more = items.length - shown.length;
  if (more > 0 && !options.isScreenReader) {
    const what = target.kind === 'file' ? 'files' : 'completions';
    lines.push(line(`  ${selected + 1} of ${items.length} ${what}`, 'muted'));
  }
  return lines;
}

function itemLine(
  item: Completion,
  isSelected: boolean,
  labelColumns: number,
  { columns }: ComposerViewOptions,
): StyledLine {
  const matched = new Set(item.positions);
  const color = isSelected ? 'accent' : undefined;
  const label: Span[] = [];
  let index = 0;
  for (const character of item.label) {
    const bold = matched.has(index);
    index += character.length;
    const drawn = drawnGrapheme(character);
    const last = label.at(-1);
    if (last && (last.style?.bold ?? false) === bold) last.text += drawn;
    else label.push(span(drawn, color, bold ? { bold } : undefined));
  }
  const sign = span(isSelected ? '❯ ' : '  ', color);
  if (!item.description) return [sign, ...label];
  const gap = ' '.repeat(Math.max(2, labelColumns + 2 - lineWidth(label)));
  if (columns < 50 && !isSelected) return [sign, ...label];
  return [sign, ...label, span(gap + oneLine(item.description), 'muted')];
}
