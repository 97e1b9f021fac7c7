/** todo_write: the plan of a task of several steps, kept where code and people can see it. */
import type { TodoItem, Tool } from './tool.js';

export interface TodoStore {
  getTodos(): readonly TodoItem[];
  setTodos(todos: TodoItem[]): void;
}

interface TodoWriteParams {
  todos: TodoItem[];
}

export function createTodoWriteTool(store: TodoStore): Tool<TodoWriteParams> {
  return {
    name: 'todo_write',
    displayName: 'TodoWrite',
    kind: 'think',
    description: 'Replaces the todo list. Keep one item in_progress; mark items completed as soon as they are.',
    parametersJsonSchema: {
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              content: { type: 'string', minLength: 1 },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
            },
            required: ['id', 'content', 'status'],
          },
        },
      },
      required: ['todos'],
    },
    describe: ({ todos }) => {
      const done = todos.filter(({ status }) => status === 'completed').length;
      return `${done} of ${todos.length} done`;
    },
    validate: ({ todos }) => {
      const ids = todos.map(({ id }) => id);
      const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
      return repeated === undefined ? null : `Two todos have the id "${repeated}"; give each its own.`;
    },
    preview: async () => null,
    async execute({ todos }) {
      store.setTodos(todos);
      return { output: summary(todos), display: { type: 'todo_list', todos } };
    },
  };
}

function summary(todos: readonly TodoItem[]): string {
  if (todos.length === 0) return 'The todo list is empty.';
  const current = todos.filter(({ status }) => status === 'in_progress').map(({ content }) => content);
  const open = todos.filter(({ status }) => status !== 'completed').length;
  const now = current.length > 0 ? ` In progress: ${current.join('; ')}.` : '';
  const advice = current.length > 1 ? ' Work on one at a time.' : '';
  return `Todo list updated: ${open} of ${todos.length} open.${now}${advice}`;
}
