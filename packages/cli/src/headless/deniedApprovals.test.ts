import type { ApprovalRequest } from '@qwen-code/qwen-code-core';
import { expect, it } from 'vitest';
import { DeniedApprovals } from './deniedApprovals.js';

const request = (preview: ApprovalRequest['preview'], suggestedRule: string): ApprovalRequest => ({
  callId: '1',
  toolName: 't',
  displayName: 'T',
  args: {},
  preview,
  suggestedRule,
});
const edit = request(
  {
    type: 'edit',
    title: 'Edit',
    diff: { type: 'file_diff', filePath: 'a', originalContent: '', newContent: 'b', fileDiff: '' },
  },
  'edit',
);
const command = request(
  { type: 'command', title: 'Run', command: 'npm test', directory: '/w' },
  'run_shell_command(npm test)',
);
const plan = request({ type: 'plan', title: 'Plan', plan: '1. do' }, 'exit_plan_mode');
const { signal } = new AbortController();

it('denies with a reason for the model and a hint for the person', async () => {
  const approvals = new DeniedApprovals();
  expect(approvals.hint).toBeUndefined();
  expect(await approvals.request(edit, signal)).toMatchObject({ decision: 'deny' });
  expect(approvals.hint).toBe(
    "One call was denied because nobody could be asked. To allow: --approval-mode auto-edit, or --allowed-tools 'edit', or --yolo (every call).",
  );
  await approvals.request(command, signal);
  await approvals.request(command, signal);
  expect(approvals.hint).toBe(
    "3 calls were denied because nobody could be asked. To allow: --allowed-tools 'edit' 'run_shell_command(npm test)', or --yolo (every call).",
  );
});

it('names no rule where none could allow the call', async () => {
  const approvals = new DeniedApprovals();
  await approvals.request({ ...command, suggestedRule: '' }, signal);
  expect(approvals.hint).toBe('One call was denied because nobody could be asked. To allow: --yolo (every call).');
});

it('has nothing to say of a plan, which becomes the answer', async () => {
  const approvals = new DeniedApprovals();
  const outcome = await approvals.request(plan, signal);
  expect(outcome.decision === 'deny' && outcome.reason).toContain('Give the plan as your answer');
  expect(approvals.hint).toBeUndefined();
});
