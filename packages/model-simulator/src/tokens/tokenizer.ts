/** Turns text into token ids; only the number and equality of ids matter to the simulator. */
export interface Tokenizer {
  readonly name: string;
  encode(text: string): ArrayLike<number>;
}

/** Tokenizers by name. `dense` counts 1 token a CJK character, 0.5 a base64 character and 0.25 any other. */
export type TokenizerName = 'o200k' | 'qwen3' | 'claude' | 'dense';

/** A tokenizer by name, or a function from text to token ids. */
export type TokenizerChoice = TokenizerName | ((text: string) => ArrayLike<number>);

const loaders: Record<TokenizerName, () => Promise<Tokenizer>> = {
  o200k: async () => (await import('./o200k.js')).loadO200k(),
  qwen3: async () => (await import('./qwen3.js')).loadQwen3(),
  claude: async () => (await import('./claude.js')).loadClaude(),
  dense: async () => (await import('./dense.js')).denseTokenizer,
};

const loaded = new Map<TokenizerName, Promise<Tokenizer>>();

/** Loads a tokenizer once per process; the first load of o200k takes about 0.2 s, of qwen3 about 0.6 s. */
export function loadTokenizer(choice: TokenizerChoice): Promise<Tokenizer> {
  if (typeof choice === 'function') return Promise.resolve(memoised({ name: 'custom', encode: choice }));
  let tokenizer = loaded.get(choice);
  if (!tokenizer) {
    tokenizer = loaders[choice]().then(memoised);
    loaded.set(choice, tokenizer);
  }
  return tokenizer;
}

/** Characters of text whose ids are kept; conversations repeat almost everything from request to request. */
const MEMO_CHARACTERS = 32_000_000;

function memoised(tokenizer: Tokenizer): Tokenizer {
  const memo = new Map<string, ArrayLike<number>>();
  let characters = 0;
  return {
    name: tokenizer.name,
    encode(text) {
      const known = memo.get(text);
      if (known) return known;
      if (characters + text.length > MEMO_CHARACTERS) {
        memo.clear();
        characters = 0;
      }
      const ids = tokenizer.encode(text);
      memo.set(text, ids);
      characters += text.length;
      return ids;
    },
  };
}
