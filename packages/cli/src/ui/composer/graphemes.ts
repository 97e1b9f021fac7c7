/** Text as people see it: in grapheme clusters, of which some are two columns wide and some none. */
import { textWidth } from '../text/width.js';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** UTF-16 units to look around for the edges of a cluster. Only a hostile text has longer ones; they are cut there. */
const REACH = 1_024;

/** Control characters, and characters that turn the direction of what follows them, which would be the rest of the screen. */
const INVISIBLE = /^[\x00-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u2069]/;

/** A tab is drawn as this many spaces. */
const TAB_COLUMNS = 4;

/** Columns of one cluster on the screen. */
export function graphemeColumns(grapheme: string): number {
  if (grapheme === '\t') return TAB_COLUMNS;
  return INVISIBLE.test(grapheme) ? 0 : textWidth(grapheme);
}

/** A cluster as it is drawn. */
export function drawnGrapheme(grapheme: string): string {
  if (grapheme === '\t') return ' '.repeat(TAB_COLUMNS);
  return INVISIBLE.test(grapheme) ? '' : grapheme;
}

/** The offset behind the cluster that begins at or holds `offset`; the length of the text at its end. */
export function nextBoundary(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (isAscii(text, offset) && (offset + 1 === text.length || isAscii(text, offset + 1))) return offset + 1;
  const start = clusterStartNear(text, offset);
  for (const { index, segment } of segmenter.segment(text.slice(start, offset + REACH))) {
    const end = start + index + segment.length;
    if (end > offset) return end;
  }
  return text.length;
}

/** The offset of the cluster that ends at or holds `offset`; 0 at the start of the text. */
export function previousBoundary(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (isAscii(text, offset - 1) && (offset === 1 || isAscii(text, offset - 2))) return offset - 1;
  const start = clusterStartNear(text, offset - 1);
  let boundary = start;
  for (const { index } of segmenter.segment(text.slice(start, offset + REACH))) {
    if (start + index >= offset) break;
    boundary = start + index;
  }
  return boundary;
}

/** The offset itself when no cluster spans it, else the end of that cluster. */
export function snapToBoundary(text: string, offset: number): number {
  const inside = Math.max(0, Math.min(offset, text.length));
  return inside === 0 ? 0 : nextBoundary(text, previousBoundary(text, inside));
}

/** An offset at or before `offset` where a cluster begins: an ASCII character is never joined to what precedes it. */
function clusterStartNear(text: string, offset: number): number {
  const furthest = Math.max(0, offset - REACH);
  for (let at = offset - 1; at > furthest; at--) if (isAscii(text, at)) return at;
  return isLowSurrogate(text, furthest) ? furthest - 1 : furthest;
}

function isAscii(text: string, index: number): boolean {
  return text.charCodeAt(index) < 0x80;
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
