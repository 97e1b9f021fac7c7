import type { Content } from '@qwen-code/qwen-code-core';
import { describe, expect, it } from 'vitest';
import { play, TOOL_NAMES, type Outcome } from './testConversation.js';

const TASK = 'Create file notes.txt with "hello"';
const REMINDER = '<reminder>Plan mode is on: read and think, change nothing.</reminder>';
const tools = [...TOOL_NAMES, 'exit_plan_mode'];

function inPlanMode(task: string, presented: Outcome) {
  const contents: Content[] = [{ role: 'user', parts: [{ text: task }, { text: REMINDER }] }];
  return play(contents, ({ name }) => (name === 'exit_plan_mode' ? presented : { output: 'Created.' }), { tools });
}

describe('the demo model in plan mode', () => {
  it('presents a plan, and carries it out once it is approved', async () => {
    const { calls, answer } = await inPlanMode(TASK, { output: 'The user approved the plan. Carry it out now.' });
    expect(calls.map(({ name }) => name)).toEqual(['exit_plan_mode', 'write_file']);
    expect(calls[0]?.args['plan']).toMatch(/Create file notes\.txt with "hello"[^]*I write notes\.txt\./);
    expect(calls[1]?.args['content']).toBe('hello\n');
    expect(answer).toContain('Wrote `notes.txt`');
  });

  it('stops when the plan is refused', async () => {
    const { calls, answer } = await inPlanMode(TASK, { error: 'The user declined this call. Reason: too early' });
    expect(calls.map(({ name }) => name)).toEqual(['exit_plan_mode']);
    expect(answer).toContain(
      'Not done, `exit_plan_mode` did not succeed: The user declined this call. Reason: too early',
    );
  });

  it('goes on when plan mode has ended meanwhile', async () => {
    const { calls } = await inPlanMode(TASK, { error: 'You are not in plan mode: go on with the work.' });
    expect(calls.map(({ name }) => name)).toEqual(['exit_plan_mode', 'write_file']);
  });

  it('needs no plan to read', async () => {
    const { calls } = await inPlanMode('Read a.md', { output: '' });
    expect(calls.map(({ name }) => name)).toEqual(['read_file']);
  });
});
