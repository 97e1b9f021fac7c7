/** Keeps the output of a command: in memory its first and last part, in a file the whole when it is long. */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { decodeOutput, isBinary, plainText } from './outputText.js';

/** Characters of the end that a screen is shown while the command runs. */
const LIVE_CHARACTERS = 4_000;
/** Room for the notice that something was left out. */
const NOTICE_CHARACTERS = 400;
/** Bytes after which a command is not worth running on. */
const MAX_OUTPUT_BYTES = 100 * 1024 * 1024;

export interface OutputLimits {
  /** Largest text that the model is given. */
  maxCharacters: number;
  /** File for the whole output; written only when it does not fit. */
  spillFile: string;
}

export class OutputCapture {
  totalBytes = 0;
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private readonly tail: Buffer[] = [];
  private tailBytes = 0;
  private readonly spill: SpillFile;
  /** A character takes at most four bytes, so what is longer cannot fit. */
  private readonly memoryBytes: number;

  constructor(private readonly limits: OutputLimits) {
    this.memoryBytes = limits.maxCharacters * 4;
    this.spill = new SpillFile(limits.spillFile);
  }

  get isTooLong(): boolean {
    return this.totalBytes > MAX_OUTPUT_BYTES;
  }

  add(chunk: Buffer): void {
    this.totalBytes += chunk.length;
    if (this.totalBytes > this.limits.maxCharacters)
      this.spill.write(this.spill.isOpen ? [chunk] : [...this.head, chunk]);
    const part = chunk.subarray(0, Math.max(0, this.memoryBytes - this.headBytes));
    if (part.length > 0) this.head.push(part);
    this.headBytes += part.length;
    if (part.length < chunk.length) this.addToTail(chunk.subarray(part.length));
  }

  /** The last part of the output so far. */
  liveText(): string {
    const recent = Buffer.concat(this.tail.length > 0 ? this.tail : this.head).subarray(-LIVE_CHARACTERS * 4);
    return plainText(recent.toString('utf8')).slice(-LIVE_CHARACTERS);
  }

  /** The text for the model; nothing can be added after it. `reserved`: characters that the caller adds to the text. */
  async finish(reserved: number): Promise<string> {
    const room = Math.max(0, this.limits.maxCharacters - reserved);
    const head = Buffer.concat(this.head);
    if (isBinary(head)) {
      this.spill.close();
      return `[binary output, ${this.totalBytes} bytes${this.spill.isOpen ? `. ${this.spill.whereabouts}` : ''}]`;
    }
    const start = plainText(await decodeOutput(head));
    const isWhole = this.tail.length === 0;
    if (isWhole && start.length <= room) {
      this.spill.remove();
      return start.trimEnd();
    }
    const end = isWhole ? start : plainText(await decodeOutput(Buffer.concat(this.tail)));
    if (!this.spill.isOpen) this.spill.write(this.head);
    this.spill.close();
    return this.shortened(start, end, room - NOTICE_CHARACTERS);
  }

  /** A third of the room for the beginning, the rest for the end: that is where errors and results stand. */
  private shortened(start: string, end: string, room: number): string {
    const headLength = Math.max(0, Math.floor(room / 3));
    const tailLength = Math.max(1, room - headLength);
    const notice = `[… shortened, ${this.totalBytes} bytes in all. ${this.spill.whereabouts}]`;
    const [first, last] = [start.slice(0, headLength), end.slice(-tailLength)].map(wholeCharacters);
    return `${first}\n\n${notice}\n\n${last?.trimEnd()}`;
  }

  private addToTail(chunk: Buffer): void {
    this.tail.push(chunk);
    this.tailBytes += chunk.length;
    for (let first = this.tail[0]; first && this.tailBytes - first.length >= this.memoryBytes; first = this.tail[0]) {
      this.tailBytes -= first.length;
      this.tail.shift();
    }
  }
}

/** A file that is created with its first write. A full disk costs the file, not the command. */
class SpillFile {
  private descriptor: number | undefined;
  private failure: string | undefined;

  constructor(private readonly file: string) {}

  get isOpen(): boolean {
    return this.descriptor !== undefined || this.failure !== undefined;
  }

  /** A sentence for the model. */
  get whereabouts(): string {
    if (this.failure !== undefined) return `The whole could not be saved: ${this.failure}`;
    return `The whole is in ${this.file}: search it or read parts of it.`;
  }

  write(chunks: Buffer[]): void {
    if (this.failure !== undefined) return;
    try {
      if (this.descriptor === undefined) {
        mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
        this.descriptor = openSync(this.file, 'w', 0o600);
      }
      for (const chunk of chunks) writeSync(this.descriptor, chunk);
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }

  remove(): void {
    this.close();
    if (this.descriptor !== undefined) rmSync(this.file, { force: true });
  }
}

/** Cuts half characters off both ends. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');
}
