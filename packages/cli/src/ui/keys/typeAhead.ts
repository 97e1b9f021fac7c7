/**
 * A dialog that opens by itself can appear while a person is typing: keys that were meant for the input line must not answer it.
 * Time is passed in, in milliseconds from any beginning.
 */
import type { InputEvent } from './inputEvent.js';
import { actionOf } from './keyTable.js';

/** Who has seen the dialog has stopped typing for so long. */
export const QUIET_MS = 300;

/** What answers nothing, or only "stop": these keys count at once. */
const HARMLESS: ReadonlySet<string | undefined> = new Set(['cancel', 'previous', 'next', 'pageUp', 'pageDown']);

export class TypeAheadGuard {
  private isOver = false;

  /** @param quietSince when the dialog appeared */
  constructor(private quietSince: number) {}

  /** How long the dialog still takes no answer when nothing is typed; 0: it takes one. */
  remaining(now: number): number {
    return this.isOver ? 0 : Math.max(0, this.quietSince + QUIET_MS - now);
  }

  /** Whether the key is kept from the dialog. The first that is not, except for those that count at once, ends the guard. */
  holds(event: InputEvent, now: number): boolean {
    if (event.type === 'key' && HARMLESS.has(actionOf('dialog', event))) return false;
    if (this.remaining(now) === 0) {
      this.isOver = true;
      return false;
    }
    if (event.type !== 'key') this.quietSince = now;
    return true;
  }
}

/** Whether a key that was kept from a dialog belongs to a text: it goes on in the input line. */
export function isTyping(event: InputEvent): boolean {
  return event.type !== 'key' || actionOf('compose', event) === 'deleteBack';
}
