/** What is particular to each family of Gemini models. Source: the thinking and function-calling pages of Google's docs. */

/**
 * How a family is told to think:
 *
 * - `budget`: by tokens; `least` is the smallest budget it takes and `most` the largest, `canBeOff` whether 0 is allowed.
 * - `level`: by a word; `least` is the lowest of them.
 * - `none`: the API refuses a thinking configuration.
 */
export type ThinkingControl =
  | { by: 'budget'; least: number; most: number; canBeOff: boolean }
  | { by: 'level'; least: 'MINIMAL' | 'LOW'; hasMedium: boolean }
  | { by: 'none' };

export interface GeminiModel {
  thinking: ThinkingControl;
  /** Largest `maxOutputTokens`. */
  outputLimit?: number;
  /** Whether media may stand within a function's response; else they follow the responses. */
  mediaInResponses: boolean;
  /** Whether every turn with calls must carry a signature on its first call. */
  needsSignatures: boolean;
}

const THIRD = { outputLimit: 65_536, mediaInResponses: true, needsSignatures: true };
const SECOND = { mediaInResponses: false, needsSignatures: false };

/** The first pattern found in the lower-case model name holds. */
const families: readonly (readonly [RegExp, GeminiModel])[] = [
  [/gemini-3[.\d]*-flash/, { ...THIRD, thinking: { by: 'level', least: 'MINIMAL', hasMedium: true } }],
  [/gemini-3-pro/, { ...THIRD, thinking: { by: 'level', least: 'LOW', hasMedium: false } }],
  [/gemini-[3-9]/, { ...THIRD, thinking: { by: 'level', least: 'LOW', hasMedium: true } }],
  [
    /gemini-2\.5-pro/,
    { ...SECOND, outputLimit: 65_536, thinking: { by: 'budget', least: 128, most: 32_768, canBeOff: false } },
  ],
  [
    /gemini-2\.5-flash-lite/,
    { ...SECOND, outputLimit: 65_536, thinking: { by: 'budget', least: 512, most: 24_576, canBeOff: true } },
  ],
  [
    /gemini-2\.5-flash/,
    { ...SECOND, outputLimit: 65_536, thinking: { by: 'budget', least: 1, most: 24_576, canBeOff: true } },
  ],
  [/gemini-(?:1|2\.0)/, { ...SECOND, outputLimit: 8_192, thinking: { by: 'none' } }],
];

const otherModel: GeminiModel = { ...SECOND, thinking: { by: 'none' } };

export function geminiModel(model: string): GeminiModel {
  const name = model.toLowerCase();
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? otherModel;
}
