/** Shows how a compaction goes on: what is summarised, how long the summary is, that it can be stopped. */
import { estimateContentTokens, type Config } from '@qwen-code/qwen-code-core';
import type { ViewStore } from '../state/viewStore.js';

/** The core's name for the query that writes the summary. */
const PURPOSE = 'chat-compression';

export function watchCompactions(config: Config, store: ViewStore): void {
  config.setSideQueryObserver((purpose, contents) => {
    if (purpose !== PURPOSE) return undefined;
    store.dispatch({ type: 'compaction_started', inputTokens: estimateContentTokens(contents), now: Date.now() });
    return {
      onText: (outputCharacters) => store.dispatch({ type: 'compaction_progress', outputCharacters }),
      onEnd: () => store.dispatch({ type: 'compaction_ended', now: Date.now() }),
    };
  });
}
