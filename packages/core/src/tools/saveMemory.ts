/** save_memory: facts for later sessions, kept in the instruction file. */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../utils/atomicWrite.js';
import { globalQwenDirectory } from '../utils/qwenDirectories.js';
import type { FileDiffDisplay, Tool, ToolContext, ToolResult } from './tool.js';
import { createFileDiff } from './files/fileDiff.js';
import { oneChangeAtATime } from './files/fileLock.js';
import { failure, isSystemError, reasonOf } from './files/fileErrors.js';
import { toCrlf, toLf, usesCrlf } from './files/replaceText.js';
import { decodeText, encodeText, UTF8 } from './files/textEncoding.js';
import type { Workspace } from './files/workspace.js';

/** The heading that facts stand under in an instruction file. */
export const MEMORY_SECTION = '## Qwen Added Memories';

export interface SaveMemoryParams {
  fact: string;
  scope?: 'global' | 'project';
}

export interface SaveMemorySettings {
  /** Folder of the user's own instructions; the global one unless given. */
  globalDirectory?: string;
  /** Name of the instruction file. Settings key `context.fileName`. */
  fileName?: string;
}

export function createSaveMemoryTool(settings: SaveMemorySettings = {}): Tool<SaveMemoryParams> {
  const fileOf = ({ scope }: SaveMemoryParams, workspace: Workspace): string =>
    path.join(
      scope === 'project' ? workspace.cwd : (settings.globalDirectory ?? globalQwenDirectory()),
      settings.fileName ?? 'QWEN.md',
    );
  return {
    name: 'save_memory',
    displayName: 'SaveMemory',
    kind: 'edit',
    description:
      'Remembers a short fact for all later sessions, when the user asks for it or states a lasting preference.',
    parametersJsonSchema: {
      type: 'object',
      properties: { fact: { type: 'string' }, scope: { type: 'string', enum: ['global', 'project'] } },
      required: ['fact'],
    },
    describe: ({ fact }) => oneLine(fact),
    validate: ({ fact }) => (oneLine(fact) === '' ? '"fact" is empty.' : null),
    async preview(params, { workspace }) {
      const memory = await plan(fileOf(params, workspace), oneLine(params.fact), workspace);
      if ('output' in memory) return null;
      return { type: 'edit', title: `Remember in ${workspace.relative(memory.path)}`, diff: memory.diff };
    },
    execute: (params, context) => {
      const file = fileOf(params, context.workspace);
      return oneChangeAtATime(file, () => save(file, params, context));
    },
  };
}

async function save(file: string, { fact, scope }: SaveMemoryParams, context: ToolContext): Promise<ToolResult> {
  const { workspace, readState, signal } = context;
  const shown = workspace.relative(file);
  if (scope === 'project' && !workspace.contains(file)) {
    return failure('path_not_in_workspace', `${shown} is a link that leads out of the workspace; nothing was saved.`);
  }
  const memory = await plan(file, oneLine(fact), workspace);
  if ('output' in memory) return memory;
  signal.throwIfAborted();
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFileAtomically(file, memory.bytes);
  } catch (error) {
    return failure('execution_failed', `Cannot write ${shown}: ${reasonOf(error)}. Nothing was saved.`);
  }
  // The model knows the new content only if it knew the old one.
  if (memory.original && readState.isCurrent(file, memory.original)) readState.remember(file, memory.bytes);
  return { output: `Saved in ${shown}.`, display: memory.diff };
}

/** A fact is one list item, whatever the model made of it. */
function oneLine(fact: string): string {
  return fact
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s*-]+/, '')
    .trim();
}

interface PlannedMemory {
  path: string;
  original: Uint8Array | undefined;
  bytes: Uint8Array;
  diff: FileDiffDisplay;
}

async function plan(file: string, fact: string, workspace: Workspace): Promise<PlannedMemory | ToolResult> {
  const shown = workspace.relative(file);
  let original: Uint8Array | undefined;
  let current;
  try {
    original = await readFile(file);
    current = await decodeText(original);
    if (!current) return failure('execution_failed', `${shown} is not a text file; nothing was saved.`);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ENOENT') {
      return failure('execution_failed', `Cannot read ${shown}: ${reasonOf(error)}. Nothing was saved.`);
    }
  }
  const text = addMemory(current?.text ?? '', fact);
  if (text === null) return { output: `${shown} holds this fact already.` };
  const bytes = await encodeText(text, current?.encoding ?? UTF8);
  if (bytes === null)
    return failure(
      'execution_failed',
      `${shown} is ${current?.encoding.encoding} text, which has no room for some characters of the fact.`,
    );
  return { path: file, original, bytes, diff: await createFileDiff(shown, current?.text ?? null, text) };
}

/** Appends a fact to the end of the section, which is made when it is missing; `null` when it is there already. */
export function addMemory(text: string, fact: string): string | null {
  const lines = toLf(text).split('\n');
  const heading = lines.findIndex((line) => line.trimEnd() === MEMORY_SECTION);
  const item = `- ${fact}`;
  if (heading === -1) {
    const before = toLf(text).trimEnd();
    return restoreLineEndings(text, `${before === '' ? '' : `${before}\n\n`}${MEMORY_SECTION}\n${item}\n`);
  }
  const next = lines.findIndex((line, index) => index > heading && /^#{1,2} /.test(line));
  let end = next === -1 ? lines.length : next;
  if (lines.slice(heading, end).includes(item)) return null;
  while (end > heading + 1 && (lines[end - 1] as string).trim() === '') end -= 1;
  const added = [...lines.slice(0, end), item, ...lines.slice(end)].join('\n');
  return restoreLineEndings(text, added.endsWith('\n') ? added : `${added}\n`);
}

function restoreLineEndings(original: string, text: string): string {
  return usesCrlf(original) ? toCrlf(text) : text;
}
