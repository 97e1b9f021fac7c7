/** Where words begin and end, for moves and deletions. */
import { nextBoundary, previousBoundary } from './graphemes.js';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts without spaces between words: each run is asked for its own words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Characters around the offset that are looked at for words of unspaced scripts. */
const UNSPACED_REACH = 128;

/** The end of the word at or behind the offset. */
export function wordEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isWord(text, at)) at = nextBoundary(text, at);
  if (at < text.length && isUnspaced(text, at)) return unspacedWord(text, at).end;
  while (at < text.length && isWord(text, at) && !isUnspaced(text, at)) at = nextBoundary(text, at);
  return at;
}

/** The start of the word that ends at or before the offset. */
export function wordStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isWord(text, previousBoundary(text, at))) at = previousBoundary(text, at);
  if (at > 0 && isUnspaced(text, previousBoundary(text, at)))
    return unspacedWord(text, previousBoundary(text, at)).start;
  while (at > 0 && isPartOfSpacedWord(text, previousBoundary(text, at))) at = previousBoundary(text, at);
  return at;
}

/** The start of the run of characters other than white space that ends at or before the offset. */
export function spacedWordStart(text: string, offset: number): number {
  // A cluster counts as what it begins with: an accent may stand on a space.
  const isSpaceBefore = (at: number): boolean => /\s/.test(text[previousBoundary(text, at)]!);
  let at = offset;
  while (at > 0 && isSpaceBefore(at)) at = previousBoundary(text, at);
  while (at > 0 && !isSpaceBefore(at)) at = previousBoundary(text, at);
  return at;
}

function isPartOfSpacedWord(text: string, offset: number): boolean {
  return isWord(text, offset) && !isUnspaced(text, offset);
}

function isWord(text: string, offset: number): boolean {
  return WORD.test(String.fromCodePoint(text.codePointAt(offset)!));
}

function isUnspaced(text: string, offset: number): boolean {
  return UNSPACED.test(String.fromCodePoint(text.codePointAt(offset)!));
}

function unspacedWord(text: string, offset: number): { start: number; end: number } {
  let start = offset;
  while (start > 0 && offset - start < UNSPACED_REACH && isUnspaced(text, previousBoundary(text, start))) {
    start = previousBoundary(text, start);
  }
  let end = offset;
  while (end < text.length && end - offset < UNSPACED_REACH && isUnspaced(text, end)) end = nextBoundary(text, end);
  const segment = segmenter.segment(text.slice(start, end)).containing(offset - start);
  return segment
    ? { start: start + segment.index, end: start + segment.index + segment.segment.length }
    : { start, end };
}
