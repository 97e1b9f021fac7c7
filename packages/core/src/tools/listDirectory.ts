/** list_directory: the names in a folder. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Tool, ToolContext, ToolResult } from './tool.js';
import { failure, isSystemError, reasonOf } from './files/fileErrors.js';
import { IgnoreRules, type FileFiltering } from './files/ignoreRules.js';
import { pathProblem } from './files/pathProblem.js';
import { fittingLines } from './files/fittingLines.js';
import { didYouMean } from './files/nearNames.js';
import { compareNames } from './files/walkFiles.js';

/** Most entries of one listing. */
const MAX_ENTRIES = 1_000;

export interface ListDirectoryParams {
  path: string;
  ignore?: string[];
  file_filtering_options?: { respect_git_ignore?: boolean; respect_qwen_ignore?: boolean };
}

export function createListDirectoryTool(filtering: FileFiltering = {}): Tool<ListDirectoryParams> {
  return {
    name: 'list_directory',
    displayName: 'ListFiles',
    kind: 'read',
    description: 'Lists a folder: subfolders (ending in /), then files.',
    parametersJsonSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Absolute path' },
        ignore: { type: 'array', items: { type: 'string' }, description: 'Globs to leave out' },
        file_filtering_options: {
          type: 'object',
          properties: { respect_git_ignore: { type: 'boolean' }, respect_qwen_ignore: { type: 'boolean' } },
        },
      },
      required: ['path'],
    },
    describe: (params, workspace) => workspace.relative(params.path),
    validate: (params) => pathProblem('path', params.path),
    execute: (params, context) => execute(params, filtering, context),
  };
}

async function execute(
  params: ListDirectoryParams,
  filtering: FileFiltering,
  context: ToolContext,
): Promise<ToolResult> {
  const { workspace, signal } = context;
  const directory = workspace.resolve(params.path);
  const shown = workspace.relative(directory);
  let entries: Dirent[];
  try {
    entries = await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') {
      return failure('file_not_found', `There is no directory ${shown}.${await didYouMean(context, directory)}`);
    }
    const reason = reasonOf(error);
    const advice = isSystemError(error) && error.code === 'ENOTDIR' ? ' Use read_file to read it.' : '';
    return failure('execution_failed', `Cannot list ${shown}: ${reason}.${advice}`);
  }
  signal.throwIfAborted();
  const rules = await IgnoreRules.forSearch(workspace, directory, effectiveFiltering(params, filtering));
  const isLeftOut = await globMatcher(params.ignore ?? []);
  const folders: string[] = [];
  const files: string[] = [];
  let ignored = 0;
  for (const entry of entries) {
    if (isLeftOut(entry.name)) continue;
    const entryPath = path.join(directory, entry.name);
    if (await rules.ignores(entryPath, entry.isDirectory())) ignored += 1;
    else if (await isFolder(entry, entryPath)) folders.push(`${entry.name}/`);
    else files.push(entry.name);
  }
  const names = [...folders.sort(compareNames), ...files.sort(compareNames)];
  return { output: render(shown, names, ignored, context.maxOutputCharacters), display: `${names.length} entries` };
}

/** What the call asks for goes before the settings; it shows names only, never contents. */
function effectiveFiltering(
  { file_filtering_options: asked }: ListDirectoryParams,
  settings: FileFiltering,
): FileFiltering {
  return {
    respectGitIgnore: asked?.respect_git_ignore ?? settings.respectGitIgnore,
    respectQwenIgnore: asked?.respect_qwen_ignore ?? settings.respectQwenIgnore,
  };
}

async function globMatcher(patterns: string[]): Promise<(name: string) => boolean> {
  if (patterns.length === 0) return () => false;
  const { default: picomatch } = await import('picomatch');
  return picomatch(patterns, { dot: true });
}

async function isFolder(entry: Dirent, entryPath: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  // A link to nothing is listed as a file.
  return stat(entryPath).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function render(shown: string, names: string[], ignored: number, maxCharacters: number): string {
  const ignoredNote = ignored > 0 ? `[${ignored} ignored by .gitignore or .qwenignore]` : '';
  if (names.length === 0) return `${shown} is empty.${ignoredNote && ` ${ignoredNote}`}`;
  const lines = fittingLines(names.slice(0, MAX_ENTRIES), maxCharacters);
  const cut = names.length - lines.length;
  if (cut > 0) lines.push(`[${cut} more entries; use glob to narrow down]`);
  if (ignoredNote) lines.push(ignoredNote);
  return lines.join('\n');
}
