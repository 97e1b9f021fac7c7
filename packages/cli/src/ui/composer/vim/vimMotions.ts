/** Where vim's motions lead. Offsets count UTF-16 units. */
import { nextBoundary, previousBoundary } from '../graphemes.js';
import { lineEnd, lineStart, type TextBuffer } from '../textBuffer.js';
import type { Find } from './vimState.js';

/** The part of the text from the cursor to where a motion leads. */
export interface MotionTarget {
  offset: number;
  /** An operator takes the character at the offset along. */
  isInclusive?: boolean;
  /** An operator takes whole lines. */
  isLinewise?: boolean;
}

type CharacterClass = 'space' | 'word' | 'other';

function classOf(text: string, offset: number, isBig: boolean): CharacterClass {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0x20);
  if (/\s/.test(character)) return 'space';
  return isBig || /[\p{L}\p{N}\p{M}_]/u.test(character) ? 'word' : 'other';
}

/** The start of the next word; the end of the text behind the last. */
function nextWord(text: string, offset: number, isBig: boolean): number {
  let at = offset;
  const start = classOf(text, at, isBig);
  if (start !== 'space') while (at < text.length && classOf(text, at, isBig) === start) at = nextBoundary(text, at);
  while (at < text.length && classOf(text, at, isBig) === 'space') at = nextBoundary(text, at);
  return at;
}

function previousWord(text: string, offset: number, isBig: boolean): number {
  let at = previousBoundary(text, offset);
  while (at > 0 && classOf(text, at, isBig) === 'space') at = previousBoundary(text, at);
  const word = classOf(text, at, isBig);
  while (at > 0 && classOf(text, previousBoundary(text, at), isBig) === word) at = previousBoundary(text, at);
  return at;
}

/** The end of the word at the offset, or of one further on when `count` is larger. */
export function endOfWords(text: string, offset: number, count: number, isBig: boolean): number {
  let at = offset;
  for (let done = 0; done < count; done++) {
    while (done > 0 && at < text.length && classOf(text, at, isBig) === 'space') at = nextBoundary(text, at);
    const word = classOf(text, at, isBig);
    while (at < text.length && classOf(text, at, isBig) === word) at = nextBoundary(text, at);
  }
  return at;
}

/** The last character of the word at or behind the next character. */
function wordLast(text: string, offset: number, isBig: boolean): number {
  let at = nextBoundary(text, offset);
  while (at < text.length && classOf(text, at, isBig) === 'space') at = nextBoundary(text, at);
  if (at >= text.length) return previousBoundary(text, text.length);
  const word = classOf(text, at, isBig);
  for (let next = nextBoundary(text, at); next < text.length && classOf(text, next, isBig) === word;) {
    at = next;
    next = nextBoundary(text, at);
  }
  return at;
}

/** The first character of the line that is no white space. */
export function firstNonBlank(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  let at = lineStart(text, offset);
  while (at < end && /[ \t]/.test(text[at]!)) at++;
  return at;
}

/**
 * `undefined` when the line holds no such character in that direction.
 *
 * @param isRepeated the search goes on: one that stops short of a character does not stop at the same one again
 */
export function findInLine(
  { text, cursor }: TextBuffer,
  { kind, character }: Find,
  count: number,
  isRepeated = false,
): MotionTarget | undefined {
  const isForward = kind === 'f' || kind === 't';
  const stopsShort = kind === 't' || kind === 'T';
  const direction = isForward ? 1 : -1;
  let at = isRepeated && stopsShort && text[cursor + direction] === character ? cursor + direction : cursor;
  for (let times = 0; times < count; times++) {
    const from = at + direction;
    at = isForward ? text.indexOf(character, from) : from < 0 ? -1 : text.lastIndexOf(character, from);
    if (at === -1 || at < lineStart(text, cursor) || at >= lineEnd(text, cursor)) return undefined;
  }
  if (kind === 't') return { offset: previousBoundary(text, at), isInclusive: true };
  if (kind === 'T') return { offset: nextBoundary(text, at) };
  return { offset: at, isInclusive: isForward };
}

/** @returns `undefined` when the key is no motion */
export function motionTarget(key: string, { text, cursor }: TextBuffer, count: number): MotionTarget | undefined {
  const times = (step: (offset: number) => number, steps = count): number => {
    let at = cursor;
    for (let done = 0; done < steps; done++) at = step(at);
    return at;
  };
  switch (key) {
    case 'h':
      return { offset: times((at) => Math.max(lineStart(text, cursor), previousBoundary(text, at))) };
    case 'l':
    case ' ':
      return { offset: times((at) => Math.min(lineEnd(text, cursor), nextBoundary(text, at))) };
    case '0':
      return { offset: lineStart(text, cursor) };
    case '^':
      return { offset: firstNonBlank(text, cursor) };
    case '$':
      return {
        offset: lineEnd(
          text,
          times((at) => Math.min(text.length, lineEnd(text, at) + 1), count - 1),
        ),
      };
    case 'w':
    case 'W':
      return { offset: times((at) => nextWord(text, at, key === 'W')) };
    case 'b':
    case 'B':
      return { offset: times((at) => previousWord(text, at, key === 'B')) };
    case 'e':
    case 'E':
      return { offset: times((at) => wordLast(text, at, key === 'E')), isInclusive: true };
    case 'G':
      return { offset: firstNonBlank(text, text.length), isLinewise: true };
    case 'j':
      return { offset: times((at) => Math.min(text.length, lineEnd(text, at) + 1)), isLinewise: true };
    case 'k':
      return { offset: times((at) => Math.max(0, lineStart(text, at) - 1)), isLinewise: true };
    default:
      return undefined;
  }
}
