/** What an overflow teaches about the size of a window. */
import type { ProviderError } from './providerError.js';

/** Below this no chat model exists: such a number is something else, misread. */
const SMALLEST_WINDOW = 1_024;

/**
 * The window in tokens that an overflow error names, when it is smaller than the configured one. A guess for this session:
 * keep it in memory only. Output caps and per-minute limits teach nothing about the window.
 */
export function learnedWindow(error: ProviderError, configuredWindow?: number): number | undefined {
  const { kind, limitTokens } = error.details;
  if (kind !== 'context-overflow' && kind !== 'output-overflow') return undefined;
  if (limitTokens === undefined || limitTokens < SMALLEST_WINDOW) return undefined;
  return configuredWindow !== undefined && limitTokens >= configuredWindow ? undefined : limitTokens;
}
