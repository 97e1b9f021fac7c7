import type { Tokenizer } from './tokenizer.js';

/** OpenAI's o200k_base; text that looks like a special token is counted as plain text. */
export async function loadO200k(): Promise<Tokenizer> {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return { name: 'o200k', encode: (text) => Uint32Array.from(encode(text, plain)) };
}
