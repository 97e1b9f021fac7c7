/** Approvals where nobody is there to give them. */
import type { ApprovalRequest, RequestApproval } from '@qwen-code/qwen-code-core';
import { shellQuoted } from '../utils/shellQuoted.js';

export class DeniedApprovals {
  private readonly denied: ApprovalRequest[] = [];

  readonly request: RequestApproval = (request) => {
    this.denied.push(request);
    return Promise.resolve({ decision: 'deny', reason: reasonFor(request) });
  };

  /** For the person: what was denied and which flag would have allowed it; `undefined` when nothing was. */
  get hint(): string | undefined {
    const calls = this.denied.filter(({ preview }) => preview.type !== 'plan' && preview.type !== 'question');
    if (calls.length === 0) return undefined;
    // Some calls no rule can describe.
    const rules = [...new Set(calls.map(({ suggestedRule }) => suggestedRule).filter(Boolean))];
    const isEditsOnly = calls.every(({ preview }) => preview.type === 'edit');
    const flags = [
      ...(isEditsOnly ? ['--approval-mode auto-edit'] : []),
      ...(rules.length > 0 ? [`--allowed-tools ${rules.map(shellQuoted).join(' ')}`] : []),
      '--yolo (every call)',
    ];
    const number = calls.length === 1 ? 'One call was' : `${calls.length} calls were`;
    return `${number} denied because nobody could be asked. To allow: ${flags.join(', or ')}.`;
  }
}

function reasonFor({ preview }: ApprovalRequest): string {
  switch (preview.type) {
    case 'plan':
      return 'Nobody is there to approve the plan. Give the plan as your answer and stop.';
    case 'question':
      return 'Nobody is there to answer. Choose what is most likely meant, say so in your answer, and go on.';
    default:
      return 'Nobody is there to approve it in this run. Do not try it again in another way; do what can be done without it and say what is left.';
  }
}
