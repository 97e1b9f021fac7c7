/** Text with styles as data: what pure functions return and what a theme turns into what the terminal gets. */
import { fittingStart, textWidth } from './width.js';

/** What a colour means; the theme says what it looks like. */
export type ColorName =
  | 'muted'
  | 'accent'
  | 'success'
  | 'warning'
  | 'error'
  | 'user'
  | 'heading'
  | 'link'
  | 'code'
  | 'added'
  | 'removed'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'function'
  | 'type';

export interface Style {
  color?: ColorName;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
  /** Light on dark and dark on light: the choice under the cursor. */
  inverse?: boolean;
}

export interface Span {
  text: string;
  style?: Style;
}

/** One line of the screen. */
export type StyledLine = readonly Span[];

export const EMPTY_LINE: StyledLine = [];

export function span(text: string, color?: ColorName, style?: Style): Span {
  return color === undefined && style === undefined ? { text } : { text, style: { color, ...style } };
}

/** A line of one style. */
export function line(text: string, color?: ColorName, style?: Style): StyledLine {
  return [span(text, color, style)];
}

export function lineText(styled: StyledLine): string {
  return styled.map(({ text }) => text).join('');
}

export function lineWidth(styled: StyledLine): number {
  return styled.reduce((width, { text }) => width + textWidth(text), 0);
}

/** Cuts at the end and marks the cut with `…` in the style of what was cut. */
export function truncateLine(styled: StyledLine, columns: number): StyledLine {
  if (columns <= 0) return EMPTY_LINE;
  if (startOfLine(styled, columns).isWhole) return styled;
  const { spans, cutStyle } = startOfLine(styled, columns - 1);
  return [...spans, { text: '…', style: cutStyle }];
}

function startOfLine(styled: StyledLine, columns: number): { spans: Span[]; isWhole: boolean; cutStyle?: Style } {
  const spans: Span[] = [];
  let room = columns;
  for (const { text, style } of styled) {
    const { text: start, width } = fittingStart(text, room);
    if (start !== '') spans.push({ text: start, style });
    if (start.length < text.length) return { spans, isWhole: false, cutStyle: style };
    room -= width;
  }
  return { spans, isWhole: true };
}

/** The first line behind `first`, all others behind `rest` (or as many spaces as `first` is wide). */
export function prefixLines(lines: readonly StyledLine[], first: Span, rest?: Span): StyledLine[] {
  const other = rest ?? span(' '.repeat(textWidth(first.text)));
  return lines.map((styled, index) => {
    const prefix = index === 0 ? first : other;
    return styled.length === 0 && prefix.text.trim() === '' ? EMPTY_LINE : [prefix, ...styled];
  });
}

/** Puts `right` at the end of the row when both fit. */
export function spread(left: StyledLine, right: StyledLine, columns: number): StyledLine {
  const gap = columns - lineWidth(left) - lineWidth(right);
  return gap >= 1 ? [...left, span(' '.repeat(gap)), ...right] : truncateLine(left, columns);
}
