import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from './cutText.js';
import { loadTokenizer, type TokenizerName } from './tokenizer.js';

const names: TokenizerName[] = ['o200k', 'qwen3', 'claude', 'dense'];

describe('tokenizers', () => {
  it.each([
    ['o200k', 'hello world', [24912, 2375]],
    ['qwen3', 'hello world', [14990, 1879]],
  ] as const)('%s gives the ids of its vocabulary', async (name, text, ids) => {
    expect(Array.from((await loadTokenizer(name)).encode(text))).toEqual(ids);
  });

  it.each(names)('%s counts marks of chat templates as plain text, and nothing as nothing', async (name) => {
    const { encode } = await loadTokenizer(name);
    expect(encode('').length).toBe(0);
    expect(encode('<|endoftext|> and <EOT>').length).toBeGreaterThan(2);
  });

  it('dense counts by kind of character', async () => {
    const { encode } = await loadTokenizer('dense');
    expect(encode('你好世界').length).toBe(4);
    expect(encode('abcdefgh').length).toBe(2);
    expect(encode('A1b2'.repeat(32)).length).toBe(64);
    expect(encode(`ab你cd${'Zm9v'.repeat(20)}`).length).toBe(1 + 1 + 1 + 40);
  });

  it('takes a function as a tokenizer and asks it once a text', async () => {
    let asked = 0;
    const { encode } = await loadTokenizer((text) => {
      asked++;
      return Array.from(text, (character) => character.codePointAt(0) ?? 0);
    });
    expect([encode('aλ').length, encode('aλ').length, asked]).toEqual([2, 2, 1]);
  });

  it.each(names)('%s: cut text fits, is a prefix, and could not be longer', async (name) => {
    const tokenizer = await loadTokenizer(name);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (text, limit) => {
        const cut = cutText(text, limit, tokenizer);
        expect(text.startsWith(cut)).toBe(true);
        expect(tokenizer.encode(cut).length).toBeLessThanOrEqual(limit);
        if (cut === text) return;
        const next = Array.from(text)[Array.from(cut).length] ?? '';
        expect(tokenizer.encode(cut + next).length).toBeGreaterThan(limit);
      }),
      { numRuns: 50 },
    );
  });
});
