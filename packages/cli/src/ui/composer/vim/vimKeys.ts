/** Vim's keys in front of the usual ones. */
import type { InputEvent } from '../../keys/inputEvent.js';
import type { TextBuffer } from '../textBuffer.js';
import { leaveInsertMode, vimKey } from './vim.js';
import { INITIAL_VIM_STATE, isWaiting, settled, type VimMode, type VimState } from './vimState.js';
import type { VimEffect } from './vimStep.js';

export class VimKeys {
  private state: VimState = INITIAL_VIM_STATE;

  get mode(): VimMode {
    return this.state.mode;
  }

  /** Back to inserting, with nothing half typed. */
  startInserting(): void {
    this.state = { ...settled(this.state), mode: 'insert' };
  }

  /**
   * @param perform carries out what a key leads to and returns the buffer as it is then
   * @returns what is left of the event for others: all of it, text behind a key that began to insert, or nothing
   */
  handle(event: InputEvent, buffer: TextBuffer, perform: (effect: VimEffect) => TextBuffer): InputEvent | undefined {
    const isEscape = event.type === 'key' && event.chord === 'escape';
    if (this.mode === 'insert') {
      if (!isEscape) return event;
      const { state, effect } = leaveInsertMode(this.state, buffer);
      this.state = state;
      perform(effect);
      return undefined;
    }
    if (isEscape && isWaiting(this.state)) {
      this.state = settled(this.state);
      return undefined;
    }
    if (event.type === 'key' && event.chord === 'ctrl+r') {
      perform({ type: 'redo', count: 1 });
      return undefined;
    }
    if (event.type === 'key' && event.chord === 'backspace') return this.type('h', buffer, perform);
    return event.type === 'text' ? this.type(event.text, buffer, perform) : event;
  }

  private type(text: string, buffer: TextBuffer, perform: (effect: VimEffect) => TextBuffer): InputEvent | undefined {
    const keys = Array.from(text);
    let current = buffer;
    for (const [index, key] of keys.entries()) {
      if (this.mode === 'insert') return { type: 'text', text: keys.slice(index).join('') };
      const { state, effect } = vimKey(this.state, current, key);
      this.state = state;
      current = perform(effect);
    }
    return undefined;
  }
}
