/** Whether a process is there; one that has ended and waits for its parent to look is not. */
import { readFileSync } from 'node:fs';

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
  return stateOf(pid) !== 'Z';
}

/** The letter that Linux has for the state of a process; none elsewhere. */
function stateOf(pid: number): string | undefined {
  try {
    return /^\d+ \(.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
