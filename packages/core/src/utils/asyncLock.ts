/** Mutual exclusion for asynchronous work, first come, first served. */
import { abortErrorOf } from './abortError.js';

export class AsyncLock {
  private tail: Promise<void> = Promise.resolve();

  /**
   * Waits until the lock is free and takes it.
   *
   * @returns the function that frees it; further calls of it do nothing
   * @throws an `AbortError` when the signal aborts while waiting
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw abortErrorOf(signal);
    const previous = this.tail;
    const { promise, resolve } = newDeferred();
    this.tail = promise;
    try {
      await raceAbort(previous, signal);
    } catch (error) {
      void previous.then(resolve);
      throw error;
    }
    return resolve;
  }
}

function newDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

async function raceAbort(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  const { promise: aborted, resolve } = newDeferred();
  signal.addEventListener('abort', resolve, { once: true });
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', resolve);
  if (signal.aborted) throw abortErrorOf(signal);
}
