/** Requests to the program that drives us, and the answers it gives. */
import { randomUUID } from 'node:crypto';
import type { ApprovalOutcome, ApprovalRequest } from '@qwen-code/qwen-code-core';
import type { ControlResponseMessage } from './inputMessages.js';
import { isObject } from '../../utils/isObject.js';

interface PendingRequest {
  resolve(response: unknown): void;
  reject(error: Error): void;
}

export class ControlChannel {
  private readonly pending = new Map<string, PendingRequest>();
  private closed = false;

  constructor(private readonly write: (message: object) => void) {}

  /** Answers a request of the other side. */
  succeed(request_id: string, response: object): void {
    this.write({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  }

  fail(request_id: string, error: string): void {
    this.write({ type: 'control_response', response: { subtype: 'error', request_id, error } });
  }

  /** Takes in the answer to a request of ours; answers to unknown or cancelled ones are ignored. */
  receive({ response }: ControlResponseMessage): void {
    const pending = this.pending.get(response.request_id);
    if (!pending) return;
    this.pending.delete(response.request_id);
    if (response.subtype === 'success') pending.resolve(response.response);
    else
      pending.reject(new Error(typeof response.error === 'string' ? response.error : JSON.stringify(response.error)));
  }

  /** No more answers will come: open requests fail. */
  close(): void {
    this.closed = true;
    for (const { reject } of this.pending.values()) reject(new Error('The input has ended.'));
    this.pending.clear();
  }

  /** Asks whether a call may run. A broken or missing answer denies it. */
  async requestApproval(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalOutcome> {
    try {
      const response = await this.send(
        {
          subtype: 'can_use_tool',
          tool_name: request.toolName,
          tool_use_id: request.callId,
          input: request.args,
          permission_suggestions: [
            { type: 'allow', label: 'Allow', description: request.preview.title },
            { type: 'deny', label: 'Deny', description: '' },
          ],
          blocked_path: null,
        },
        signal,
      );
      return outcomeOf(response);
    } catch (error) {
      if (signal.aborted) return { decision: 'cancel' };
      return { decision: 'deny', reason: (error as Error).message };
    }
  }

  private send(request: object, signal: AbortSignal): Promise<unknown> {
    if (this.closed) return Promise.reject(new Error('The input has ended, so nobody can approve this call.'));
    const request_id = randomUUID();
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.pending.delete(request_id);
        this.write({ type: 'control_cancel_request', request_id });
        reject(new Error('cancelled'));
      };
      const settled = (): void => signal.removeEventListener('abort', cancel);
      this.pending.set(request_id, {
        resolve: (response) => (settled(), resolve(response)),
        reject: (error) => (settled(), reject(error)),
      });
      signal.addEventListener('abort', cancel, { once: true });
      this.write({ type: 'control_request', request_id, request });
    });
  }
}

/** `{behavior: 'allow', updatedInput?}` or `{behavior: 'deny', message?, interrupt?}`. */
function outcomeOf(response: unknown): ApprovalOutcome {
  const { behavior, updatedInput, message, interrupt } = (response ?? {}) as Record<string, unknown>;
  if (behavior === 'allow') return { decision: 'allow-once', ...(isObject(updatedInput) && { args: updatedInput }) };
  if (interrupt === true) return { decision: 'cancel' };
  return { decision: 'deny', reason: typeof message === 'string' ? message : undefined };
}
