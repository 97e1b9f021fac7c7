/** How full the context is: the tier, and bars that show it. */
import type { CompactionThresholds } from '@qwen-code/qwen-code-core';
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
