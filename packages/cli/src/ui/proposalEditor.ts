/** Changing what the agent proposes before it is carried out, in the person's editor. */
import type { ApprovalOutcome, ApprovalRequest } from '@qwen-code/qwen-code-core';
import type { EditorResult } from './composer/externalEditor.js';
import { changedArguments, proposedText } from './proposal.js';

/**
 * @param edit opens the editor
 * @returns `undefined` for proposals that cannot be changed. An unchanged text leaves the question open.
 */
export function proposalEditor(
  request: ApprovalRequest,
  edit: (text: string) => Promise<EditorResult>,
  onDecide: (outcome: ApprovalOutcome) => void,
  onError: (message: string) => void,
): (() => Promise<void>) | undefined {
  const proposed = proposedText(request);
  if (proposed === undefined) return undefined;
  return async () => {
    const result = await edit(proposed);
    if (result.type !== 'edited') return onError(result.message);
    // Editors end the last line, which is taken off again: a file keeps its own.
    const text = proposed.endsWith('\n') ? `${result.text}\n` : result.text;
    if (text !== proposed) onDecide({ decision: 'allow-once', args: changedArguments(request, text) });
  };
}
