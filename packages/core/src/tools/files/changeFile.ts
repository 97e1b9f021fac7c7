/** The way of every change of a file: checks before it, the write itself, and what is remembered and shown of it. */
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../../utils/atomicWrite.js';
import type { FileDiffDisplay, ToolContext, ToolPreviewContext, ToolResult } from '../tool.js';
import { createFileDiff } from './fileDiff.js';
import { failure, isSystemError, reasonOf } from './fileErrors.js';
import { isQwenIgnored } from './ignoreRules.js';
import { decodeText, type DecodedText } from './textEncoding.js';

/** Largest file that is held in memory as a whole, in bytes. */
export const MAX_WHOLE_FILE_BYTES = 10 * 1024 * 1024;

/** A file as it is on disk before a change. */
export interface CurrentFile {
  path: string;
  /** `null`: there is no file yet. */
  content: (DecodedText & { bytes: Uint8Array }) | null;
}

/** A change that passed every check; nothing is written yet. */
export interface FileChange {
  path: string;
  originalContent: string | null;
  newContent: string;
  bytes: Uint8Array;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; result: ToolResult };

export function refused<T>(result: ToolResult): Checked<T> {
  return { ok: false, result };
}

/**
 * Reads the file that a call wants to change. Refused: paths outside the workspace, files kept from the model, folders,
 * files too large, not text, never read in this session or changed since.
 */
export async function openForChange(filePath: string, context: ToolPreviewContext): Promise<Checked<CurrentFile>> {
  const { workspace, readState } = context;
  const absolute = workspace.resolve(filePath);
  const shown = workspace.relative(absolute);
  if (!workspace.contains(absolute)) {
    const folders = workspace.directories.join(', ');
    return refused(
      failure(
        'path_not_in_workspace',
        `${shown} is outside the workspace (${folders}); only files inside may be changed.`,
      ),
    );
  }
  if (await isQwenIgnored(workspace, absolute)) {
    return refused(failure('permission_denied', `${shown} is excluded by .qwenignore and may not be read or changed.`));
  }
  const bytes = await readWhole(absolute, shown);
  if (!bytes.ok) return bytes;
  if (bytes.value === null) return { ok: true, value: { path: absolute, content: null } };
  const decoded = await decodeText(bytes.value);
  if (!decoded) {
    return refused(failure('execution_failed', `${shown} is not a text file. Change it with a shell command.`));
  }
  if (!readState.has(absolute)) {
    return refused(
      failure('file_not_read', `${shown} exists but was not read in this session. Read it with read_file first.`),
    );
  }
  if (!readState.isCurrent(absolute, bytes.value)) {
    return refused(
      failure(
        'file_changed',
        `${shown} changed since it was read. Read it again with read_file, then make the change.`,
      ),
    );
  }
  return { ok: true, value: { path: absolute, content: { ...decoded, bytes: bytes.value } } };
}

async function readWhole(absolute: string, shown: string): Promise<Checked<Uint8Array | null>> {
  try {
    const stats = await stat(absolute);
    if (!stats.isFile()) {
      const what = stats.isDirectory() ? 'a directory' : 'not a regular file';
      return refused(failure('execution_failed', `${shown} is ${what}; give the path of a file.`));
    }
    if (stats.size > MAX_WHOLE_FILE_BYTES) {
      const limit = `${MAX_WHOLE_FILE_BYTES / 1024 / 1024} MB`;
      return refused(
        failure('file_too_large', `${shown} is larger than ${limit}. Change it with a shell command such as sed.`),
      );
    }
    return { ok: true, value: await readFile(absolute) };
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return { ok: true, value: null };
    return refused(failure('execution_failed', `Cannot read ${shown}: ${reasonOf(error)}.`));
  }
}

/** Writes the change; on failure the file is as it was. */
export async function applyChange(change: FileChange, context: ToolContext): Promise<Checked<FileDiffDisplay>> {
  const shown = context.workspace.relative(change.path);
  context.signal.throwIfAborted();
  try {
    await mkdir(path.dirname(change.path), { recursive: true });
    await writeFileAtomically(change.path, change.bytes);
  } catch (error) {
    const state = change.originalContent === null ? 'It was not created.' : 'It is unchanged.';
    return refused(failure('execution_failed', `Cannot write ${shown}: ${reasonOf(error)}. ${state}`));
  }
  context.readState.remember(change.path, change.bytes);
  return { ok: true, value: await diffOf(change, context) };
}

export async function diffOf(change: FileChange, { workspace }: ToolPreviewContext): Promise<FileDiffDisplay> {
  return createFileDiff(workspace.relative(change.path), change.originalContent, change.newContent);
}
