/** The files that a person can mean when naming one. */
import path from 'node:path';
import { IgnoreRules, type FileFiltering } from './ignoreRules.js';
import { walkFiles } from './walkFiles.js';
import type { Workspace } from './workspace.js';

/**
 * Yields the files below the working directory that the ignore files do not leave out, relative to it, with `/` between
 * names, by name within each folder.
 *
 * @throws the signal's reason when aborted.
 */
export async function* listProjectFiles(
  workspace: Workspace,
  options: { filtering?: FileFiltering; signal?: AbortSignal } = {},
): AsyncGenerator<string> {
  const { filtering, signal } = options;
  const rules = await IgnoreRules.forSearch(workspace, workspace.cwd, filtering);
  for await (const file of walkFiles(workspace.cwd, rules, { signal, links: true })) {
    yield path.relative(workspace.cwd, file).split(path.sep).join('/');
  }
}
