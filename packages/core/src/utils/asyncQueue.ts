/**
 * A queue that one consumer reads with `for await` while several producers push: how events of calls that run side by
 * side become one stream.
 */
export class AsyncQueue<T> implements AsyncIterable<T> {
  private readonly items: T[] = [];
  private wake: (() => void) | undefined;
  private closed = false;
  private failure: { error: unknown } | undefined;

  push(item: T): void {
    this.items.push(item);
    this.wake?.();
  }

  /** Ends the stream once the items pushed so far are read. */
  close(): void {
    this.closed = true;
    this.wake?.();
  }

  /** Ends the stream with an error once the items pushed so far are read. */
  fail(error: unknown): void {
    this.failure = { error };
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.items.length > 0) yield this.items.shift() as T;
      if (this.failure) throw this.failure.error;
      if (this.closed) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.wake = undefined;
    }
  }
}
