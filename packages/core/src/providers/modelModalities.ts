/** Which media a model takes, by its name, where that is known. */
import type { InputModalities } from './contentGenerator.js';
import { normalize } from './tokenLimits.js';

const TEXT: InputModalities = {};
const IMAGES: InputModalities = { image: true };
const IMAGES_AND_FILES: InputModalities = { image: true, pdf: true };
const IMAGES_AND_VIDEO: InputModalities = { image: true, video: true };
const EVERYTHING: InputModalities = { image: true, pdf: true, audio: true, video: true };

/** The first row that fits a normalised name holds. */
const MODALITIES: ReadonlyArray<readonly [pattern: RegExp, modalities: InputModalities]> = [
  [/^gemini-/, EVERYTHING],
  [/^claude-/, IMAGES_AND_FILES],
  [/^gpt-oss/, TEXT],
  [/^gpt-3\.5/, TEXT],
  [/^o(1|3)-mini/, TEXT],
  [/^(gpt-(4o|4\.\d|5)|o\d)/, IMAGES_AND_FILES],
  [/^(qwen3?-omni|qwen2\.5-omni|qwen3\.5-omni)/, EVERYTHING],
  [/^(qwen.*-vl|qvq|qwen3\.[5-9]|coder-model$)/, IMAGES_AND_VIDEO],
  [/^(qwen|qwq)/, TEXT],
  [/^deepseek-(chat|reasoner|coder|r1|v[1-3])/, TEXT],
  [/^glm-\d(\.\d)?v/, IMAGES],
  [/^glm-/, TEXT],
  [/^kimi-k2\.[5-9]/, IMAGES_AND_VIDEO],
  [/^kimi-k2/, TEXT],
  [/^minimax-m\d/, TEXT],
];

/**
 * What the model takes besides text; `undefined` for a model without a row. A model that takes no images refuses every
 * request with one in its history, so it is better told of them in words.
 */
export function knownModalities(model: string): InputModalities | undefined {
  const name = normalize(model);
  return MODALITIES.find(([pattern]) => pattern.test(name))?.[1];
}
