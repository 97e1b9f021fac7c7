/** The parts of a text that `iw`, `a"`, `i(` and the like name. */
import { nextBoundary, previousBoundary } from '../graphemes.js';
import { lineEnd, lineStart, type TextBuffer } from '../textBuffer.js';

export interface TextRange {
  start: number;
  end: number;
}

const BRACKETS = ['()', '[]', '{}', '<>'];
const BRACKET_NAMES: Readonly<Record<string, string>> = { b: '()', B: '{}' };

/** @param reach `i`: the object itself; `a`: with the space or the marks around it */
export function textObject(reach: 'i' | 'a', name: string, buffer: TextBuffer): TextRange | undefined {
  if (name === 'w' || name === 'W') return wordObject(reach, buffer, name === 'W');
  if (name === '"' || name === "'" || name === '`') return quotedObject(reach, name, buffer);
  const pair = BRACKET_NAMES[name] ?? BRACKETS.find((brackets) => brackets.includes(name));
  return pair === undefined ? undefined : bracketObject(reach, pair, buffer);
}

function wordObject(reach: 'i' | 'a', { text, cursor }: TextBuffer, isBig: boolean): TextRange | undefined {
  const first = lineStart(text, cursor);
  const last = lineEnd(text, cursor);
  if (cursor >= last) return undefined;
  const kind = (offset: number): string => {
    const character = String.fromCodePoint(text.codePointAt(offset)!);
    if (/\s/.test(character)) return 'space';
    return isBig || /[\p{L}\p{N}\p{M}_]/u.test(character) ? 'word' : 'other';
  };
  const forward = (from: number, wanted: string): number => {
    let at = from;
    while (at < last && kind(at) === wanted) at = nextBoundary(text, at);
    return at;
  };
  const backward = (from: number, wanted: string): number => {
    let at = from;
    while (at > first && kind(previousBoundary(text, at)) === wanted) at = previousBoundary(text, at);
    return at;
  };
  const start = backward(cursor, kind(cursor));
  const end = forward(cursor, kind(cursor));
  if (reach === 'i') return { start, end };
  const further = forward(end, kind(cursor) === 'space' && end < last ? kind(end) : 'space');
  return further > end ? { start, end: further } : { start: backward(start, 'space'), end };
}

function quotedObject(reach: 'i' | 'a', quote: string, { text, cursor }: TextBuffer): TextRange | undefined {
  const last = lineEnd(text, cursor);
  let open = text.indexOf(quote, lineStart(text, cursor));
  while (open !== -1 && open < last) {
    const close = text.indexOf(quote, open + 1);
    if (close === -1 || close >= last) return undefined;
    if (close >= cursor) return reach === 'i' ? { start: open + 1, end: close } : { start: open, end: close + 1 };
    open = text.indexOf(quote, close + 1);
  }
  return undefined;
}

function bracketObject(reach: 'i' | 'a', pair: string, { text, cursor }: TextBuffer): TextRange | undefined {
  const [opening, closing] = [pair[0]!, pair[1]!];
  const open = unmatched(text, text[cursor] === closing ? cursor - 1 : cursor, opening, closing, -1);
  const close = open === undefined ? undefined : unmatched(text, open + 1, closing, opening, 1);
  if (open === undefined || close === undefined) return undefined;
  return reach === 'i' ? { start: open + 1, end: close } : { start: open, end: close + 1 };
}

/** The nearest bracket in a direction whose counterpart does not lie between. */
function unmatched(text: string, from: number, wanted: string, other: string, step: 1 | -1): number | undefined {
  let depth = 0;
  for (let at = from; at >= 0 && at < text.length; at += step) {
    if (text[at] === other) depth++;
    else if (text[at] === wanted && depth-- === 0) return at;
  }
  return undefined;
}
