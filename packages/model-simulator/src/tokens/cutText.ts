import type { Tokenizer } from './tokenizer.js';

/**
 * The longest prefix of the text that is at most `limit` tokens, cut between code points (grapheme clusters may be
 * split, as models split them).
 */
export function cutText(text: string, limit: number, tokenizer: Tokenizer): string {
  if (limit <= 0) return '';
  if (tokenizer.encode(text).length <= limit) return text;
  const points = Array.from(text);
  let fits = 0;
  let tooLong = points.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (tokenizer.encode(points.slice(0, middle).join('')).length <= limit) fits = middle;
    else tooLong = middle;
  }
  return points.slice(0, fits).join('');
}
