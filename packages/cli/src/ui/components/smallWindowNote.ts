/** What is particular to the thresholds of a small window. */
import { formatPercent, formatTokens } from '../text/format.js';
import type { ContextThresholds } from './contextTier.js';

/** Why, in a small window, the thresholds do not follow from the reserve that is shown with them. */
export function smallWindowNote(window: number, thresholds: ContextThresholds): string | undefined {
  const { warn, auto, hard, effectiveWindow } = thresholds;
  // Once the two part, one of them at least follows from the reserve.
  if (hard > auto) return undefined;
  const share = (tokens: number): string => formatPercent(tokens / window);
  const reserve = formatTokens(window - effectiveWindow);
  return `A reserve of ${reserve} is too much for this window: it warns at ${share(warn)} and compacts at ${share(auto)} instead.`;
}
