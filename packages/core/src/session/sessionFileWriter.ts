/**
 * Appends lines to a session file: in order, each in one write, never lost silently. What cannot be written now stays
 * queued and goes out, whole and on a new line, before anything that came later.
 */
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { SessionLock } from './sessionLock.js';

export interface SessionFileWriterOptions {
  filePath: string;
  /** Told when writing starts to fail, and not again before it has worked in between. */
  onFailure(error: Error, pendingLines: number): void;
}

export class SessionFileWriter {
  private readonly queue: string[] = [];
  private opening: Promise<FileHandle> | undefined;
  private lock: SessionLock | undefined;
  private handle: FileHandle | undefined;
  private draining: Promise<void> | undefined;
  /** The file ends in the middle of a line. */
  private midLine = false;
  private failing = false;
  private closed = false;

  constructor(private readonly options: SessionFileWriterOptions) {}

  /** Lines that are not in the file yet. */
  get pendingLines(): number {
    return this.queue.length;
  }

  /**
   * Takes the lock and opens the file, which creates it. Appending does that by itself; a caller that resumes a session
   * does it first, to learn of another writer before any work is done.
   *
   * @throws SessionLockedError, or the file system's error
   */
  async open(): Promise<void> {
    await this.ensureOpen();
  }

  /** Queues one line (without its newline) and starts writing. */
  append(line: string): void {
    this.queue.push(line);
    if (this.closed) this.fail(new Error('the session file is closed'));
    else void this.drain();
  }

  /** Resolves when everything queued so far is in the file or the attempt to write it has failed. */
  async flush(): Promise<void> {
    // A drain under way may be about to fail on an earlier line; a fresh attempt decides.
    if (this.draining) await this.draining;
    if (this.queue.length > 0) await this.drain();
  }

  /** Flushes, closes the file and gives up the lock. */
  async close(): Promise<void> {
    this.closed = true;
    await this.flush();
    await this.handle?.close();
    await this.lock?.release();
    this.handle = undefined;
    this.lock = undefined;
  }

  private drain(): Promise<void> {
    this.draining ??= this.writeQueue();
    return this.draining;
  }

  private async writeQueue(): Promise<void> {
    try {
      const handle = await this.ensureOpen();
      while (this.queue.length > 0) {
        await this.writeLine(handle, this.queue[0]!);
        this.queue.shift();
        this.failing = false;
      }
    } catch (error) {
      this.fail(error as Error);
    } finally {
      // In the same tick as the last look at the queue: a line appended from now on starts a drain of its own.
      this.draining = undefined;
    }
  }

  private fail(error: Error): void {
    if (!this.failing) this.options.onFailure(error, this.queue.length);
    this.failing = true;
  }

  private async writeLine(handle: FileHandle, line: string): Promise<void> {
    let rest = Buffer.from(`${this.midLine ? '\n' : ''}${line}\n`);
    while (rest.length > 0) {
      const { bytesWritten } = await handle.write(rest);
      rest = rest.subarray(bytesWritten);
      if (bytesWritten > 0) this.midLine = rest.length > 0;
      // All but the newline is there: the record is whole, and the next write begins with the newline.
      if (rest.length === 1) return;
    }
  }

  private ensureOpen(): Promise<FileHandle> {
    this.opening ??= this.openFile().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async openFile(): Promise<FileHandle> {
    await mkdir(path.dirname(this.options.filePath), { recursive: true, mode: 0o700 });
    this.lock ??= await SessionLock.acquire(this.options.filePath);
    const handle = await open(this.options.filePath, 'a+', 0o600);
    try {
      this.midLine = await endsMidLine(handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return (this.handle = handle);
  }
}

async function endsMidLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}
