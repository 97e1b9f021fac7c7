/** The end of a Markdown text that is still being written: as much as a screen can show, however long the text is. */
import { pendingText, type PendingMarkdown } from './pendingMarkdown.js';

export interface MarkdownTail {
  text: string;
  /** Lines of the text that were left out. */
  hiddenLines: number;
}

/**
 * Cuts in front of the last `lineCount` lines, better a little earlier at an empty line, where no list or table is torn. A
 * code block that is cut is opened again.
 */
export function markdownTail(pending: PendingMarkdown, lineCount: number, columns: number): MarkdownTail {
  const { index, offset } = shortenedStart(pending, lineCount, columns);
  const text = pendingText(pending, index).slice(offset);
  if (index === 0 && offset === 0) return { text, hiddenLines: 0 };
  const fence = index < pending.lines.length ? pending.lines.at(index)!.fence : pending.fence;
  return { text: fence === undefined ? text : `${fence}\n${text}`, hiddenLines: index };
}

function shortenedStart(
  { lines, rest }: PendingMarkdown,
  lineCount: number,
  columns: number,
): { index: number; offset: number } {
  const line = (index: number): string => lines.at(index)?.text ?? rest;
  const end = lines.length + 1;
  const characters = lineCount * columns * 2;
  let index = end;
  let length = 0;
  while (index > 0 && end - index < lineCount && length < characters) length += line(--index).length + 1;
  if (length > characters) return { index, offset: Math.min(line(index).length, length - characters) };
  const earliest = Math.max(0, index - 3 * lineCount);
  for (let at = index; at > earliest; at--) {
    const isBehindBlank = line(at - 1).trim() === '';
    if (isBehindBlank && at < end && /^\S/.test(line(at)) && length < 2 * characters) return { index: at, offset: 0 };
    length += line(at - 1).length;
  }
  return { index: earliest === 0 && length < 2 * characters ? 0 : index, offset: 0 };
}
