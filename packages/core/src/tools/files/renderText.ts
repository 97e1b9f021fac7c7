/** Lays out what was read of a file so that it fits a number of characters and says how to read on. */
import type { LineRange } from './lineRange.js';
import type { PdfText } from './pdfText.js';

/** Longest line that is shown, in characters; the rest of minified files tells a model nothing. */
const MAX_LINE_CHARACTERS = 2_000;

/** Room that is kept for the notice at the end. */
const NOTICE_CHARACTERS = 200;

export interface RenderedLines {
  text: string;
  shownLines: number;
}

/**
 * As many whole lines as fit, at least one, and a notice unless that is the whole file.
 *
 * @param offset number of lines before the range
 */
export function renderLines(range: LineRange, offset: number, maxCharacters: number): RenderedLines {
  const room = Math.max(1, maxCharacters - NOTICE_CHARACTERS);
  const shown: string[] = [];
  let used = 0;
  for (const line of range.lines) {
    const short = cutLine(line, Math.min(MAX_LINE_CHARACTERS, room));
    if (shown.length > 0 && used + short.length + 1 > room) break;
    shown.push(short);
    used += short.length + 1;
  }
  const next = offset + shown.length;
  const text = shown.join('\n');
  if (next === range.total)
    return {
      text: offset === 0 ? text || '\n' : `${text}\n\n[Lines ${offset + 1}-${next} of ${next}.]`,
      shownLines: shown.length,
    };
  const of = range.total === undefined ? '' : ` of ${range.total}`;
  return {
    text: `${text}\n\n[Lines ${offset + 1}-${next}${of}. To read on: offset ${next}.]`,
    shownLines: shown.length,
  };
}

/** Cuts a line without splitting a character in two. */
export function cutLine(line: string, maxCharacters: number): string {
  if (line.length <= maxCharacters) return line;
  const last = line.charCodeAt(maxCharacters - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maxCharacters - 1 : maxCharacters;
  return `${line.slice(0, end)}… [line cut]`;
}

/** As many whole pages as fit, at least a part of the first, and a notice unless that is the whole document. */
export function renderPages({ pages, pageCount }: PdfText, maxCharacters: number): { text: string; lastPage: number } {
  const room = Math.max(1, maxCharacters - NOTICE_CHARACTERS);
  let text = '';
  let lastPage = 0;
  let isCut = false;
  for (const { number, text: pageText } of pages) {
    const page = `--- Page ${number} ---\n${pageText}\n`;
    if (lastPage > 0 && text.length + page.length > room) break;
    isCut = page.length > room;
    text += isCut ? `${page.slice(0, room)}…\n` : page;
    lastPage = number;
  }
  const notes = [
    isCut ? `Page ${lastPage} is cut.` : '',
    lastPage < pageCount ? `To read on: pages "${lastPage + 1}-".` : '',
  ];
  const notice = notes.filter(Boolean).join(' ');
  return { text: notice ? `${text}\n[${pageCount} pages. ${notice}]` : text, lastPage };
}
