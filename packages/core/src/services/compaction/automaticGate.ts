/** The cheap check that decides, before anything is copied, whether an automatic compaction is due. */
import type { ChatCompressionSettings } from './ports.js';
import { computeThresholds } from './thresholds.js';

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
  const share = settings?.contextPercentageThreshold;
  return tokens >= (share === undefined ? computeThresholds(window).auto : share * window);
}
