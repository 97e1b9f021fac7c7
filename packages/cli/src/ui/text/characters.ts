/**
 * Characters that need no tables, as regular expressions write them between brackets: each is a grapheme of its own beside any other of
 * the lists, and its width is known. Nearly all text is made of them, and asking the segmenter costs fifty times as much.
 */

/** One column: Latin, Greek and Cyrillic letters, punctuation, arrows, rules, blocks, marks, Braille. */
export const NARROW =
  ' -~\\u00a0-\\u00ac\\u00ae-\\u02ff\\u0391-\\u03a1\\u03a3-\\u03ff\\u0400-\\u0482\\u048a-\\u052f' +
  '\\u2010-\\u2027\\u2030-\\u205e\\u2190-\\u21ff\\u2500-\\u25fc\\u2713\\u2717\\u276f\\u2800-\\u28ff';

/** Two columns: Chinese, Japanese, Korean. */
export const WIDE = '\\u3001-\\u3029\\u3041-\\u3096\\u30a1-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60';

/** Symbols between the arrows and Braille: of one column or of two, but graphemes of their own as well. */
export const SYMBOLS = '\\u2190-\\u28ff';
