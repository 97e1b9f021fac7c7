/** Wraps styled text to a width: at spaces, between wide characters (Chinese, Japanese), and inside words that are too long. */
import { fittingStart, graphemes, textWidth } from './width.js';
import type { Span, Style, StyledLine } from './styledLine.js';

/** Pieces that must not stand at the beginning of a line. */
const CLOSING = /^[、。，．：；！？）」』】〉》〕］｝・ー…,.:;!?)\]}'"’”%]/u;

interface Piece {
  text: string;
  style: Style | undefined;
  width: number;
  /** A line may end before it. */
  breakable: boolean;
}

/** @returns at least one line; line feeds in the text begin a new line */
export function wrapSpans(spans: readonly Span[], columns: number): StyledLine[] {
  const width = Math.max(1, columns);
  const lines: StyledLine[] = [];
  for (const paragraph of splitAtLineFeeds(spans)) lines.push(...wrapParagraph(paragraph, width));
  return lines;
}

export function wrapText(text: string, columns: number, style?: Style): StyledLine[] {
  return wrapSpans([{ text, style }], columns);
}

function splitAtLineFeeds(spans: readonly Span[]): Span[][] {
  const paragraphs: Span[][] = [[]];
  for (const { text, style } of spans) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) paragraphs.push([]);
      if (part !== '') paragraphs.at(-1)!.push({ text: part, style });
    }
  }
  return paragraphs;
}

function wrapParagraph(spans: readonly Span[], columns: number): StyledLine[] {
  if (spans.reduce((total, { text }) => total + text.length, 0) <= columns / 2) return [spans];
  const lines: Piece[][] = [[]];
  let used = 0;
  const newLine = (): void => {
    lines.push([]);
    used = 0;
  };
  const put = (piece: Piece): void => {
    if (used + piece.width > columns && used > 0) newLine();
    lines.at(-1)!.push(piece);
    used += piece.width;
  };
  const all = pieces(spans);
  for (let start = 0, end = 0; start < all.length; start = end) {
    end = unitEnd(all, start);
    let width = 0;
    for (let index = start; index < end; index++) width += all[index]!.width;
    if (used + width > columns && isSpace(all[start]!)) {
      // White space at the end of a line is not drawn; the next line begins with the next word.
      if (used > 0) newLine();
      continue;
    }
    if (used + width > columns && used > 0 && (width <= columns || used > columns / 2)) newLine();
    const isWhole = width <= columns - used;
    for (let index = start; index < end; index++) {
      if (isWhole) put(all[index]!);
      else splitPiece(all[index]!).forEach(put);
    }
  }
  const kept = lines.filter((pieces, index) => index === 0 || pieces.length > 0);
  return kept.map((pieces, index) => joinPieces(index < kept.length - 1 ? trimEnd(pieces) : pieces));
}

/** Words, runs of spaces and single wide characters. */
function pieces(spans: readonly Span[]): Piece[] {
  const result: Piece[] = [];
  for (const { text, style } of spans) {
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = start;
      if (text[start] === ' ') {
        while (text[end] === ' ') end++;
        result.push({ text: text.slice(start, end), style, width: end - start, breakable: true });
        continue;
      }
      end = text.indexOf(' ', start);
      if (end === -1) end = text.length;
      addWord(result, text.slice(start, end), style);
    }
  }
  return result;
}

function addWord(result: Piece[], word: string, style: Style | undefined): void {
  // Nothing below U+1100 is wide.
  const parts = /[\u1100-\uffff]/.test(word) ? splitWide(word) : [{ text: word, isWide: false }];
  for (const { text, isWide } of parts) {
    const previous = result.at(-1);
    const breakable = (isWide || (previous !== undefined && endsWide(previous.text))) && !CLOSING.test(text);
    result.push({ text, style, width: textWidth(text), breakable });
  }
}

function isSpace({ text }: Piece): boolean {
  return text.trim() === '';
}

/** Pieces stay together where no line may break: the index behind those that belong to the one at `start`. */
function unitEnd(all: readonly Piece[], start: number): number {
  let end = start + 1;
  while (end < all.length && !all[end]!.breakable && all[end - 1]!.text[0] !== ' ') end++;
  return end;
}

function endsWide(text: string): boolean {
  return text.charCodeAt(text.length - 1) >= 0x2e80;
}

/** Wide characters one by one, what stands between them whole. */
function splitWide(word: string): Array<{ text: string; isWide: boolean }> {
  const result: Array<{ text: string; isWide: boolean }> = [];
  for (const grapheme of graphemes(word)) {
    const wide = textWidth(grapheme) >= 2;
    const last = result.at(-1);
    if (last && !last.isWide && !wide) last.text += grapheme;
    else result.push({ text: grapheme, isWide: wide });
  }
  return result;
}

function splitPiece(piece: Piece): Piece[] {
  return graphemes(piece.text).map((text) => ({ ...piece, text, width: textWidth(text) }));
}

function trimEnd(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLastIndex(({ text }) => text.trim() !== '');
  return last === -1 ? pieces : pieces.slice(0, last + 1);
}

function joinPieces(pieces: readonly Piece[]): StyledLine {
  const spans: Span[] = [];
  for (const { text, style } of pieces) {
    const last = spans.at(-1);
    if (last && last.style === style) last.text += text;
    else spans.push({ text, style });
  }
  return spans;
}

/** For code and output, whose spaces matter: breaks only where the width ends. */
export function wrapHard(spans: readonly Span[], columns: number): StyledLine[] {
  const width = Math.max(1, columns);
  const lines: Span[][] = [];
  for (const paragraph of splitAtLineFeeds(spans)) {
    let current: Span[] = [];
    let room = width;
    for (const { text, style } of paragraph) {
      let rest = text;
      while (rest !== '') {
        const start = fittingStart(rest, room);
        // A wide character in a single column: it is drawn there rather than nowhere.
        const taken =
          start.text === '' && current.length === 0 ? (graphemes(rest.slice(0, 64))[0] ?? rest) : start.text;
        if (taken !== '') current.push({ text: taken, style });
        rest = rest.slice(taken.length);
        room -= start.width;
        if (rest === '') break;
        lines.push(current);
        current = [];
        room = width;
      }
    }
    lines.push(current);
  }
  return lines;
}
