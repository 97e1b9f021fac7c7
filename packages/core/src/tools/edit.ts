/** edit: replaces a passage of a file. */
import type { Tool, ToolPreviewContext, ToolResult } from './tool.js';
import {
  applyChange,
  diffOf,
  openForChange,
  refused,
  type Checked,
  type CurrentFile,
  type FileChange,
} from './files/changeFile.js';
import { closestLines } from './files/closestLines.js';
import { failure } from './files/fileErrors.js';
import { oneChangeAtATime } from './files/fileLock.js';
import { pathProblem } from './files/pathProblem.js';
import { didYouMean } from './files/nearNames.js';
import { replaceText } from './files/replaceText.js';
import { encodeText, UTF8 } from './files/textEncoding.js';

export interface EditParams {
  file_path: string;
  old_string: string;
  new_string: string;
  replace_all?: boolean;
}

/** A change and where it happened: the 1-based lines of the replaced passages. */
interface PlannedEdit extends FileChange {
  lines: number[];
}

/** Line numbers that a message lists. */
const MAX_LISTED_LINES = 10;

export function createEditTool(): Tool<EditParams> {
  return {
    name: 'edit',
    displayName: 'Edit',
    kind: 'edit',
    description:
      'Replaces old_string in a file you have read. It must match exactly, indentation included, and occur once unless replace_all; add surrounding lines to make it unique. Empty old_string creates a new file.',
    parametersJsonSchema: {
      type: 'object',
      properties: {
        file_path: { type: 'string', description: 'Absolute path' },
        old_string: { type: 'string' },
        new_string: { type: 'string' },
        replace_all: { type: 'boolean' },
      },
      required: ['file_path', 'old_string', 'new_string'],
    },
    describe: ({ file_path }, workspace) => workspace.relative(file_path),
    validate: ({ file_path, old_string, new_string }) => {
      const problem = pathProblem('file_path', file_path);
      if (problem !== null) return problem;
      if (old_string === new_string) return '"old_string" and "new_string" are the same; there is nothing to change.';
      return null;
    },
    async preview(params, context) {
      const edit = await plan(params, context);
      if (!edit.ok) return null;
      const verb = edit.value.originalContent === null ? 'Create' : 'Edit';
      const title = `${verb} ${context.workspace.relative(edit.value.path)}`;
      return { type: 'edit', title, diff: await diffOf(edit.value, context) };
    },
    execute: (params, context) =>
      oneChangeAtATime(context.workspace.resolve(params.file_path), async () => {
        const edit = await plan(params, context);
        if (!edit.ok) return edit.result;
        const applied = await applyChange(edit.value, context);
        if (!applied.ok) return applied.result;
        return { output: successText(edit.value, context), display: applied.value };
      }),
  };
}

function successText({ path, originalContent, lines }: PlannedEdit, { workspace }: ToolPreviewContext): string {
  const shown = workspace.relative(path);
  if (originalContent === null) return `Created ${shown}.`;
  const count = lines.length === 1 ? '1 replacement' : `${lines.length} replacements`;
  return `Edited ${shown}: ${count} (${listLines(lines)}).`;
}

async function plan(params: EditParams, context: ToolPreviewContext): Promise<Checked<PlannedEdit>> {
  const opened = await openForChange(params.file_path, context);
  if (!opened.ok) return opened;
  const { path, content } = opened.value;
  if (content === null) return planNewFile(path, params, context);
  if (params.old_string === '') {
    if (content.text === '') return finish(opened.value, params.new_string, [1], context);
    return refused(
      failure(
        'execution_failed',
        `${context.workspace.relative(path)} exists already: give the "old_string" to replace, or use write_file to replace all of it.`,
      ),
    );
  }
  const replacement = replaceText(content.text, params.old_string, params.new_string, params.replace_all ?? false);
  if (replacement.kind === 'not_found') return refused(noMatch(opened.value, params, context));
  if (replacement.kind === 'ambiguous') {
    const { lines } = replacement;
    return refused(
      failure(
        'edit_multiple_matches',
        `"old_string" occurs ${lines.length} times in ${context.workspace.relative(path)} (${listLines(lines)}). Add surrounding lines to make it unique, or set "replace_all".`,
      ),
    );
  }
  return finish(opened.value, replacement.text, replacement.lines, context);
}

async function planNewFile(
  path: string,
  { old_string, new_string }: EditParams,
  context: ToolPreviewContext,
): Promise<Checked<PlannedEdit>> {
  if (old_string === '') {
    const bytes = Buffer.from(new_string, UTF8.encoding as BufferEncoding);
    return { ok: true, value: { path, originalContent: null, newContent: new_string, bytes, lines: [] } };
  }
  const hint = await didYouMean(context, path, ' An empty "old_string" creates it.');
  return refused(failure('file_not_found', `There is no file ${context.workspace.relative(path)}.${hint}`));
}

async function finish(
  { path, content }: CurrentFile,
  newContent: string,
  lines: number[],
  { workspace }: ToolPreviewContext,
): Promise<Checked<PlannedEdit>> {
  if (content === null) throw new Error('An edit needs the content of its file.');
  const shown = workspace.relative(path);
  if (newContent === content.text) {
    return refused(failure('execution_failed', `The edit would leave ${shown} as it is; nothing was written.`));
  }
  const { encoding } = content;
  // What cannot be written back byte for byte would be damaged in places that the edit does not mean.
  const unchanged = await encodeText(content.text, encoding);
  if (unchanged === null || !Buffer.from(unchanged).equals(content.bytes)) {
    return refused(
      failure(
        'execution_failed',
        `${shown} has bytes that are no valid ${encoding.encoding} text, which an edit would destroy. Change it with a shell command, or convert it first.`,
      ),
    );
  }
  const bytes = await encodeText(newContent, encoding);
  if (bytes === null) {
    return refused(
      failure(
        'execution_failed',
        `${shown} is ${encoding.encoding} text, which has no room for some characters of "new_string". Use others, or rewrite the file in UTF-8 with write_file.`,
      ),
    );
  }
  return { ok: true, value: { path, originalContent: content.text, newContent, bytes, lines } };
}

function noMatch(
  { path, content }: CurrentFile,
  { old_string }: EditParams,
  { workspace }: ToolPreviewContext,
): ToolResult {
  const close = closestLines(content?.text ?? '', old_string);
  const shown = workspace.relative(path);
  if (!close)
    return failure(
      'edit_no_match',
      `"old_string" does not occur in ${shown}, nor anything like it. Read the file again.`,
    );
  const difference = close.onlyWhitespaceDiffers ? ' (only spaces or tabs differ)' : '';
  const text = close.lines.join('\n');
  return failure(
    'edit_no_match',
    `"old_string" does not occur in ${shown}. Closest are the lines from ${close.firstLine} on${difference}:\n${text}`,
  );
}

function listLines(lines: number[]): string {
  const listed = lines.slice(0, MAX_LISTED_LINES).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${listed}${lines.length > MAX_LISTED_LINES ? ', …' : ''}`;
}
