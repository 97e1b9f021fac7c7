/** The cheap check that decides, before anything is copied, whether an automatic compaction is due. */
import type { ChatCompressionSettings } from './ports.js';

/** Share of the context window above which the history is compacted before the next send. */
export const COMPRESSION_TOKEN_THRESHOLD = 0.7;

/** Whether the user has turned automatic compaction off; `/compress` still works. */
export function isAutomaticCompactionOff(settings: ChatCompressionSettings | undefined): boolean {
  return settings?.contextPercentageThreshold === 0;
}

/**
 * @param tokens size of the conversation
 * @param window context window in tokens
 */
export function isAutomaticCompactionDue(
  tokens: number,
  window: number,
  settings: ChatCompressionSettings | undefined,
): boolean {
  return tokens >= (settings?.contextPercentageThreshold ?? COMPRESSION_TOKEN_THRESHOLD) * window;
}
