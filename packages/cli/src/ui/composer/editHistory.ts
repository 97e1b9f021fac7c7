/** Undo and redo over the states of a text buffer. */
import type { TextBuffer } from './textBuffer.js';

/** Steps that can be undone. */
const MAX_STEPS = 500;

/** How an edit joins the one before it: typing a word is one step. */
export type EditKind = 'typing' | 'deleting' | 'other';

export class EditHistory {
  private undoable: TextBuffer[] = [];
  private redoable: TextBuffer[] = [];
  private lastKind: EditKind = 'other';

  /** Notes the state before an edit. */
  record(before: TextBuffer, kind: EditKind): void {
    const joins = kind !== 'other' && kind === this.lastKind && this.undoable.length > 0;
    this.lastKind = kind;
    this.redoable = [];
    if (joins) return;
    this.undoable.push(before);
    if (this.undoable.length > MAX_STEPS) this.undoable.shift();
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
    const state = from.pop();
    if (state) to.push(current);
    return state;
  }
}
