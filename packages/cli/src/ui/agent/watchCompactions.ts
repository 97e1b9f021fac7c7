/** Shows how a compaction goes on: what is summarised, how long the summary is; and when an automatic one fails. */
import { CompressionStatus, estimateContentTokens, type Config } from '@qwen-code/qwen-code-core';
import { formatCompressionText } from '../commands/compressCommand.js';
import type { ViewStore } from '../state/viewStore.js';

/** The core's name for the query that writes the summary. */
const PURPOSE = 'chat-compression';

export function watchCompactions(config: Config, store: ViewStore): void {
  config.setCompactionListener((info) => {
    if (info.compressionStatus === CompressionStatus.NOOP) return;
    const text = `The conversation was to be compacted. ${formatCompressionText(info)}`;
    store.dispatch({ type: 'append', content: { type: 'notice', level: 'warning', text } });
  });
  config.setSideQueryObserver((purpose, contents) => {
    if (purpose !== PURPOSE) return undefined;
    store.dispatch({ type: 'compaction_started', inputTokens: estimateContentTokens(contents), now: Date.now() });
    return {
      onText: (outputCharacters) => store.dispatch({ type: 'compaction_progress', outputCharacters }),
      onEnd: () => store.dispatch({ type: 'compaction_ended', now: Date.now() }),
    };
  });
}
