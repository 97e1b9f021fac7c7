/** Changing what the agent proposes before it is carried out, in the person's editor. */
import type { ApprovalOutcome, ApprovalRequest } from '@qwen-code/qwen-code-core';
import { editExternally } from './composer/externalEditor.js';
import { useKeyInput } from './keys/KeysProvider.js';
import { changedArguments, proposedText } from './proposal.js';

/** @returns `undefined` for proposals that cannot be changed. An unchanged text leaves the question open. */
export function useProposalEditor(
  request: ApprovalRequest,
  onDecide: (outcome: ApprovalOutcome) => void,
  onError: (message: string) => void,
): (() => void) | undefined {
  const { suspend } = useKeyInput();
  const proposed = proposedText(request);
  if (proposed === undefined) return undefined;
  return () => {
    const result = suspend(() => editExternally(proposed));
    if (result.type !== 'edited') return onError(result.message);
    // Editors end the last line, which is taken off again: a file keeps its own.
    const text = proposed.endsWith('\n') ? `${result.text}\n` : result.text;
    if (text !== proposed) onDecide({ decision: 'allow-once', args: changedArguments(request, text) });
  };
}
