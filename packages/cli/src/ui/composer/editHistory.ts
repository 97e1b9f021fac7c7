/** Undo and redo over the states of a text buffer. */
import type { TextBuffer } from './textBuffer.js';

/** Steps that can be undone. */
const MAX_STEPS = 500;
/** All states together are no longer than this: steps in a very long text are forgotten earlier. */
const MAX_CHARACTERS = 10_000_000;

/** How an edit joins the one before it: typing a word is one step, and so is looking through earlier input. */
export type EditKind = 'typing' | 'deleting' | 'browsing' | 'other';

export class EditHistory {
  private undoable: TextBuffer[] = [];
  private redoable: TextBuffer[] = [];
  /** Characters of the states that can be undone. */
  private characters = 0;
  private lastKind: EditKind = 'other';

  /** Notes the state before an edit. */
  record(before: TextBuffer, kind: EditKind): void {
    const joins = kind !== 'other' && kind === this.lastKind && this.undoable.length > 0;
    this.lastKind = kind;
    this.redoable = [];
    if (joins) return;
    this.undoable.push(before);
    this.characters += before.text.length;
    while (this.undoable.length > MAX_STEPS || (this.characters > MAX_CHARACTERS && this.undoable.length > 1)) {
      this.characters -= this.undoable.shift()!.text.length;
    }
  }

  /** The next edit is a step of its own. */
  endStep(): void {
    this.lastKind = 'other';
  }

  undo(current: TextBuffer): TextBuffer | undefined {
    return this.exchange(this.undoable, this.redoable, current);
  }

  redo(current: TextBuffer): TextBuffer | undefined {
    return this.exchange(this.redoable, this.undoable, current);
  }

  private exchange(from: TextBuffer[], to: TextBuffer[], current: TextBuffer): TextBuffer | undefined {
    this.endStep();
    let state = from.pop();
    // Edits that were taken back by hand are no steps.
    while (state?.text === current.text) {
      if (from === this.undoable) this.characters -= state.text.length;
      state = from.pop();
    }
    if (!state) return undefined;
    to.push(current);
    this.characters += from === this.undoable ? -state.text.length : current.text.length;
    return state;
  }
}
