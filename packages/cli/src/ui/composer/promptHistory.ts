/** What was sent before, oldest first; kept in a file of the project, one JSON object a line: `{"text": …, "time": …}`. */
import {
  appendFileSync,
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { withoutChips } from './pasteChips.js';
import { cleanText } from './textBuffer.js';

const MAX_ENTRIES = 1_000;
/** The file is rewritten when it has grown to this many bytes; no more than its end is ever read. */
const MAX_FILE_BYTES = 2_000_000;
/** Longer input, such as one with a big paste, is kept for the session only. */
const MAX_KEPT_CHARACTERS = 50_000;

export class PromptHistory {
  private loaded: string[] | undefined;

  /** @param filePath none: nothing is kept beyond the session */
  constructor(private readonly filePath?: string) {}

  /** All entries; read from the file when first asked for. */
  get entries(): readonly string[] {
    return (this.loaded ??= this.load());
  }

  /**
   * Adds what was sent, unless it is what was sent last.
   *
   * @param text as it stood in the input line
   * @param whole the same with its pastes, for the file
   * @param now milliseconds since 1970
   */
  add(text: string, whole = text, now = Date.now()): void {
    const entries = (this.loaded ??= this.load());
    if (text.trim() === '' || entries.at(-1) === text) return;
    entries.push(text);
    if (entries.length > MAX_ENTRIES) entries.shift();
    if (whole.length <= MAX_KEPT_CHARACTERS) this.append({ text: whole, time: now });
  }

  private load(): string[] {
    const contents = this.filePath === undefined ? '' : readEnd(this.filePath);
    const entries: string[] = [];
    for (const line of contents.split('\n')) {
      const text = parseEntry(line);
      if (text !== undefined && text !== entries.at(-1)) entries.push(text);
    }
    const kept = entries.slice(-MAX_ENTRIES);
    if (this.filePath !== undefined && contents.length >= MAX_FILE_BYTES / 2) rewrite(this.filePath, kept);
    return kept;
  }

  private append(entry: { text: string; time: number }): void {
    if (this.filePath === undefined) return;
    try {
      mkdirSync(path.dirname(this.filePath), { recursive: true, mode: 0o700 });
      if (isPipe(this.filePath)) return;
      // The line break in front ends a line that a crash has left unfinished.
      appendFileSync(this.filePath, `\n${JSON.stringify(entry)}`, { mode: 0o600 });
    } catch (_error) {
      // A home that cannot be written to: the history lasts as long as the session, which is no reason to disturb anybody.
    }
  }
}

/** The end of the file, from the start of a line on; empty when there is no file that can be read. */
function readEnd(filePath: string): string {
  let file: number | undefined;
  try {
    if (isPipe(filePath)) return '';
    file = openSync(filePath, 'r');
    const { size } = fstatSync(file);
    const start = Math.max(0, size - MAX_FILE_BYTES);
    const buffer = Buffer.alloc(size - start);
    const length = readSync(file, buffer, 0, buffer.length, start);
    const text = buffer.toString('utf8', 0, length);
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } catch (_error) {
    // Missing, unreadable or a folder: there is no history then.
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Opening one would wait for somebody at its other end. */
function isPipe(filePath: string): boolean {
  return statSync(filePath, { throwIfNoEntry: false })?.isFIFO() ?? false;
}

function parseEntry(line: string): string | undefined {
  if (line === '') return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    const text = typeof entry === 'object' && entry !== null ? (entry as { text?: unknown }).text : undefined;
    return typeof text === 'string' && text.trim() !== '' ? withoutChips(cleanText(text)) : undefined;
  } catch (_error) {
    // A damaged line; those around it are whole.
    return undefined;
  }
}

function rewrite(filePath: string, entries: readonly string[]): void {
  const temporary = `${filePath}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, entries.map((text) => `\n${JSON.stringify({ text })}`).join(''), { mode: 0o600 });
    chmodSync(temporary, 0o600);
    renameSync(temporary, filePath);
  } catch (_error) {
    // The file stays as long as it is; only its end is read.
  }
}
