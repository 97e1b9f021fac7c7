/** The end of a Markdown text that is still being written: as much as a screen can show, however long the text is. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export interface MarkdownTail {
  text: string;
  /** Lines of the text that were left out. */
  hiddenLines: number;
}

/**
 * Cuts in front of the last `lineCount` lines, better a little earlier at an empty line, where no list or table is torn. A
 * code block that is cut is opened again.
 */
export function markdownTail(text: string, lineCount: number, columns: number): MarkdownTail {
  const lines = text.split('\n');
  const start = shortenedStart(lines, lineCount, columns);
  if (start.index === 0 && start.offset === 0) return { text, hiddenLines: 0 };
  const fence = fenceBefore(lines, start.index);
  const first = lines[start.index]!.slice(start.offset);
  const tail = [...(fence === undefined ? [] : [fence]), first, ...lines.slice(start.index + 1)];
  return { text: tail.join('\n'), hiddenLines: start.index };
}

function shortenedStart(
  lines: readonly string[],
  lineCount: number,
  columns: number,
): { index: number; offset: number } {
  const characters = lineCount * columns * 2;
  let index = lines.length;
  let length = 0;
  while (index > 0 && lines.length - index < lineCount && length < characters) length += lines[--index]!.length + 1;
  if (length > characters) return { index, offset: Math.min(lines[index]!.length, length - characters) };
  const earliest = Math.max(0, index - 3 * lineCount);
  for (let at = index; at > earliest; at--) {
    if (lines[at - 1]!.trim() === '' && /^\S/.test(lines[at] ?? '') && length < 2 * characters)
      return { index: at, offset: 0 };
    length += lines[at - 1]!.length;
  }
  return { index: earliest === 0 && length < 2 * characters ? 0 : index, offset: 0 };
}

/** The line that opens the code block in which a line stands. */
function fenceBefore(lines: readonly string[], index: number): string | undefined {
  let open: { marker: string; line: string } | undefined;
  for (let at = 0; at < index; at++) {
    const text = lines[at]!;
    const marker = FENCE.exec(text)?.[1];
    if (marker === undefined) continue;
    if (!open) open = { marker, line: text };
    else if (marker[0] === open.marker[0] && marker.length >= open.marker.length && text.trim() === marker)
      open = undefined;
  }
  return open?.line;
}
