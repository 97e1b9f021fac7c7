/** How many tokens a summary may take. */
import type { Content } from '../../types.js';
import { estimateContentChars, TOKEN_TO_CHAR_RATIO } from '../compactionInputSlimming.js';

/**
 * Hard cap on the whole output of the compaction call, in tokens. With thinking off no provider writes more, so that
 * this much room at the top of the window is all that a compaction ever needs.
 */
export const COMPACT_MAX_OUTPUT_TOKENS = 20_000;

/** Kept free in the window beside request and output, in tokens: the size of the request is an estimate. */
const WINDOW_MARGIN = 1_024;

/** No summary worth having is shorter; below it the provider is left to decide whether the request fits. */
const LEAST_OUTPUT_TOKENS = 1_024;

/** What is known of the size of a compaction request. */
export interface SummaryInput {
  contents: Content[];
  systemInstruction: string;
  /** Tokens of the whole conversation by the provider's count, 0 when unknown, and the share that is summarised. */
  originalTokenCount: number;
  share: number;
}

/**
 * The cap to send: `COMPACT_MAX_OUTPUT_TOKENS`, or what a small window leaves beside the request, since most providers
 * refuse a request whose prompt and output cap together exceed the window.
 *
 * @param window context window in tokens
 */
export function compactionOutputBudget(window: number, input: SummaryInput): number {
  const room = window - requestTokens(input) - WINDOW_MARGIN;
  return Math.floor(Math.max(LEAST_OUTPUT_TOKENS, Math.min(COMPACT_MAX_OUTPUT_TOKENS, room)));
}

/** The larger of an estimate by characters and the provider's own count for that share of the conversation. */
function requestTokens({ contents, systemInstruction, originalTokenCount, share }: SummaryInput): number {
  const instructionTokens = systemInstruction.length / TOKEN_TO_CHAR_RATIO;
  // Media are replaced by placeholders before they are sent, so none is left to be estimated.
  const chars = contents.reduce((sum, content) => sum + estimateContentChars(content, 0), 0);
  return Math.max(chars / TOKEN_TO_CHAR_RATIO, originalTokenCount * share) + instructionTokens;
}
