/** How wide text is on screen, in columns. All functions take text without escape sequences. */
import { NARROW, WIDE } from './characters.js';
import { Segmenter } from './segmenter.js';
import stringWidth from './stringWidth.js';

const PRINTABLE_ASCII = /^[ -~]*$/;

const SIMPLE_TEXT = new RegExp(`^[${NARROW}${WIDE}]*$`);
const WIDE_CHARACTERS = new RegExp(`[${WIDE}]`, 'g');

const segmenter = new Segmenter();

export function textWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  if (SIMPLE_TEXT.test(text)) return text.length + (text.match(WIDE_CHARACTERS)?.length ?? 0);
  return stringWidth(text, { countAnsiEscapeCodes: true });
}

/** What a reader takes for one character. */
export function graphemes(text: string): string[] {
  if (SIMPLE_TEXT.test(text)) return text.split('');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The longest beginning that fits, and how wide it is. Looks no further than it must, however long the text is. */
export function fittingStart(text: string, columns: number): { text: string; width: number } {
  // A grapheme of one column can be long (accents), but a sane line is no longer than this.
  const head = text.length > columns * 16 + 64 ? text.slice(0, columns * 16 + 64) : text;
  let width = 0;
  let length = 0;
  for (const grapheme of graphemes(head)) {
    const next = width + textWidth(grapheme);
    if (next > columns) break;
    width = next;
    length += grapheme.length;
  }
  return { text: text.slice(0, length), width };
}

/** Cuts at the end and marks the cut with `…`. */
export function truncateEnd(text: string, columns: number): string {
  if (text.length <= columns && textWidth(text) <= columns) return text;
  if (columns <= 0) return '';
  const whole = fittingStart(text, columns);
  if (whole.text.length === text.length) return text;
  return `${fittingStart(text, columns - 1).text}…`;
}

/** Cuts at the beginning: for paths, whose end says most. */
export function truncateStart(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  if (columns <= 0) return '';
  let width = 1;
  let kept = '';
  for (const grapheme of graphemes(text).reverse()) {
    width += textWidth(grapheme);
    if (width > columns) break;
    kept = grapheme + kept;
  }
  return `…${kept}`;
}

/** Fills up with spaces to a width. */
export function padTo(text: string, columns: number, align: 'left' | 'right' | 'center' = 'left'): string {
  const missing = Math.max(0, columns - textWidth(text));
  const before = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(missing - before);
}
