/** Chooses the tips: one at the start, and one after an answer where the context gives reason. */
import { getTipHistory } from '../services/tips/tipHistory.js';
import { tipRegistry, type TipContext, type TipTrigger } from '../services/tips/tipRegistry.js';
import { selectTip } from '../services/tips/tipScheduler.js';
import { contextThresholds } from './contextThresholds.js';

export type TipFacts = Pick<TipContext, 'lastPromptTokenCount' | 'contextWindowSize' | 'sessionPromptCount'>;

/** The text of the tip, which counts as shown. */
export function nextTip(trigger: TipTrigger, facts: TipFacts): string | undefined {
  const history = getTipHistory();
  const context = {
    ...facts,
    sessionCount: history.sessionCount,
    platform: process.platform,
    thresholds: contextThresholds(facts.contextWindowSize),
  };
  const tip = selectTip(trigger, context, tipRegistry, history);
  if (!tip) return undefined;
  history.recordShown(tip.id, facts.sessionPromptCount);
  return tip.content;
}
