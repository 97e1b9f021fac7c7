/** The list of what is to do. */
import type { TodoItem } from '@qwen-code/qwen-code-core';
import { plural } from '../../utils/text.js';
import { oneLine } from '../text/sanitize.js';
import { line, prefixLines, span, type StyledLine } from '../text/styledLine.js';
import { wrapText } from '../text/wrap.js';
import type { LineContext } from './display.js';

const BOXES: Readonly<Record<TodoItem['status'], string>> = { completed: '[x] ', in_progress: '[>] ', pending: '[ ] ' };
const WORDS: Readonly<Record<TodoItem['status'], string>> = {
  completed: 'done',
  in_progress: 'in progress',
  pending: 'to do',
};

/** @param maximumLines items beyond are counted; what is in progress and what comes next stay in view */
export function todoLines(
  todos: readonly TodoItem[],
  { columns, screenReader }: LineContext,
  maximumLines = Infinity,
): StyledLine[] {
  const active = todos.findIndex(({ status }) => status !== 'completed');
  const start = Math.max(0, Math.min(active - 1, todos.length - maximumLines));
  const shown = todos.length <= maximumLines ? todos : todos.slice(start, start + maximumLines);
  const lines = shown.flatMap(({ content, status }) => {
    const text = oneLine(content);
    if (screenReader) return [line(`${WORDS[status]}: ${text}`)];
    const color = status === 'completed' ? 'muted' : status === 'in_progress' ? 'accent' : undefined;
    const style = { color, bold: status === 'in_progress', strikethrough: status === 'completed' } as const;
    return prefixLines(wrapText(text, columns - 4, style), span(BOXES[status], color ?? 'muted'));
  });
  const hidden = todos.length - shown.length;
  return hidden > 0 ? [...lines, line(`… ${plural(hidden, 'more item')}`, 'muted')] : lines;
}
