/** todo_write, exit_plan_mode, ask_user_question and agent. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { createAgentTool, type AgentToolPorts } from './agentTool.js';
import { createAskUserQuestionTool } from './askUserQuestion.js';
import { createExitPlanModeTool } from './exitPlanMode.js';
import { createTodoWriteTool } from './todoWrite.js';
import type { TodoItem } from './tool.js';

let files: TemporaryWorkspace;
beforeEach(() => (files = new TemporaryWorkspace()));
afterEach(() => files.remove());

describe('todo_write', () => {
  const todo = (id: string, status: TodoItem['status']): TodoItem => ({ id, content: `task ${id}`, status });
  let stored: readonly TodoItem[];
  const tool = createTodoWriteTool({ getTodos: () => stored, setTodos: (todos) => (stored = todos) });
  beforeEach(() => (stored = []));

  it('replaces the list and says where the work stands', async () => {
    const todos = [todo('1', 'completed'), todo('2', 'in_progress'), todo('3', 'pending')];
    const result = await tool.execute({ todos }, files.context);
    expect(stored).toEqual(todos);
    expect(result).toEqual({
      output: 'Todo list updated: 2 of 3 open. In progress: task 2.',
      display: { type: 'todo_list', todos },
    });
    expect((await tool.execute({ todos: [] }, files.context)).output).toBe('The todo list is empty.');
    expect(stored).toEqual([]);
  });

  it('refuses ids that stand twice and only advises against two items at once', async () => {
    const workspace = files.context.workspace;
    expect(tool.validate?.({ todos: [todo('1', 'pending'), todo('1', 'pending')] }, workspace)).toMatch(/id "1"/);
    const two = { todos: [todo('1', 'in_progress'), todo('2', 'in_progress')] };
    expect(tool.validate?.(two, workspace)).toBeNull();
    expect((await tool.execute(two, files.context)).output).toMatch(/one at a time/);
  });
});

describe('exit_plan_mode', () => {
  it('shows the plan, and leaves the mode once it is approved', async () => {
    let isPlanMode = true;
    const tool = createExitPlanModeTool({ isPlanMode: () => isPlanMode, leavePlanMode: () => (isPlanMode = false) });
    const { workspace } = files.context;
    expect(tool.validate?.({ plan: 'p' }, workspace)).toBeNull();
    expect(await tool.preview?.({ plan: 'p' }, files.context)).toMatchObject({ type: 'plan', plan: 'p' });
    expect(isPlanMode).toBe(true);
    expect((await tool.execute({ plan: 'p' }, files.context)).output).toMatch(/approved/);
    expect(isPlanMode).toBe(false);
    expect(tool.validate?.({ plan: 'p' }, workspace)).toMatch(/not in plan mode/);
  });
});

describe('ask_user_question', () => {
  const option = (label: string) => ({ label, description: '' });
  const questions = [
    { question: 'Which?', header: 'Which', options: [option('a'), option('b')] },
    { question: 'Why?', header: 'Why', options: [option('c'), option('d')], multiSelect: true },
  ];
  const tool = createAskUserQuestionTool();

  it('returns the answers with their questions', async () => {
    expect(await tool.preview?.({ questions }, files.context)).toMatchObject({ type: 'question', questions });
    const answer = { 'Which?': 'a', 'Why?': ['c', 'd'] };
    const { output, errorType } = await tool.execute({ questions }, { ...files.context, approvalAnswer: answer });
    expect(output).toBe('The user answered:\nWhich?\n→ a\nWhy?\n→ c, d');
    expect(errorType).toBeUndefined();
  });

  it('tells the model to decide when nobody is there', async () => {
    const result = await tool.execute({ questions }, files.context);
    expect(result).toMatchObject({ errorType: 'execution_failed', output: expect.stringMatching(/Decide yourself/) });
  });
});

describe('agent', () => {
  const agents = ['general-purpose', 'reviewer'].map((name) => ({
    name,
    description: `is ${name}`,
    systemPrompt: 'x',
  }));
  const runs: Array<Parameters<AgentToolPorts['runAgent']>> = [];
  const tool = createAgentTool({
    agents,
    async runAgent(...run) {
      runs.push(run);
      run[2].onEvent({ type: 'turn_end' });
      return { report: `report of ${run[0].name}`, isError: run[0].name === 'reviewer' };
    },
  });
  const task = { description: 'look', prompt: 'Look at it.' };

  it('lists the agents to the model', () => {
    expect(tool.description).toContain('- reviewer: is reviewer');
    const unknown = tool.validate?.({ ...task, subagent_type: 'x' }, files.context.workspace);
    expect(unknown).toMatch(/no agent "x"\. The agents are: general-purpose, reviewer/);
  });

  it('runs the general one by default and passes its events on', async () => {
    const events: unknown[] = [];
    const context = { ...files.context, onSubAgentEvent: (...event: unknown[]) => events.push(event) };
    expect(await tool.execute(task, context)).toMatchObject({ output: 'report of general-purpose' });
    expect(runs.at(-1)?.[1]).toEqual({ description: 'look', prompt: 'Look at it.' });
    expect(runs.at(-1)?.[2]).toMatchObject({ background: false });
    expect(events).toEqual([['general-purpose', { type: 'turn_end' }]]);
  });

  it('runs another in the background and reports failures', async () => {
    const result = await tool.execute({ ...task, subagent_type: 'reviewer', run_in_background: true }, files.context);
    expect(result).toMatchObject({ output: 'report of reviewer', errorType: 'execution_failed' });
    expect(runs.at(-1)?.[2].background).toBe(true);
  });
});
