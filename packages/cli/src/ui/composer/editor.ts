/** The text of the input line with undo, cuts and moves by screen rows: every editing key but completion and history. */
import type { ActionOf } from '../keys/keyTable.js';
import { EditHistory, type EditKind } from './editHistory.js';
import { KillRing } from './killRing.js';
import { columnOf, offsetAtColumn, type RowLayout } from './rows.js';
import {
  bufferOf,
  deleteTo,
  deleteToLineEnd,
  deleteToLineStart,
  insertText,
  move,
  replaceRange,
  transpose,
  type Deletion,
  type Motion,
  type TextBuffer,
} from './textBuffer.js';

type Action = ActionOf<'compose'>;

const MOVES: Partial<Record<Action, Motion>> = {
  left: 'left',
  right: 'right',
  wordLeft: 'wordLeft',
  wordRight: 'wordRight',
  lineStart: 'lineStart',
  lineEnd: 'lineEnd',
  textStart: 'textStart',
  textEnd: 'textEnd',
};

/** Deletions whose text can be yanked. */
const CUTS: Partial<Record<Action, (buffer: TextBuffer) => Deletion>> = {
  deleteWordBack: (buffer) => deleteTo(buffer, 'wordLeft'),
  deleteWordForward: (buffer) => deleteTo(buffer, 'wordRight'),
  deleteToSpace: (buffer) => deleteTo(buffer, 'spacedWordLeft'),
  killToLineEnd: deleteToLineEnd,
  killToLineStart: deleteToLineStart,
};

const CUTS_BEFORE_CURSOR: ReadonlySet<Action> = new Set(['deleteWordBack', 'deleteToSpace', 'killToLineStart']);

export class Editor {
  private current = bufferOf('');
  private readonly edits = new EditHistory();
  private readonly cuts = new KillRing();
  /** The column that moves between rows aim at. */
  private goalColumn: number | undefined;

  get buffer(): TextBuffer {
    return this.current;
  }

  get isEmpty(): boolean {
    return this.current.text === '';
  }

  /** @returns whether the action is one of editing; what it changes may be nothing */
  perform(action: Action): boolean {
    const motion = MOVES[action];
    if (motion) {
      this.place(move(this.current, motion));
      return true;
    }
    const cut = CUTS[action];
    if (cut) {
      this.cut(cut(this.current), CUTS_BEFORE_CURSOR.has(action) ? 'before' : 'behind');
      return true;
    }
    return this.performEdit(action);
  }

  /** Puts typed text at the cursor. */
  type(text: string): void {
    this.change(insertText(this.current, text), 'typing');
    // A word is one step of undoing.
    if (/\s/.test(text)) this.edits.endStep();
  }

  /** Puts text at the cursor that was not typed. */
  insert(text: string): void {
    this.change(insertText(this.current, text), 'other');
  }

  replace(start: number, end: number, text: string): void {
    this.change(replaceRange(this.current, start, end, text), 'other');
  }

  /** Another text altogether; undoing brings the old one back, after several with `browsing` the one before the first. */
  set(text: string, kind: 'other' | 'browsing' = 'other'): void {
    this.change(bufferOf(text), kind);
  }

  /** Takes a text and cursor that were worked out elsewhere. */
  apply(buffer: TextBuffer): void {
    if (buffer.text === this.current.text) this.place(buffer);
    else this.change(buffer, 'other');
  }

  /** Moves by a row of the screen. @returns `false` when there is none in that direction */
  moveRow(layout: RowLayout, direction: 'up' | 'down'): boolean {
    const { text, cursor } = this.current;
    const row = layout.rowAt(text, cursor);
    const target = direction === 'up' ? layout.rowAbove(text, row) : layout.rowBelow(text, row);
    if (!target) return false;
    const column = this.goalColumn ?? columnOf(row, cursor);
    this.place({ text, cursor: offsetAtColumn(target, column) });
    this.goalColumn = column;
    return true;
  }

  private performEdit(action: Action): boolean {
    switch (action) {
      case 'deleteBack':
        this.change(deleteTo(this.current, 'left').buffer, 'deleting');
        return true;
      case 'deleteForward':
        this.change(deleteTo(this.current, 'right').buffer, 'deleting');
        return true;
      case 'newline':
        this.change(insertText(this.current, '\n'), 'other');
        return true;
      case 'transpose':
        this.change(transpose(this.current), 'other');
        return true;
      case 'yank':
        this.yank();
        return true;
      case 'yankEarlier':
        this.yankEarlier();
        return true;
      case 'undo':
        this.restore(this.edits.undo(this.current));
        return true;
      case 'redo':
        this.restore(this.edits.redo(this.current));
        return true;
      default:
        return false;
    }
  }

  private change(next: TextBuffer, kind: EditKind): void {
    if (next.text !== this.current.text) this.edits.record(this.current, kind);
    this.become(next);
    this.goalColumn = undefined;
    this.cuts.interrupt();
  }

  /** A buffer that is the same stays the same object, so that nothing is drawn anew. */
  private become(buffer: TextBuffer): void {
    const { text, cursor } = this.current;
    if (buffer.text !== text || buffer.cursor !== cursor) this.current = buffer;
  }

  private cut({ buffer, deleted }: Deletion, direction: 'before' | 'behind'): void {
    if (deleted !== '') this.edits.record(this.current, 'other');
    this.current = buffer;
    this.goalColumn = undefined;
    this.cuts.cut(deleted, direction);
  }

  private yank(): void {
    const text = this.cuts.yank();
    if (text === undefined) return;
    this.edits.record(this.current, 'other');
    this.current = insertText(this.current, text);
  }

  private yankEarlier(): void {
    const exchange = this.cuts.yankEarlier();
    if (!exchange) return;
    const { cursor } = this.current;
    this.edits.record(this.current, 'other');
    this.current = replaceRange(this.current, cursor - exchange.replaces.length, cursor, exchange.text);
  }

  private restore(state: TextBuffer | undefined): void {
    if (state) this.current = state;
    this.goalColumn = undefined;
    this.cuts.interrupt();
  }

  private place(buffer: TextBuffer): void {
    this.become(buffer);
    this.goalColumn = undefined;
    this.edits.endStep();
    this.cuts.interrupt();
  }
}
