/** The cursor of the terminal: where it stands, and the sequences that move it. */

/** Columns and rows from the upper left corner of what is drawn, from 0. */
export interface CursorPosition {
  row: number;
  column: number;
}

export function cursorUp(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : '';
}

export function cursorDown(rows: number): string {
  return rows > 0 ? `\x1b[${rows}B` : '';
}

/** @param column from 0 */
export function cursorToColumn(column: number): string {
  return `\x1b[${column + 1}G`;
}
