/** Where the numbers of the footer, of `/context` and of the tips come from: the one place that asks the core for them. */
import type { ContextThresholds } from './components/contextTier.js';

/** `undefined`: there are no tiers for a window of this size. */
export function contextThresholds(_windowTokens: number): ContextThresholds | undefined {
  return undefined;
}
