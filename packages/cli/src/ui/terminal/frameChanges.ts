/** What has to be written to turn one frame into the next: only lines that differ, so that nothing else can flicker. */
import { cursorDown } from './cursor.js';

const ERASE_LINE = '\x1b[2K';
/** All lines below this one. */
const ERASE_BELOW = '\x1b7\x1b[B\r\x1b[J\x1b8';

/**
 * From the beginning of the first line of the frame that is there to where the next one ends.
 *
 * @param before its lines, as they were written
 */
export function frameChanges(before: readonly string[], after: readonly string[]): string {
  const last = after.length - 1;
  let sequence = '';
  let unchanged = 0;
  for (const [index, line] of after.entries()) {
    // Behind the last line there is no row yet, and behind text in it the cursor has to stand anyway.
    const isThere = index < before.length - 1 || (index === last && line === '');
    if (isThere && line === before[index]) {
      unchanged++;
      continue;
    }
    sequence += cursorDown(unchanged) + (before[index] ? ERASE_LINE : '') + line + (index < last ? '\n' : '');
    unchanged = 0;
  }
  // The last of them is the line that the cursor comes to stand in.
  sequence += cursorDown(unchanged - 1);
  return after.length < before.length ? sequence + ERASE_BELOW : sequence;
}
