/**
 * Markdown that is still being written. It is read line by line, once: what a piece of it costs does not depend on how much has come
 * before.
 */
import { GrowingList } from '../../utils/growingList.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

interface PendingLine {
  text: string;
  /** The line that opens the code block in which this one stands. */
  fence: string | undefined;
}

export interface PendingMarkdown {
  /** Lines that are whole. */
  readonly lines: GrowingList<PendingLine>;
  /** What has come of the next line. */
  readonly rest: string;
  /** As `PendingLine` has it, of the next line. */
  readonly fence: string | undefined;
  /** Lines from the first on whose look never changes again: they end in front of a block that does not belong to them. */
  readonly completedLines: number;
  /** Of the whole lines: whether any is in a code block, and whether any is not blank. */
  readonly hasCode: boolean;
  readonly hasText: boolean;
  readonly isInList: boolean;
  readonly endsBlank: boolean;
}

export const NO_MARKDOWN: PendingMarkdown = {
  lines: GrowingList.from([]),
  rest: '',
  fence: undefined,
  completedLines: 0,
  hasCode: false,
  hasText: false,
  isInList: false,
  endsBlank: false,
};

export function addMarkdown(pending: PendingMarkdown, text: string): PendingMarkdown {
  const [first, ...others] = text.split('\n');
  const rest = pending.rest + first!;
  if (others.length === 0) return { ...pending, rest };
  const next = others.pop()!;
  return { ...[rest, ...others].reduce(addLine, pending), rest: next };
}

function addLine(pending: PendingMarkdown, text: string): PendingMarkdown {
  const { lines, fence, hasCode, hasText, endsBlank } = pending;
  const isBlank = text.trim() === '';
  let { completedLines, isInList } = pending;
  if (!isBlank && fence === undefined) {
    const isItem = LIST_ITEM.test(text);
    const beginsBlock = endsBlank && hasText && !(isInList && (isItem || /^\s/.test(text)));
    if (beginsBlock) completedLines = lines.length;
    isInList = isItem || (isInList && !beginsBlock);
  }
  const fenceBehind = fenceAfter(text, fence);
  return {
    lines: lines.append({ text, fence }),
    rest: '',
    fence: fenceBehind,
    completedLines,
    hasCode: hasCode || fenceBehind !== undefined,
    hasText: hasText || !isBlank,
    isInList,
    endsBlank: isBlank,
  };
}

/** @param open the line that has opened a code block */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const marker = FENCE.exec(line)?.[1];
  if (marker === undefined) return open;
  if (open === undefined) return line;
  const opening = FENCE.exec(open)![1]!;
  const closes = marker[0] === opening[0] && marker.length >= opening.length && line.trim() === marker;
  return closes ? undefined : open;
}

/** Takes the completed lines off; `undefined` when there are none. */
export function takeCompleted(pending: PendingMarkdown): { text: string; pending: PendingMarkdown } | undefined {
  const { lines, completedLines, fence } = pending;
  if (completedLines === 0) return undefined;
  const completed = lines.slice(0, completedLines);
  const kept = lines.slice(completedLines);
  const hasCode = fence !== undefined || kept.some((line) => line.fence !== undefined);
  return {
    text: completed.map(({ text }) => text).join('\n'),
    pending: { ...pending, lines: GrowingList.from(kept), completedLines: 0, hasCode },
  };
}

export function isBlank({ hasText, rest }: PendingMarkdown): boolean {
  return !hasText && !/\S/.test(rest);
}

/** @param from a line */
export function pendingText({ lines, rest }: PendingMarkdown, from = 0): string {
  return [...lines.slice(from).map(({ text }) => text), rest].join('\n');
}
