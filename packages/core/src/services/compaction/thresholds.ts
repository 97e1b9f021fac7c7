/**
 * At which sizes of a conversation something happens. All numbers are tokens.
 *
 * A share of the window alone wastes a large window (30 % of a million tokens); a distance from its top alone does not
 * fit a small one. Each threshold is the larger of both.
 */

/** Share of the window from which a conversation is compacted in any case: the branch of small windows. */
export const DEFAULT_PCT = 0.7;

/** How much below `DEFAULT_PCT` the warning begins. */
export const WARN_PCT_OFFSET = 0.1;

/**
 * What the top of the window is kept free for: the output of the compaction call, which is capped at the same number
 * (`COMPACT_MAX_OUTPUT_TOKENS`).
 */
export const SUMMARY_RESERVE = 20_000;

/** From the threshold of automatic compaction to the effective window: room for one large turn. */
export const AUTOCOMPACT_BUFFER = 13_000;

/** From the warning to automatic compaction. */
export const WARN_BUFFER = 20_000;

/** From the hard threshold to the effective window. */
export const HARD_BUFFER = 3_000;

/** The tiers of a window, from below; `warn ≤ auto ≤ hard`. */
export interface CompactionThresholds {
  /** From here on people are told how much is left before a compaction. */
  readonly warn: number;
  /** From here on the conversation is compacted before the next message. */
  readonly auto: number;
  /** From here on it is compacted by force, since the next request may be refused. */
  readonly hard: number;
  /** The window less `SUMMARY_RESERVE`; below zero in windows smaller than that. */
  readonly effectiveWindow: number;
}

/**
 * The tiers of a context window. They may be fractions. In windows below about 76,700 tokens `hard` equals `auto`.
 *
 * @param window context window in tokens
 */
export function computeThresholds(window: number): CompactionThresholds {
  const effectiveWindow = window - SUMMARY_RESERVE;
  const auto = Math.max(DEFAULT_PCT * window, effectiveWindow - AUTOCOMPACT_BUFFER);
  const warn = Math.max((DEFAULT_PCT - WARN_PCT_OFFSET) * window, auto - WARN_BUFFER);
  const hard = Math.max(effectiveWindow - HARD_BUFFER, auto);
  return { warn, auto, hard, effectiveWindow };
}
