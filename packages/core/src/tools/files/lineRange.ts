/** A range of the lines of a text file, of any size. */
import { createReadStream } from 'node:fs';
import { toLf } from './replaceText.js';

export interface LineRange {
  /** Without their line endings. */
  lines: string[];
  /** Lines of the whole file; `undefined` when reading stopped before its end. */
  total: number | undefined;
}

/** Longest line that is kept while streaming, in characters: more than any reader shows. */
const MAX_STREAMED_LINE = 16_384;

/** @param offset number of lines to pass over */
export function linesOf(text: string, offset: number, limit: number): LineRange {
  const lines = toLf(text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return { lines: lines.slice(offset, offset + limit), total: lines.length };
}

/**
 * Reads a file up to the end of the range and no further, in constant memory.
 *
 * @param label name of the encoding in the WHATWG standard
 * @throws RangeError for an unknown encoding, the file system's error, or an AbortError.
 */
export async function streamLines(
  file: string,
  label: string,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<LineRange> {
  const decoder = new TextDecoder(label);
  const collector = new LineCollector(offset, limit);
  for await (const chunk of createReadStream(file, { signal, highWaterMark: 1024 * 1024 })) {
    collector.add(decoder.decode(chunk as Buffer, { stream: true }));
    if (collector.hasMore) return { lines: collector.lines, total: undefined };
  }
  collector.add(decoder.decode());
  return { lines: collector.lines, total: collector.end() };
}

class LineCollector {
  readonly lines: string[] = [];
  /** Something follows the last line of the range. */
  hasMore = false;
  private count = 0;
  private current = '';
  private isOpen = false;

  constructor(
    private readonly offset: number,
    private readonly limit: number,
  ) {}

  add(text: string): void {
    for (let at = 0; at < text.length;) {
      if (this.count >= this.offset + this.limit) {
        this.hasMore = true;
        return;
      }
      const newline = text.indexOf('\n', at);
      this.extend(text, at, newline === -1 ? text.length : newline);
      if (newline === -1) return;
      this.close();
      at = newline + 1;
    }
  }

  /** Closes a last line without line ending; returns the number of lines. */
  end(): number {
    if (this.isOpen) this.close();
    return this.count;
  }

  private extend(text: string, start: number, end: number): void {
    this.isOpen = true;
    if (this.count < this.offset) return;
    const room = MAX_STREAMED_LINE - this.current.length;
    this.current += text.slice(start, Math.min(end, start + room));
  }

  private close(): void {
    if (this.count >= this.offset) this.lines.push(this.current.replace(/\r$/, ''));
    this.count += 1;
    this.current = '';
    this.isOpen = false;
  }
}
