/** Approvals that wait for a person: the agent asks here, the dialog answers. */
import type { ApprovalOutcome, RequestApproval } from '@qwen-code/qwen-code-core';

export class PendingApprovals {
  private readonly waiting = new Map<string, (outcome: ApprovalOutcome) => void>();

  /** Resolves with the decision, or with `cancel` when the signal aborts. */
  readonly request: RequestApproval = ({ callId }, signal) =>
    new Promise((resolve) => {
      const settle = (outcome: ApprovalOutcome): void => {
        signal.removeEventListener('abort', onAbort);
        this.waiting.delete(callId);
        resolve(outcome);
      };
      const onAbort = (): void => settle({ decision: 'cancel' });
      this.waiting.set(callId, settle);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });

  /** @returns whether the call was waiting. */
  decide(callId: string, outcome: ApprovalOutcome): boolean {
    const settle = this.waiting.get(callId);
    settle?.(outcome);
    return settle !== undefined;
  }
}
