/** Watches a stream for silence. */
import { ProviderError } from './errors/providerError.js';

/**
 * Passes `stream` on. When the source yields nothing for `idleMs` milliseconds, calls `abort` (which must release the
 * connection) and throws a `ProviderError` of kind `timeout`. Only the time spent waiting for the source counts, not
 * the consumer's. An `idleMs` of 0 watches nothing.
 */
export async function* withIdleTimeout<T>(
  stream: AsyncIterable<T>,
  idleMs: number,
  abort: () => void,
): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  let finished = false;
  try {
    for (;;) {
      const result = await nextWithin(iterator, idleMs);
      if (result === 'idle') {
        finished = true;
        abort();
        throw new ProviderError(
          `The model sent nothing for ${formatSeconds(idleMs)}; the connection was closed. ` +
            'Raise streamIdleTimeoutMs if the server needs longer.',
          { kind: 'timeout' },
        );
      }
      if (result.done) {
        finished = true;
        return;
      }
      yield result.value;
    }
  } catch (error) {
    finished = true;
    throw error;
  } finally {
    if (!finished) await iterator.return?.();
  }
}

async function nextWithin<T>(iterator: AsyncIterator<T>, idleMs: number): Promise<IteratorResult<T> | 'idle'> {
  const next = iterator.next();
  if (idleMs <= 0) return next;
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<'idle'>((resolve) => {
    timer = setTimeout(() => resolve('idle'), idleMs);
  });
  try {
    // The race also observes `next`, so its rejection after an idle abort is never an unhandled one.
    return await Promise.race([next, idle]);
  } finally {
    clearTimeout(timer);
  }
}

function formatSeconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
