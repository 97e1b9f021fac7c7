import type { Tokenizer } from './tokenizer.js';

/** Shortest run of base64 letters that counts as base64 and not as a word. */
const BASE64_RUN = 64;

const pieces = new RegExp(
  [
    `(?<base64>[A-Za-z0-9+/=]{${BASE64_RUN},})`,
    '(?<cjk>[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])',
    `(?<other>(?:(?![A-Za-z0-9+/=]{${BASE64_RUN}}|[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]).)+)`,
  ].join('|'),
  'gsu',
);

function pushChunks(ids: number[], text: string, size: number): void {
  for (let start = 0; start < text.length; start += size) ids.push(hash(text.slice(start, start + size)));
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** 1 token a CJK character, one per 2 characters of a base64 run, one per 4 characters of anything else. */
export const denseTokenizer: Tokenizer = {
  name: 'dense',
  encode(text) {
    const ids: number[] = [];
    for (const match of text.matchAll(pieces)) {
      const { base64, cjk, other } = match.groups ?? {};
      if (cjk) ids.push(hash(cjk));
      else if (base64) pushChunks(ids, base64, 2);
      else if (other) pushChunks(ids, other, 4);
    }
    return ids;
  },
};
