/** `/copy`: the last answer, to the clipboard. */
import type { Content } from '@qwen-code/qwen-code-core';
import type { InteractiveCommand } from './types.js';

export const copyCommand: InteractiveCommand = {
  name: 'copy',
  description: 'Copy the last answer to the clipboard',
  modes: ['interactive'],
  whileBusy: true,
  run({ agent }) {
    const text = lastAnswer(agent.client.getHistory());
    return text === undefined
      ? { type: 'message', level: 'info', text: 'There is no answer to copy yet.' }
      : { type: 'copy', text };
  },
};

/** The text of the last message of the model that has any. */
function lastAnswer(history: readonly Content[]): string | undefined {
  for (const { role, parts = [] } of history.toReversed()) {
    if (role !== 'model') continue;
    const text = parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
    if (text.trim() !== '') return text.trim();
  }
  return undefined;
}
