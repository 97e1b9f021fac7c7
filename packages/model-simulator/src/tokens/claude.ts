import type { Tokenizer } from './tokenizer.js';

/** The tokenizer Anthropic published; models later than Claude 2 are only approximated by it. */
export async function loadClaude(): Promise<Tokenizer> {
  const { getTokenizer } = await import('@anthropic-ai/tokenizer');
  const claude = getTokenizer();
  return { name: 'claude', encode: (text) => claude.encode(text.normalize('NFKC'), 'all') };
}
