/** Text piped to the program. */
import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';

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

export interface ReadOptions {
  /** Without another prompt the pipe is all there is: wait for its end. */
  waitForever: boolean;
  firstByteMs?: number;
  /** Ends the waiting; what has come so far is returned. */
  signal?: AbortSignal;
  /** Called when nothing came in time. */
  onGiveUp(): void;
}

/** Everything up to the end of the stream, as UTF-8; empty when it stayed silent. */
export async function readAll(stream: Readable, options: ReadOptions): Promise<string> {
  const { waitForever, firstByteMs = FIRST_BYTE_MS, signal, onGiveUp } = options;
  const chunks: Buffer[] = [];
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

/** The piped text comes first, so that the question stands where models read best: at the end. */
export function joinPrompt(piped: string, query: string | undefined): string {
  return [piped.trimEnd(), query ?? ''].filter((part) => part.trim() !== '').join('\n\n');
}
