/** The tiers of the context window, for the footer and the tips. */
import { computeThresholds } from '@qwen-code/qwen-code-core';
import type { ContextThresholds } from './components/contextTier.js';

/** `undefined`: the window is not known, so there are no tiers. */
export function contextThresholds(windowTokens: number): ContextThresholds | undefined {
  return windowTokens > 0 ? computeThresholds(windowTokens) : undefined;
}
