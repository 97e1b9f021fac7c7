/** A text with a cursor, and what the keys do to them. All functions are pure; offsets count UTF-16 units. */
import { nextBoundary, previousBoundary, snapToBoundary } from './graphemes.js';
import { spacedWordStart, wordEnd, wordStart } from './words.js';

export interface TextBuffer {
  readonly text: string;
  /** Offset of the cursor; never inside of a grapheme cluster. */
  readonly cursor: number;
}

/** What a deletion leaves, and what it took away. */
export interface Deletion {
  buffer: TextBuffer;
  deleted: string;
}

/** A text with the cursor at its end, or at an offset of it. */
export function bufferOf(text: string, cursor = text.length): TextBuffer {
  return { text, cursor: snapToBoundary(text, cursor) };
}

export function insertText({ text, cursor }: TextBuffer, inserted: string): TextBuffer {
  return bufferOf(text.slice(0, cursor) + inserted + text.slice(cursor), cursor + inserted.length);
}

/** Puts `replacement` in place of a part of the text; the cursor stands behind it. */
export function replaceRange({ text }: TextBuffer, start: number, end: number, replacement: string): TextBuffer {
  return bufferOf(text.slice(0, start) + replacement + text.slice(end), start + replacement.length);
}

export const motions = {
  left: ({ text, cursor }: TextBuffer): number => previousBoundary(text, cursor),
  right: ({ text, cursor }: TextBuffer): number => nextBoundary(text, cursor),
  wordLeft: ({ text, cursor }: TextBuffer): number => wordStart(text, cursor),
  wordRight: ({ text, cursor }: TextBuffer): number => wordEnd(text, cursor),
  spacedWordLeft: ({ text, cursor }: TextBuffer): number => spacedWordStart(text, cursor),
  lineStart: ({ text, cursor }: TextBuffer): number => lineStart(text, cursor),
  lineEnd: ({ text, cursor }: TextBuffer): number => lineEnd(text, cursor),
  textStart: (): number => 0,
  textEnd: ({ text }: TextBuffer): number => text.length,
} satisfies Record<string, (buffer: TextBuffer) => number>;

export type Motion = keyof typeof motions;

export function move(buffer: TextBuffer, motion: Motion): TextBuffer {
  return { text: buffer.text, cursor: motions[motion](buffer) };
}

/** Deletes from the cursor to where the motion leads. */
export function deleteTo(buffer: TextBuffer, motion: Motion): Deletion {
  return deleteRange(buffer, buffer.cursor, motions[motion](buffer));
}

/** As `deleteTo` the end of the line; at the end of a line the line break is deleted. */
export function deleteToLineEnd(buffer: TextBuffer): Deletion {
  const end = lineEnd(buffer.text, buffer.cursor);
  return deleteRange(buffer, buffer.cursor, end === buffer.cursor ? end + 1 : end);
}

/** As `deleteTo` the start of the line; at the start of a line the line break before it is deleted. */
export function deleteToLineStart(buffer: TextBuffer): Deletion {
  const start = lineStart(buffer.text, buffer.cursor);
  return deleteRange(buffer, start === buffer.cursor ? start - 1 : start, buffer.cursor);
}

/** Deletes between two offsets, given in either order. */
function deleteRange({ text }: TextBuffer, from: number, to: number): Deletion {
  const start = Math.max(0, Math.min(from, to));
  const end = Math.min(text.length, Math.max(from, to));
  return { buffer: bufferOf(text.slice(0, start) + text.slice(end), start), deleted: text.slice(start, end) };
}

/** Swaps the characters on both sides of the cursor, at the end of a line the last two, and moves behind them. */
export function transpose(buffer: TextBuffer): TextBuffer {
  const { text, cursor } = buffer;
  const start = lineStart(text, cursor);
  const middle = cursor === lineEnd(text, cursor) ? previousBoundary(text, cursor) : cursor;
  if (middle <= start) return buffer;
  const before = previousBoundary(text, middle);
  const end = nextBoundary(text, middle);
  return replaceRange(buffer, before, end, text.slice(middle, end) + text.slice(before, middle));
}

/** The offset at which the line of an offset starts. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset of the line break that ends the line of an offset, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

const LINE_ENDS = /\r\n?|\u2028|\u2029/g;

const ESCAPE_SEQUENCES =
  /\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)/g;

const CONTROL_CHARACTERS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Text from outside as the buffer can hold it: line ends are `\n`, escape sequences and control characters are gone. */
export function cleanText(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(ESCAPE_SEQUENCES, '').replace(CONTROL_CHARACTERS, '').toWellFormed();
}
