/** The size of a terminal. */

/** Serial lines and some containers do not know theirs: both are 0 there. */
const FALLBACK = { columns: 80, rows: 24 };

export interface TerminalSize {
  columns: number;
  rows: number;
}

export function terminalSize({ columns, rows }: TerminalSize): TerminalSize {
  return { columns: columns || FALLBACK.columns, rows: rows || FALLBACK.rows };
}
