/** What is known of models' context windows and output limits, in tokens, by the name of the model. */

/** Window assumed for a model nobody knows. */
export const DEFAULT_TOKEN_LIMIT = 131_072;
/** Output limit assumed for a model nobody knows. */
export const DEFAULT_OUTPUT_TOKEN_LIMIT = 32_000;
/** Output cap of an ordinary request: few answers need more, and the rest are asked again with the cap below. */
export const CAPPED_DEFAULT_MAX_TOKENS = 8_000;
/** Output cap of a request that is made again because its answer was cut off. */
export const ESCALATED_MAX_TOKENS = 64_000;

export type TokenLimitType = 'input' | 'output';

type LimitRow = readonly [pattern: RegExp, tokens: number];

/** The first row that fits a normalised name holds. */
const INPUT_LIMITS: readonly LimitRow[] = [
  [/^gemini-/, 1_000_000],
  [/^gpt-5/, 272_000],
  [/^gpt-/, 131_072],
  [/^o\d/, 200_000],
  [/^claude-/, 200_000],
  [/^qwen3-coder-(plus|flash)/, 1_000_000],
  [/^qwen3\.\d/, 1_000_000],
  [/^qwen-(plus|flash)-latest$/, 1_000_000],
  [/^coder-model$/, 1_000_000],
  [/^qwen/, 262_144],
  [/^deepseek-v4/, 1_000_000],
  [/^deepseek/, 131_072],
  [/^glm-/, 202_752],
  [/^minimax-m2\.5/, 196_608],
  [/^minimax-/, 200_000],
  [/^kimi-/, 262_144],
  [/^seed-oss/, 524_288],
];

const OUTPUT_LIMITS: readonly LimitRow[] = [
  [/^gemini-3/, 65_536],
  [/^gemini-/, 8_192],
  [/^gpt-5/, 131_072],
  [/^gpt-/, 16_384],
  [/^o\d/, 131_072],
  [/^claude-opus-4-6/, 131_072],
  [/^claude-/, 65_536],
  [/^qwen3\.\d/, 65_536],
  [/^coder-model$/, 65_536],
  [/^qwen/, 32_768],
  [/^deepseek-v4/, 384_000],
  [/^deepseek-(reasoner|r1)/, 65_536],
  [/^deepseek-chat/, 8_192],
  [/^glm-(5|4\.7)/, 16_384],
  [/^minimax-m2\.5/, 65_536],
  [/^kimi-k2\.5/, 32_768],
];

/** Names whose last word is a part of the name although it looks like a date or a channel. */
const WHOLE_NAMES = /^(qwen-plus-latest|qwen-flash-latest|qwen-vl-max-latest|kimi-k2-\d{4})$/;

/** A date, a build number, a channel, or (behind two words or more, so not in `deepseek-v4`) a version. */
const VERSION_SUFFIX = /-(\d{4}-\d{2}-\d{2}|\d{8}|\d{6}|\d{4}|\d{3}|(?<=-.+-)v\d+(\.\d+)*|latest|exp(-\d+)*)$/;
const QUANTISATION_SUFFIX = /-(q\d\w*|iq\d\w*|int[48]|fp(4|8|16)|bf16|f16|awq|gptq(-int[48])?|gguf|\d+bit)$/;

/**
 * The name under which a model is looked up: lower case, without provider prefix (`vendor/`, `route|`, `tag:`), date,
 * version channel and quantisation.
 */
export function normalize(model: string): string {
  let name = model.trim().toLowerCase();
  for (const separator of ['/', '|', ':']) name = name.slice(name.lastIndexOf(separator) + 1);
  name = name.replace(/\s+/g, '-').replaceAll('-preview', '');
  for (let previous = ''; previous !== name;) {
    previous = name;
    name = name.replace(QUANTISATION_SUFFIX, '');
    if (!WHOLE_NAMES.test(name)) name = name.replace(VERSION_SUFFIX, '');
  }
  return name;
}

/**
 * The limit of a model that has a row of its own; `undefined` for any other. Where `name:tag` has no row by its tag
 * (`qwen3-coder:free`, `gpt-oss:20b`), the row of `name` holds.
 */
export function knownTokenLimit(model: string, type: TokenLimitType): number | undefined {
  const rows = type === 'input' ? INPUT_LIMITS : OUTPUT_LIMITS;
  const limitOf = (name: string): number | undefined => rows.find(([pattern]) => pattern.test(name))?.[1];
  return limitOf(normalize(model)) ?? limitOf(normalize(model.replace(/:[^:]*$/, '')));
}

/** The limit of a model, or the default for one that is not known. */
export function tokenLimit(model: string, type: TokenLimitType = 'input'): number {
  return knownTokenLimit(model, type) ?? (type === 'input' ? DEFAULT_TOKEN_LIMIT : DEFAULT_OUTPUT_TOKEN_LIMIT);
}

/** Whether the model's own output limit is known. */
export function hasExplicitOutputLimit(model: string): boolean {
  return knownTokenLimit(model, 'output') !== undefined;
}
