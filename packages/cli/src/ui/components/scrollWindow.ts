/** Which part of a long list or text is in view. Pure. */
import { line, type StyledLine } from '../text/styledLine.js';

export interface ScrollWindow {
  start: number;
  end: number;
}

/** The window of `size` items that moves no more than it must to show the selected one. */
export function windowAround(selected: number, count: number, size: number, previousStart = 0): ScrollWindow {
  if (count <= size) return { start: 0, end: count };
  let start = Math.min(Math.max(0, previousStart), count - size);
  if (selected < start) start = selected;
  else if (selected >= start + size) start = selected - size + 1;
  return { start, end: start + size };
}

/** A page of lines, and, where there are more, a line that says which these are. */
export function pageOfLines(lines: readonly StyledLine[], top: number, rows: number): StyledLine[] {
  if (lines.length <= rows) return [...lines];
  const size = Math.max(1, rows - 1);
  const start = Math.min(Math.max(0, top), lines.length - size);
  const place = `lines ${start + 1}-${start + size} of ${lines.length} · PgUp/PgDn scroll`;
  return [...lines.slice(start, start + size), line(place, 'muted')];
}

/** Where the page begins after scrolling by whole pages. */
export function scrolledTop(top: number, pages: number, lineCount: number, rows: number): number {
  const size = Math.max(1, rows - 1);
  return Math.max(0, Math.min(top + pages * size, lineCount - size));
}
