/** The cheap check that decides, before anything is copied, whether an automatic compaction is due. */
import { computeThresholds } from './thresholds.js';

/**
 * @param tokens size of the conversation
 * @param window context window in tokens
 */
export function isAutomaticCompactionDue(tokens: number, window: number): boolean {
  return tokens >= computeThresholds(window).auto;
}
