/** Finds where streamed Markdown can be cut so that the part before the cut never changes its look again. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Length of the longest prefix of `text` that ends after a blank line outside a code fence and is not followed by
 * something that belongs to it (an indented continuation or a further list item). 0 when there is none.
 */
export function completedBlocksLength(text: string): number {
  let cut = 0;
  let offset = 0;
  let fence: string | undefined;
  let inList = false;
  let previousBlank = false;
  for (const line of text.split('\n')) {
    const end = offset + line.length + 1;
    if (end > text.length) break;
    const blank = line.trim() === '';
    if (previousBlank && !blank && fence === undefined) {
      const continuesList = inList && (isListItem(line) || /^\s/.test(line));
      if (!continuesList) {
        cut = offset;
        inList = isListItem(line);
      }
    } else if (!blank && fence === undefined && isListItem(line)) inList = true;
    fence = fenceAfter(line, fence);
    previousBlank = blank;
    offset = end;
  }
  return cut;
}

function isListItem(line: string): boolean {
  return /^\s*([-*+]|\d+[.)])\s/.test(line);
}

function fenceAfter(line: string, open: string | undefined): string | undefined {
  const marker = FENCE.exec(line)?.[1];
  if (marker === undefined) return open;
  if (open === undefined) return marker;
  const closes = marker[0] === open[0] && marker.length >= open.length && line.trim() === marker;
  return closes ? undefined : open;
}
