/** Text piped to the program. */
import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { FatalInputError } from '../errors.js';

/** How long a prompt given as an argument waits for the first byte of a pipe that may stay silent for ever. */
const FIRST_BYTE_MS = 3_000;

/** Whether descriptor 0 can hold text for us: a pipe, a socket or a file, but no terminal, `/dev/null` or closed descriptor. */
export function hasPipedInput(): boolean {
  if (process.stdin.isTTY) return false;
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isSocket() || stats.isFile();
  } catch (error) {
    if (['EBADF', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Far above what a model can be given, far below what Node can hold as one text. Bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

export interface ReadOptions {
  /** Without another prompt the pipe is all there is: wait for its end. */
  waitForever: boolean;
  firstByteMs?: number;
  maxBytes?: number;
  /** Ends the waiting; what has come so far is returned. */
  signal?: AbortSignal;
  /** Called when nothing came in time. */
  onGiveUp(): void;
}

/**
 * Everything up to the end of the stream, as UTF-8; empty when it stayed silent.
 *
 * @throws FatalInputError when it is more than `maxBytes`, as of a pipe that never ends
 */
export async function readAll(stream: Readable, options: ReadOptions): Promise<string> {
  const { waitForever, firstByteMs = FIRST_BYTE_MS, maxBytes = MAX_BYTES, signal, onGiveUp } = options;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = waitForever
    ? undefined
    : setTimeout(() => {
        onGiveUp();
        stream.destroy();
      }, firstByteMs);
  const stop = (): void => void stream.destroy();
  signal?.addEventListener('abort', stop);
  try {
    for await (const chunk of stream) {
      clearTimeout(timer);
      bytes += (chunk as Uint8Array).length;
      if (bytes > maxBytes) throw tooMuch(maxBytes);
      chunks.push(Buffer.from(chunk as Uint8Array));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

function tooMuch(maxBytes: number): FatalInputError {
  return new FatalInputError(
    `More than ${Math.round(maxBytes / 1024 / 1024)} MB came from standard input. Write it to a file and name the file in the prompt.`,
  );
}

/** The piped text comes first, so that the question stands where models read best: at the end. */
export function joinPrompt(piped: string, query: string | undefined): string {
  return [piped.trimEnd(), query ?? ''].filter((part) => part.trim() !== '').join('\n\n');
}
