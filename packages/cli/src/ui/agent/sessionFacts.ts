/** Brings the footer up to date with the session. */
import type { SessionFacts } from '../state/viewState.js';
import type { ViewStore } from '../state/viewStore.js';
import type { OpenedSession } from './openedSession.js';

/** Model, folder, branch and mode. */
export function refreshFacts(store: ViewStore, { config }: OpenedSession): void {
  const facts: SessionFacts = {
    model: config.getModel(),
    cwd: config.workspace.cwd,
    branch: config.getGitBranch(),
    approvalMode: config.getApprovalMode(),
  };
  const { session } = store.current;
  const isSame = (Object.keys(facts) as Array<keyof SessionFacts>).every((key) => session[key] === facts[key]);
  if (!isSame) store.dispatch({ type: 'session_facts', facts });
}

/** How full the context window is. */
export function refreshContext(store: ViewStore, { config, agent }: OpenedSession): void {
  const usedTokens = agent?.client.getChat().getLastPromptTokenCount();
  store.dispatch({
    type: 'context_counted',
    usedTokens: usedTokens || undefined,
    isEstimate: false,
    windowTokens: config.getContextWindow(),
  });
}
