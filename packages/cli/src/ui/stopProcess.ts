/** Stopping the program as Ctrl+Z does it in a shell. */
import { setTimeout as delay } from 'node:timers/promises';

/** The system stops the threads of a process within this time of the signal. Milliseconds. */
const STOPS_WITHIN_MS = 50;

/**
 * Stops the process, with those that the shell started together with it, until the shell lets it go on. Where no shell
 * could do that the system ignores the signal, and this is over at once.
 */
export async function stopProcess(): Promise<void> {
  process.kill(0, 'SIGTSTP');
  await delay(STOPS_WITHIN_MS);
}
