/** Reads a file line by line from its end, in chunks, so that only what is looked at is read. */
import type { FileHandle } from 'node:fs/promises';

const FIRST_CHUNK_BYTES = 64 * 1024;
const LARGEST_CHUNK_BYTES = 1024 * 1024;

export interface Line {
  /** Position of its first byte in the file. */
  start: number;
  /** Without the newline. */
  bytes: Buffer;
}

export interface ReadCounter {
  bytesRead: number;
}

/**
 * Yields the lines before position `end`, last one first. Empty lines are left out. Chunks grow from 64 KiB to 1 MiB; a
 * longer line is put together from several.
 */
export async function* linesBackwards(handle: FileHandle, end: number, counter: ReadCounter): AsyncGenerator<Line> {
  let position = end;
  let chunkBytes = FIRST_CHUNK_BYTES;
  /** The pieces of the line whose beginning is not known yet, in reverse order. */
  let tail: Buffer[] = [];
  while (position > 0) {
    const length = Math.min(chunkBytes, position);
    const chunk = await readExactly(handle, position - length, length);
    counter.bytesRead += length;
    position -= length;
    chunkBytes = Math.min(chunkBytes * 2, LARGEST_CHUNK_BYTES);
    let lineEnd = chunk.length;
    for (;;) {
      const newline = lineEnd === 0 ? -1 : chunk.lastIndexOf(0x0a, lineEnd - 1);
      if (newline === -1) break;
      const bytes = joined(chunk.subarray(newline + 1, lineEnd), tail);
      tail = [];
      if (bytes.length > 0) yield { start: position + newline + 1, bytes };
      lineEnd = newline;
    }
    if (lineEnd > 0) tail.push(chunk.subarray(0, lineEnd));
  }
  const bytes = joined(Buffer.alloc(0), tail);
  if (bytes.length > 0) yield { start: 0, bytes };
}

function joined(first: Buffer, reversedRest: Buffer[]): Buffer {
  return reversedRest.length === 0 ? first : Buffer.concat([first, ...reversedRest.toReversed()]);
}

async function readExactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    // The file became shorter while it was read: what is gone reads as empty.
    if (bytesRead === 0) return buffer.subarray(0, filled);
    filled += bytesRead;
  }
  return buffer;
}
