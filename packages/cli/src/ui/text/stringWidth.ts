/**
 * The width of text as the library `string-width` has it, which takes tens of milliseconds to get ready for the first character
 * outside of ASCII. What the program itself draws (rules, markers, spinners) is answered here; the bundle puts this in the
 * place of the library for ink as well.
 */
import { NARROW } from './characters.js';
import stringWidth, { type Options } from 'string-width';

const NARROW_TEXT = new RegExp(`^[${NARROW}]*$`);
const COLORS = /\x1b\[[\d;]*m/g;

export default function fastStringWidth(text: string, options?: Options): number {
  if (NARROW_TEXT.test(text)) return text.length;
  if (text.includes('\x1b') && !options?.countAnsiEscapeCodes) {
    const plain = text.replace(COLORS, '');
    if (NARROW_TEXT.test(plain)) return plain.length;
  }
  return stringWidth(text, options);
}
