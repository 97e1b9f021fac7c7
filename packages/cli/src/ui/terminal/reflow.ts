/** What becomes of the lines on the screen of a terminal that becomes narrower. */
import { fittingStart, graphemes, textWidth } from '../text/width.js';
import type { CursorPosition } from './cursor.js';

/** Most terminals wrap the lines, and their cursor stays at its character. In xterm.js it moves down by all rows that were added, also below it. */
export type Reflow = 'none' | 'cursor-moves-with-text' | 'cursor-moves-with-all';

/**
 * Where this is wrong, something of the old frame is left, or a row above it is lost. A terminal that is not known is taken
 * for one that wraps.
 */
export function reflowOf(env: NodeJS.ProcessEnv): Reflow {
  const isScreen = env['TERM']?.startsWith('screen') === true && !env['TMUX'];
  if (env['XTERM_VERSION'] || isScreen || env['TERM'] === 'linux') return 'none';
  const usesXtermJs = /^(?:vscode|hyper|tabby)$/i.test(env['TERM_PROGRAM'] ?? '') && !env['TMUX'];
  return usesXtermJs ? 'cursor-moves-with-all' : 'cursor-moves-with-text';
}

/**
 * How many rows are above the cursor after the terminal has wrapped its lines.
 *
 * @param lines without escape sequences
 * @param cursor where it was; `undefined`: in the last line
 * @param columns of the terminal now
 */
export function rowsAboveCursor(
  lines: readonly string[],
  cursor: CursorPosition | undefined,
  columns: number,
  reflow: Reflow,
): number {
  const heights = lines.map((line) => (reflow === 'none' ? 1 : rowsOf(line.trimEnd(), columns)));
  const total = sum(heights);
  if (!cursor) return total - 1;
  const { row, column } = cursor;
  if (reflow === 'cursor-moves-with-all') return row + total - heights.length;
  const before = fittingStart(lines[row]!, column).text;
  return sum(heights.slice(0, row)) + Math.min(heights[row]!, rowsOf(`${before}x`, columns)) - 1;
}

/** Rows that a line takes; a wide character that does not fit into one begins the next. */
function rowsOf(line: string, columns: number): number {
  let rows = 1;
  let used = 0;
  for (const grapheme of graphemes(line)) {
    const width = textWidth(grapheme);
    if (used + width > columns) {
      rows++;
      used = 0;
    }
    used += width;
  }
  return rows;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
