/** Keeps what a screen showed of a tool result from bloating the session file (docs/session-format.md). */
import path from 'node:path';

/** Characters of a recorded display, of a diff within it, and of each file content within it. */
const MAX_DISPLAY_CHARACTERS = 100_000;
const MAX_DIFF_CHARACTERS = 50_000;
const MAX_CONTENT_CHARACTERS = 16_000;

type PlainObject = Record<string, unknown>;

/** The display as it is recorded. The input is not changed. */
export function truncateDisplay(display: unknown): unknown {
  if (typeof display === 'string') return truncateText(display);
  if (typeof display !== 'object' || display === null) return display;
  const object = display as PlainObject;
  if (typeof object['fileDiff'] === 'string') return truncateFileDiff(object);
  const kept = object['type'] === 'task_execution' ? { ...object, toolCalls: [] } : object;
  const { length } = JSON.stringify(kept);
  return length <= MAX_DISPLAY_CHARACTERS ? kept : `[Display of ${length} characters omitted from the session file]`;
}

function truncateText(text: string): string {
  if (text.length <= MAX_DISPLAY_CHARACTERS) return text;
  return `${text.slice(0, MAX_DISPLAY_CHARACTERS)}\n[${text.length - MAX_DISPLAY_CHARACTERS} more characters omitted]`;
}

function truncateFileDiff(display: PlainObject): PlainObject {
  const diff = display['fileDiff'] as string;
  const filePath = display['filePath'];
  const named: PlainObject =
    typeof filePath === 'string' && display['fileName'] === undefined
      ? { ...display, fileName: path.basename(filePath) }
      : display;
  const original = contentOf(display['originalContent']);
  const changed = contentOf(display['newContent']);
  const fileDiffTruncated = diff.length > MAX_DIFF_CHARACTERS;
  if (!fileDiffTruncated && !original.truncated && !changed.truncated) return named;
  return {
    ...named,
    fileDiff: fileDiffTruncated
      ? diffStandIn(String(named['fileName'] ?? 'file'), diff.length, original.length, changed.length)
      : diff,
    originalContent: original.value,
    newContent: changed.value,
    truncatedForSession: true,
    fileDiffLength: diff.length,
    originalContentLength: original.length,
    newContentLength: changed.length,
    fileDiffTruncated,
    originalContentTruncated: original.truncated,
    newContentTruncated: changed.truncated,
  };
}

function contentOf(value: unknown): { value: unknown; length: number; truncated: boolean } {
  if (typeof value !== 'string') return { value, length: 0, truncated: false };
  const truncated = value.length > MAX_CONTENT_CHARACTERS;
  return { value: truncated ? value.slice(0, MAX_CONTENT_CHARACTERS) : value, length: value.length, truncated };
}

/** Still a valid unified diff, so that every screen can draw it. */
function diffStandIn(fileName: string, diffLength: number, originalLength: number, newLength: number): string {
  return [
    `--- ${fileName}`,
    `+++ ${fileName}`,
    '@@ -1 +1 @@',
    `-The diff (${diffLength} characters) is not kept in the session file; the content had ${originalLength} characters before`,
    `+and ${newLength} characters after the change.`,
    '',
  ].join('\n');
}
