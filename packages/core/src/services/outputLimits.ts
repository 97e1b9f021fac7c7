/** How many tokens an answer may take, when the first choice did not work out. All numbers are tokens. */
import type { ProviderError } from '../providers/errors/providerError.js';
import { CAPPED_DEFAULT_MAX_TOKENS, ESCALATED_MAX_TOKENS } from '../providers/tokenLimits.js';

/** Kept free between prompt, output and window, since counts of different tokenizers differ a little. */
const SAFETY_MARGIN = 1_024;

/** Below this an answer is not worth asking for: the prompt must shrink. */
const MIN_USEFUL_OUTPUT = 1_024;

/** What is tried when a provider refuses the output cap without naming a limit. */
const FALLBACK_OUTPUT = 4_096;

/** With this much room beside the prompt every adapter's own default fits, thinking included. */
const AMPLE_ROOM = 24_000;

/**
 * The cap of a first attempt where the window has little room beside the prompt, so that the adapter's default would
 * exceed it; `undefined` where the default fits.
 */
export function fittingOutputCap(window: number, promptTokens: number): number | undefined {
  const room = window - promptTokens - SAFETY_MARGIN;
  if (room >= AMPLE_ROOM) return undefined;
  return Math.floor(Math.min(CAPPED_DEFAULT_MAX_TOKENS, Math.max(room, MIN_USEFUL_OUTPUT)));
}

/**
 * The cap to send after the provider refused a larger one, or `undefined` when there is no useful one: the prompt fills
 * the window.
 */
export function loweredOutputCap(error: ProviderError, requested: number | undefined): number | undefined {
  const { outputLimitTokens, limitTokens, actualTokens } = error.details;
  if (error.kind === 'output-cap' && outputLimitTokens) return outputLimitTokens;
  const room =
    error.kind === 'output-overflow' && limitTokens && actualTokens
      ? limitTokens - actualTokens - SAFETY_MARGIN
      : Math.min(FALLBACK_OUTPUT, Math.floor((requested ?? Infinity) / 2));
  return room >= MIN_USEFUL_OUTPUT ? room : undefined;
}

/**
 * The cap of the second attempt after an answer was cut off, or `undefined` when the window has no more room than the
 * answer took.
 *
 * @param modelLimit the model's own output limit
 * @param usage what the provider counted for the answer that was cut off
 */
export function escalatedOutputCap(
  window: number,
  modelLimit: number,
  usage: { promptTokenCount?: number; candidatesTokenCount?: number } | undefined,
): number | undefined {
  const room = window - (usage?.promptTokenCount ?? 0) - SAFETY_MARGIN;
  const cap = Math.min(Math.max(ESCALATED_MAX_TOKENS, modelLimit), room);
  return cap > (usage?.candidatesTokenCount ?? 0) ? cap : undefined;
}
