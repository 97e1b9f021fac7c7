/** Shows a change of a file as a unified diff. */
import type { FileDiffDisplay } from '../tool.js';

/** Changed lines up to which the shortest diff is searched for; its cost grows with their square. */
const MAX_EDIT_LENGTH = 4_000;

/** @param shownPath the path as people see it */
export async function createFileDiff(
  shownPath: string,
  originalContent: string | null,
  newContent: string,
): Promise<FileDiffDisplay> {
  const { createPatch, formatPatch } = await import('diff');
  const original = originalContent ?? '';
  const patch = createPatch(shownPath, original, newContent, '', '', { context: 3, maxEditLength: MAX_EDIT_LENGTH });
  const fileDiff = patch ?? formatPatch(wholeReplacement(shownPath, original, newContent));
  return { type: 'file_diff', filePath: shownPath, originalContent, newContent, fileDiff };
}

function wholeReplacement(shownPath: string, original: string, changed: string) {
  const removed = linesOf(original);
  const added = linesOf(changed);
  return {
    oldFileName: shownPath,
    newFileName: shownPath,
    oldHeader: '',
    newHeader: '',
    hunks: [
      {
        oldStart: 1,
        oldLines: removed.length,
        newStart: 1,
        newLines: added.length,
        lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
      },
    ],
  };
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}
