/** How full the context is: the tier, and bars that show it. */
import type { CompactionThresholds } from '@qwen-code/qwen-code-core';
import { formatPercent, formatTokens } from '../text/format.js';
import { span, type ColorName, type Span } from '../text/styledLine.js';

/** Tokens at which something happens to the context. */
export type ContextThresholds = CompactionThresholds;

export type ContextTier = 'safe' | 'warn' | 'auto' | 'hard';

export const TIER_COLORS: Readonly<Record<ContextTier, ColorName>> = {
  safe: 'success',
  warn: 'warning',
  auto: 'error',
  hard: 'error',
};

/** In small windows hard and auto are the same number: hard is asked first. */
export function contextTier(tokens: number, thresholds: ContextThresholds | undefined): ContextTier {
  if (!thresholds || thresholds.hard <= 0) return 'safe';
  if (tokens >= thresholds.hard) return 'hard';
  if (tokens >= thresholds.auto) return 'auto';
  return tokens >= thresholds.warn ? 'warn' : 'safe';
}

/** Why, in a small window, the thresholds do not follow from the reserve that is shown with them. */
export function smallWindowNote(window: number, thresholds: ContextThresholds): string | undefined {
  const { warn, auto, hard, effectiveWindow } = thresholds;
  // Once the two part, one of them at least follows from the reserve.
  if (hard > auto) return undefined;
  const share = (tokens: number): string => formatPercent(tokens / window);
  const reserve = formatTokens(window - effectiveWindow);
  return `A reserve of ${reserve} is too much for this window: it warns at ${share(warn)} and compacts at ${share(auto)} instead.`;
}

export interface BarPart {
  amount: number;
  glyph: string;
  color: ColorName;
}

/** A bar of `cells` cells; every part that is not zero gets at least one, and the largest give them up. */
export function bar(parts: readonly BarPart[], cells: number): Span[] {
  const total = parts.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  if (total <= 0) return [];
  const sizes = parts.map(({ amount }) => (amount > 0 ? Math.max(1, Math.round((amount / total) * cells)) : 0));
  for (let excess = sizes.reduce((sum, size) => sum + size, 0) - cells; excess !== 0;) {
    const largest = sizes.indexOf(Math.max(...sizes));
    const step = excess > 0 ? -1 : 1;
    if (sizes[largest]! + step < 0) break;
    sizes[largest]! += step;
    excess += step;
  }
  return parts.flatMap(({ glyph, color }, index) =>
    sizes[index]! > 0 ? [span(glyph.repeat(sizes[index]!), color)] : [],
  );
}
