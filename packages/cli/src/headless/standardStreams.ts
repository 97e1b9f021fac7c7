/** Standard output and error, and what happens when nobody reads them any more (`qwen … | head -1`). */

export class StandardStreams {
  private readonly abort = new AbortController();

  constructor() {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return this.abort.abort();
      process.stderr.write(`Error: the output cannot be written: ${error.message}\n`);
      process.exit(1);
    });
    process.stderr.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return this.abort.abort();
      process.exit(1);
    });
  }

  /** Aborted when a reader has gone. */
  get readerGone(): AbortSignal {
    return this.abort.signal;
  }

  readonly writeOut = (text: string): void => {
    if (!this.readerGone.aborted) process.stdout.write(text);
  };

  readonly writeError = (text: string): void => {
    if (!this.readerGone.aborted) process.stderr.write(text);
  };

  /** Ends the process once everything written has left it; open connections do not hold it up. */
  async exit(exitCode: number): Promise<never> {
    const streams = this.readerGone.aborted ? [] : [process.stdout, process.stderr];
    await Promise.all(streams.map((stream) => new Promise((done) => stream.write('', done))));
    process.exit(this.readerGone.aborted ? 0 : exitCode);
  }
}
