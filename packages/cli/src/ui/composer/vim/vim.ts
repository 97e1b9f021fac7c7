/** Vim's normal mode: one key at a time, pure. */
import { nextBoundary, previousBoundary } from '../graphemes.js';
import { lineEnd, lineStart, type TextBuffer } from '../textBuffer.js';
import { editKey, insertKey, operate, operateOnLines, replaceCharacters } from './vimEdits.js';
import { endOfWords, findInLine, firstNonBlank, motionTarget, type MotionTarget } from './vimMotions.js';
import { settled, type Find, type Operator, type VimState } from './vimState.js';
import { countOf, moveTo, step, type VimStep } from './vimStep.js';
import { textObject } from './vimTextObjects.js';

/** Keys that are short for others. */
const SHORT_FOR: Readonly<Record<string, string>> = { D: 'd$', C: 'c$', Y: 'yy', x: 'dl', X: 'dh', s: 'cl', S: 'cc' };

/** Normal mode's answer to a typed character. */
export function vimKey(state: VimState, buffer: TextBuffer, key: string): VimStep {
  if (state.pending !== undefined) return pendingKey(state, state.pending, buffer, key);
  if (/[1-9]/.test(key) || (key === '0' && state.count !== '')) return step({ ...state, count: state.count + key });
  if (state.operator) return operatorKey(state, state.operator, buffer, key);
  const long = SHORT_FOR[key];
  if (long !== undefined) {
    const started = vimKey(state, buffer, long[0]!);
    return vimKey(started.state, buffer, long[1]!);
  }
  if (key === 'd' || key === 'c' || key === 'y') return startOperator(state, key);
  if (isPendingKey(key)) return step({ ...state, pending: key });
  if (key === 'j' || key === 'k') {
    return step(settled(state), { type: 'row', direction: key === 'j' ? 'down' : 'up', count: countOf(state) });
  }
  const target = targetOf(state, buffer, key);
  if (target) return moveTo(settled(state), buffer, target.offset);
  return insertKey(state, buffer, key) ?? editKey(state, buffer, key);
}

/** Leaves insert mode: the cursor stands on the character before it. */
export function leaveInsertMode(state: VimState, { text, cursor }: TextBuffer): VimStep {
  const offset = Math.max(lineStart(text, cursor), previousBoundary(text, cursor));
  return moveTo({ ...settled(state), mode: 'normal' }, { text, cursor }, offset);
}

function isPendingKey(key: string): key is NonNullable<VimState['pending']> {
  return /^[grfFtT]$/.test(key);
}

function startOperator(state: VimState, name: Operator): VimStep {
  return step({ ...state, operator: { name, count: countOf(state) }, count: '' });
}

function targetOf(state: VimState, buffer: TextBuffer, key: string): MotionTarget | undefined {
  const { lastFind } = state;
  if (lastFind && key === ';') return findInLine(buffer, lastFind, countOf(state), true);
  if (lastFind && key === ',')
    return findInLine(buffer, { ...lastFind, kind: REVERSED[lastFind.kind] }, countOf(state), true);
  return motionTarget(key, buffer, countOf(state));
}

const REVERSED = { f: 'F', F: 'f', t: 'T', T: 't' } as const;

function pendingKey(
  state: VimState,
  pending: NonNullable<VimState['pending']>,
  buffer: TextBuffer,
  key: string,
): VimStep {
  const next: VimState = { ...state, pending: undefined };
  switch (pending) {
    case 'g':
      if (key !== 'g') return step(settled(state));
      return applyTarget(next, buffer, { offset: firstNonBlank(buffer.text, 0), isLinewise: true });
    case 'r':
      return replaceCharacters(next, buffer, key);
    case 'i':
    case 'a': {
      const range = textObject(pending, key, buffer);
      return range && next.operator
        ? operate(next, next.operator.name, buffer, range.start, range.end)
        : step(settled(state));
    }
    default: {
      const find: Find = { kind: pending, character: key };
      const target = findInLine(buffer, find, countOf(state));
      return target ? applyTarget({ ...next, lastFind: find }, buffer, target) : step(settled(state));
    }
  }
}

function applyTarget(state: VimState, buffer: TextBuffer, target: MotionTarget): VimStep {
  if (!state.operator) return moveTo(settled(state), buffer, target.offset);
  const { name } = state.operator;
  const { text, cursor } = buffer;
  const [from, to] = cursor <= target.offset ? [cursor, target.offset] : [target.offset, cursor];
  if (target.isLinewise) return operateOnLines(state, name, buffer, from, to);
  return operate(state, name, buffer, from, target.isInclusive ? nextBoundary(text, to) : to);
}

function operatorKey(state: VimState, operator: { name: Operator }, buffer: TextBuffer, key: string): VimStep {
  const { text, cursor } = buffer;
  if (key === operator.name) {
    const last = motionTarget('j', buffer, countOf(state) - 1)?.offset ?? cursor;
    return operateOnLines(state, operator.name, buffer, cursor, last);
  }
  if (key === 'i' || key === 'a' || (isPendingKey(key) && key !== 'r')) return step({ ...state, pending: key });
  const isWord = key === 'w' || key === 'W';
  // "cw" leaves the space behind the word.
  if (isWord && operator.name === 'c' && /\S/.test(text[cursor] ?? ' ')) {
    return applyTarget(state, buffer, { offset: endOfWords(text, cursor, countOf(state), key === 'W') });
  }
  const target = targetOf(state, buffer, key);
  if (!target) return step(settled(state));
  // A word at the end of a line ends there for an operator.
  const end = lineEnd(text, cursor);
  return applyTarget(state, buffer, isWord && countOf(state) === 1 && target.offset > end ? { offset: end } : target);
}
