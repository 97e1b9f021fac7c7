import { setTimeout as delay } from 'node:timers/promises';
import { abortErrorOf } from './abortError.js';

/** Waits; throws an `AbortError` at once when the signal aborts. */
export async function abortableDelay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    throw signal?.aborted ? abortErrorOf(signal) : error;
  }
}
