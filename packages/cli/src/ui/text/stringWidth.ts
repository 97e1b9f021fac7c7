/**
 * The width of text as the library `string-width` has it, which takes tens of milliseconds to get ready for the first character
 * outside of ASCII. What the program itself draws (rules, markers, spinners) is answered here; the bundle puts this in the
 * place of the library for ink as well.
 */
import stringWidth, { type Options } from 'string-width';

/** Characters of one column that join with none of the others: Latin letters, punctuation, arrows, rules, blocks, Braille. */
const NARROW =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25fc\u2713\u2717\u276f\u2800-\u28ff]*$/;

const COLORS = /\x1b\[[\d;]*m/g;

export default function fastStringWidth(text: string, options?: Options): number {
  if (NARROW.test(text)) return text.length;
  if (text.includes('\x1b') && !options?.countAnsiEscapeCodes) {
    const plain = text.replace(COLORS, '');
    if (NARROW.test(plain)) return plain.length;
  }
  return stringWidth(text, options);
}
