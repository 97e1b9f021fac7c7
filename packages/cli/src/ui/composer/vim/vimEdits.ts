/** What vim's normal mode changes in the text. */
import { nextBoundary, previousBoundary } from '../graphemes.js';
import { lineEnd, lineStart, type TextBuffer } from '../textBuffer.js';
import { firstNonBlank, motionTarget } from './vimMotions.js';
import { settled, type Operator, type VimState } from './vimState.js';
import { countOf, edited, step, type VimStep } from './vimStep.js';

export function operate(state: VimState, name: Operator, { text }: TextBuffer, start: number, end: number): VimStep {
  const register = { text: text.slice(start, end), isLinewise: false };
  const next: VimState = { ...state, register: register.text === '' ? state.register : register };
  if (name === 'y') return edited(next, text, start);
  return edited({ ...next, mode: name === 'c' ? 'insert' : 'normal' }, text.slice(0, start) + text.slice(end), start);
}

export function operateOnLines(
  state: VimState,
  name: Operator,
  { text, cursor }: TextBuffer,
  from: number,
  to: number,
): VimStep {
  const start = lineStart(text, from);
  const end = lineEnd(text, to);
  const next: VimState = { ...state, register: { text: text.slice(start, end), isLinewise: true } };
  if (name === 'y') return edited(next, text, from < cursor ? start : cursor);
  if (name === 'c') return edited({ ...next, mode: 'insert' }, text.slice(0, start) + text.slice(end), start);
  // The line break goes too: the one behind, or before the last line.
  const rest = end < text.length ? text.slice(0, start) + text.slice(end + 1) : text.slice(0, Math.max(0, start - 1));
  return edited({ ...next, mode: 'normal' }, rest, firstNonBlank(rest, Math.min(start, rest.length)));
}

export function replaceCharacters(state: VimState, { text, cursor }: TextBuffer, key: string): VimStep {
  let end = cursor;
  for (let done = 0; done < countOf(state); done++) {
    if (end >= lineEnd(text, cursor)) return step(settled(state));
    end = nextBoundary(text, end);
  }
  const replaced = key.repeat(countOf(state));
  return edited(state, text.slice(0, cursor) + replaced + text.slice(end), cursor + replaced.length - key.length);
}

/** Keys that begin to insert. */
export function insertKey(state: VimState, { text, cursor }: TextBuffer, key: string): VimStep | undefined {
  const insert: VimState = { ...state, mode: 'insert' };
  const end = lineEnd(text, cursor);
  const start = lineStart(text, cursor);
  switch (key) {
    case 'i':
      return edited(insert, text, cursor);
    case 'a':
      return edited(insert, text, Math.min(end, nextBoundary(text, cursor)));
    case 'I':
      return edited(insert, text, firstNonBlank(text, cursor));
    case 'A':
      return edited(insert, text, end);
    case 'o':
      return edited(insert, `${text.slice(0, end)}\n${text.slice(end)}`, end + 1);
    case 'O':
      return edited(insert, `${text.slice(0, start)}\n${text.slice(start)}`, start);
    default:
      return undefined;
  }
}

export function editKey(state: VimState, buffer: TextBuffer, key: string): VimStep {
  const { text, cursor } = buffer;
  switch (key) {
    case 'p':
    case 'P':
      return put(state, buffer, key === 'p');
    case 'u':
      return step(settled(state), { type: 'undo', count: countOf(state) });
    case '/':
      return step(settled(state), { type: 'search' });
    case 'J':
      return joinLines(state, buffer);
    case '~': {
      const end = Math.min(lineEnd(text, cursor), motionTarget('l', buffer, countOf(state))!.offset);
      const swapped = Array.from(text.slice(cursor, end), swapCase).join('');
      return edited(state, text.slice(0, cursor) + swapped + text.slice(end), cursor + swapped.length);
    }
    default:
      return step(settled(state));
  }
}

function swapCase(character: string): string {
  return character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
}

function put(state: VimState, { text, cursor }: TextBuffer, isBehind: boolean): VimStep {
  const { register } = state;
  if (register.text === '') return step(settled(state));
  const repeated = Array.from({ length: countOf(state) }, () => register.text);
  if (register.isLinewise) {
    const lines = repeated.join('\n');
    const at = isBehind ? lineEnd(text, cursor) : lineStart(text, cursor);
    const inserted = isBehind ? `\n${lines}` : `${lines}\n`;
    return edited(state, text.slice(0, at) + inserted + text.slice(at), at + Number(isBehind));
  }
  const inserted = repeated.join('');
  const at = isBehind ? Math.min(lineEnd(text, cursor), nextBoundary(text, cursor)) : cursor;
  return edited(state, text.slice(0, at) + inserted + text.slice(at), previousBoundary(inserted, inserted.length) + at);
}

function joinLines(state: VimState, { text, cursor }: TextBuffer): VimStep {
  let joined = text;
  let at = cursor;
  for (let done = 0; done < Math.max(1, countOf(state) - 1); done++) {
    const end = lineEnd(joined, at);
    if (end === joined.length) break;
    const rest = joined.slice(end + 1).replace(/^[ \t]+/, '');
    joined = `${joined.slice(0, end)}${rest === '' || rest.startsWith('\n') ? '' : ' '}${rest}`;
    at = end;
  }
  return edited(state, joined, at);
}
