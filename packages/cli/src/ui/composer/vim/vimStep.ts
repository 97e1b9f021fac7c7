/** What a key of vim mode leads to. */
import { previousBoundary } from '../graphemes.js';
import { bufferOf, lineEnd, lineStart, type TextBuffer } from '../textBuffer.js';
import { settled, type VimState } from './vimState.js';

/** What a key leads to besides a new state. */
export type VimEffect =
  | { type: 'none' }
  | { type: 'edit'; buffer: TextBuffer }
  /** To another row of the screen, then to other input. */
  | { type: 'row'; direction: 'up' | 'down'; count: number }
  | { type: 'undo' | 'redo'; count: number }
  | { type: 'search' };

export interface VimStep {
  state: VimState;
  effect: VimEffect;
}

const NONE: VimEffect = { type: 'none' };

/** More would only keep the person waiting. */
const MAX_COUNT = 9_999;

export function step(state: VimState, effect = NONE): VimStep {
  return { state, effect };
}

export function countOf({ count, operator }: VimState): number {
  return Math.min(MAX_COUNT, Number(count || '1') * (operator?.count ?? 1));
}

/** In normal mode the cursor stands on a character, not behind the line. */
export function onCharacter(text: string, offset: number): number {
  const start = lineStart(text, offset);
  return offset > start && offset === lineEnd(text, offset) ? previousBoundary(text, offset) : offset;
}

export function moveTo(state: VimState, { text }: TextBuffer, offset: number): VimStep {
  return step(state, { type: 'edit', buffer: { text, cursor: onCharacter(text, offset) } });
}

export function edited(state: VimState, text: string, cursor: number): VimStep {
  const { cursor: snapped } = bufferOf(text, cursor);
  const at = state.mode === 'normal' ? onCharacter(text, snapped) : snapped;
  return step(settled(state), { type: 'edit', buffer: { text, cursor: at } });
}
