import { afterAll, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { createAskUserQuestionTool } from './askUserQuestion.js';
import { createExitPlanModeTool } from './exitPlanMode.js';
import { createTodoWriteTool } from './todoWrite.js';
import type { TodoItem } from './tool.js';

const workspace = new TemporaryWorkspace();
afterAll(() => workspace.remove());

describe('todo_write', () => {
  function store() {
    let todos: TodoItem[] = [];
    return { getTodos: () => todos, setTodos: (next: TodoItem[]) => void (todos = next) };
  }

  it('replaces the list and says what is open', async () => {
    const todos = store();
    const tool = createTodoWriteTool(todos);
    const list: TodoItem[] = [
      { id: '1', content: 'read', status: 'completed' },
      { id: '2', content: 'write', status: 'in_progress' },
    ];
    const result = await tool.execute({ todos: list }, workspace.context);
    expect(result.output).toBe('Todo list updated: 1 of 2 open. In progress: write.');
    expect(todos.getTodos()).toEqual(list);
    expect((await tool.execute({ todos: [] }, workspace.context)).output).toBe('The todo list is empty.');
  });

  it('refuses two todos with one id', () => {
    const item: TodoItem = { id: '1', content: 'x', status: 'pending' };
    expect(createTodoWriteTool(store()).validate?.({ todos: [item, item] }, workspace.context.workspace)).toContain(
      '"1"',
    );
  });
});

describe('exit_plan_mode', () => {
  it('is refused outside of plan mode and leaves it when it runs', async () => {
    let planning = false;
    const tool = createExitPlanModeTool({ isPlanMode: () => planning, leavePlanMode: () => void (planning = false) });
    expect(tool.validate?.({ plan: 'p' }, workspace.context.workspace)).toContain('not in plan mode');
    planning = true;
    expect(tool.validate?.({ plan: 'p' }, workspace.context.workspace)).toBeNull();
    await tool.execute({ plan: 'p' }, workspace.context);
    expect(planning).toBe(false);
  });
});

describe('ask_user_question', () => {
  const options = [
    { label: 'yes', description: '' },
    { label: 'no', description: '' },
  ];
  const questions = [{ question: 'Really?', header: 'Sure', options }];

  it('hands the answers to the model', async () => {
    const context = { ...workspace.context, approvalAnswer: { 'Really?': ['yes', 'no'] } };
    expect((await createAskUserQuestionTool().execute({ questions }, context)).output).toContain('Really?\n→ yes, no');
  });

  it('tells the model to decide when nobody can answer', async () => {
    const result = await createAskUserQuestionTool().execute({ questions }, workspace.context);
    expect(result.errorType).toBe('execution_failed');
    expect(result.output).toContain('Decide yourself');
  });
});
