/** write_file: a whole new content for a file. */
import type { Tool, ToolPreviewContext } from './tool.js';
import { applyChange, diffOf, openForChange, refused, type Checked, type FileChange } from './files/changeFile.js';
import { failure } from './files/fileErrors.js';
import { oneChangeAtATime } from './files/fileLock.js';
import { pathProblem } from './files/pathProblem.js';
import { toCrlf, usesCrlf } from './files/replaceText.js';
import { encodeText, UTF8 } from './files/textEncoding.js';

export interface WriteFileParams {
  file_path: string;
  content: string;
}

export function createWriteFileTool(): Tool<WriteFileParams> {
  return {
    name: 'write_file',
    displayName: 'WriteFile',
    kind: 'edit',
    description:
      'Writes a file whole, creating folders as needed. Read an existing file first; prefer edit for changes.',
    parametersJsonSchema: {
      type: 'object',
      properties: { file_path: { type: 'string', description: 'Absolute path' }, content: { type: 'string' } },
      required: ['file_path', 'content'],
    },
    describe: ({ file_path }, workspace) => workspace.relative(file_path),
    validate: ({ file_path }) => pathProblem('file_path', file_path),
    async preview(params, context) {
      const change = await plan(params, context);
      if (!change.ok) return null;
      return { type: 'edit', title: titleOf(change.value, context), diff: await diffOf(change.value, context) };
    },
    execute: (params, context) =>
      oneChangeAtATime(context.workspace.resolve(params.file_path), async () => {
        const change = await plan(params, context);
        if (!change.ok) return change.result;
        const applied = await applyChange(change.value, context);
        if (!applied.ok) return applied.result;
        const { originalContent, newContent, path } = change.value;
        const lines = newContent.split('\n').length - (newContent.endsWith('\n') ? 1 : 0);
        const verb = originalContent === null ? 'Created' : 'Overwrote';
        const count = lines === 1 ? '1 line' : `${lines} lines`;
        return { output: `${verb} ${context.workspace.relative(path)} (${count}).`, display: applied.value };
      }),
  };
}

function titleOf({ path, originalContent }: FileChange, { workspace }: ToolPreviewContext): string {
  return `${originalContent === null ? 'Create' : 'Overwrite'} ${workspace.relative(path)}`;
}

async function plan(
  { file_path, content }: WriteFileParams,
  context: ToolPreviewContext,
): Promise<Checked<FileChange>> {
  const opened = await openForChange(file_path, context);
  if (!opened.ok) return opened;
  const { path, content: current } = opened.value;
  const newContent = current && usesCrlf(current.text) ? toCrlf(content) : content;
  if (current && current.text === newContent) {
    return refused(
      failure(
        'execution_failed',
        `${context.workspace.relative(path)} holds exactly this content already; nothing was written.`,
      ),
    );
  }
  const bytes = (await encodeText(newContent, current?.encoding ?? UTF8)) ?? Buffer.from(newContent, 'utf8');
  return { ok: true, value: { path, originalContent: current?.text ?? null, newContent, bytes } };
}
