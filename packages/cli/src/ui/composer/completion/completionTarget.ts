/** What the word at the cursor is the beginning of. */
import type { TextBuffer } from '../textBuffer.js';

export type CompletionTarget =
  /** The name of a command: `/` at the very beginning. `start` is behind it. */
  | { kind: 'command'; query: string; start: number; end: number }
  /** What follows a command's name; `query` is all of it up to the cursor. */
  | { kind: 'argument'; command: string; query: string; start: number; end: number }
  /** A path behind `@`; `start` is behind it, `query` has no escapes. */
  | { kind: 'file'; query: string; start: number; end: number };

const COMMAND = /^\/([\w:-]*)$/;
const ARGUMENT = /^\/([a-z0-9][\w:-]*) +(\S[^]*|)$/i;
/** `@` at the start or behind white space or an opening bracket; a backslash keeps the next character in the path. */
const MENTION = /(?:^|[\s([{"'])@((?:\\.|[^\s\\])*)$/;

export function completionTarget({ text, cursor }: TextBuffer): CompletionTarget | undefined {
  const before = text.slice(Math.max(0, cursor - 1_000), cursor);
  const mention = MENTION.exec(before);
  if (mention) {
    const typed = mention[1]!;
    return { kind: 'file', query: unescapePath(typed), start: cursor - typed.length, end: cursor };
  }
  if (cursor > before.length) return undefined;
  const command = COMMAND.exec(before);
  // Inside of a word the rest of it would be left over.
  if (command)
    return /^\S/.test(text.slice(cursor)) ? undefined : { kind: 'command', query: command[1]!, start: 1, end: cursor };
  const argument = ARGUMENT.exec(before);
  if (!argument || cursor !== text.length) return undefined;
  const query = argument[2]!;
  return { kind: 'argument', command: argument[1]!, query, start: cursor - query.length, end: cursor };
}

/** A path as it is written behind `@`: white space and backslashes are escaped. */
export function escapePath(path: string): string {
  return path.replace(/[\s\\]/g, '\\$&');
}

function unescapePath(typed: string): string {
  return typed.replace(/\\(.)/g, '$1');
}
