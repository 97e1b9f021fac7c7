/** Opens a stream so that failures before its first item can be retried. */
import { withRetry, type RetryOptions } from './retry.js';

/**
 * Opens a stream and waits for its first item, trying again as `withRetry` does while nothing has come; from then on
 * failures belong to the consumer. An attempt that fails is closed before the next one.
 *
 * @param open starts one attempt; a generator whose `finally` releases the connection.
 */
export async function startStream<T>(
  open: (attempt: number) => AsyncGenerator<T>,
  options: RetryOptions,
): Promise<AsyncGenerator<T>> {
  return withRetry(async (attempt) => {
    const stream = open(attempt);
    return resumed(stream, await stream.next());
  }, options);
}

/**
 * `first` and then the rest of `stream`. Not a generator function, because returning from one that has not begun would
 * not reach the `finally` of `stream`.
 */
function resumed<T>(stream: AsyncGenerator<T>, first: IteratorResult<T>): AsyncGenerator<T> {
  let pending: IteratorResult<T> | undefined = first;
  return {
    next(): Promise<IteratorResult<T>> {
      if (pending === undefined) return stream.next();
      const result = pending;
      pending = undefined;
      return Promise.resolve(result);
    },
    return(value: unknown): Promise<IteratorResult<T>> {
      pending = undefined;
      return stream.return(value);
    },
    throw(error: unknown): Promise<IteratorResult<T>> {
      pending = undefined;
      return stream.throw(error);
    },
    [Symbol.asyncIterator](): AsyncGenerator<T> {
      return this;
    },
  };
}
