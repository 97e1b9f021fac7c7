/** Keeps a list of things to do. */
import { call, failureText, type Job, type JobParser, type Surroundings } from '../job.js';

const TODO =
  /^(?:please\s+)?(?:(?:make|create|write|plan|add|keep)\s+(?:me\s+)?(?:a\s+|the\s+)?)?(?:to-?do|task)s?(?:[ -]list)?\s*(?::|\b(?:with|of|for)\b)\s*(.+)$/is;

export const parseTodoList: JobParser = (clause, surroundings) => {
  const list = TODO.exec(clause)?.[1];
  if (list === undefined) return undefined;
  const items = list
    .split(/\s*(?:,|;|\n|(?<=\s)and(?=\s)|\b\d+[.)])\s*/)
    .map((item) => item.replace(/^[-*]\s*/, '').trim())
    .filter((item) => item !== '');
  return items.length > 0 ? todoList(surroundings, items) : undefined;
};

function* todoList(surroundings: Surroundings, items: string[]): Job {
  const todos = items.map((content, index) => ({ id: String(index + 1), content, status: 'pending' }));
  const written = yield* call(surroundings, 'I write the list down.', 'todo_write', { todos });
  if (written.failed) return failureText(written);
  return `The list:\n${items.map((item) => `- [ ] ${item}`).join('\n')}`;
}
