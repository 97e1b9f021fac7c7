/** Chooses the tip to show. */
import type { TipHistory } from './tipHistory.js';
import type { ContextualTip, TipContext, TipTrigger } from './tipRegistry.js';

/** The relevant tip of the highest priority that is not cooling down; among equals the one not seen for longest. */
export function selectTip(
  trigger: TipTrigger,
  context: TipContext,
  tips: readonly ContextualTip[],
  history: Pick<TipHistory, 'isCooledDown' | 'getLastShown'>,
): ContextualTip | null {
  const candidates = tips.filter(
    (tip) =>
      tip.trigger === trigger &&
      isRelevant(tip, context) &&
      history.isCooledDown(tip.id, tip.cooldownPrompts, context.sessionPromptCount),
  );
  candidates.sort((a, b) => b.priority - a.priority || history.getLastShown(a.id) - history.getLastShown(b.id));
  return candidates[0] ?? null;
}

/** A condition that throws must not take the answer down with it: the tip is not shown. */
function isRelevant(tip: ContextualTip, context: TipContext): boolean {
  try {
    return tip.isRelevant(context);
  } catch (_error) {
    return false;
  }
}
