/** Standard output and error, and what happens when nobody reads them any more (`qwen … | head -1`). */

export class StandardStreams {
  private readonly abort = new AbortController();

  constructor() {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => this.onError(error));
    process.stderr.on('error', (error: NodeJS.ErrnoException) => this.onError(error));
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

  private onError(error: NodeJS.ErrnoException): void {
    if (error.code !== 'EPIPE') throw error;
    this.abort.abort();
  }
}
