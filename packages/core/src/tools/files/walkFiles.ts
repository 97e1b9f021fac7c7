/** Visits the files below a folder in one fixed order. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from './fileErrors.js';
import type { IgnoreRules } from './ignoreRules.js';

export interface WalkOptions {
  signal?: AbortSignal;
  /** Visit symbolic links that lead to files; links to folders are never followed, so no walk is endless. */
  links?: boolean;
}

/**
 * Yields the absolute paths of all files below `directory` that the rules do not ignore, by name within each folder.
 * Folders that cannot be read are passed over.
 *
 * @throws the signal's reason when aborted.
 */
export async function* walkFiles(
  directory: string,
  rules: IgnoreRules,
  options: WalkOptions = {},
): AsyncGenerator<string> {
  options.signal?.throwIfAborted();
  for (const entry of await entriesOf(directory)) {
    const entryPath = path.join(directory, entry.name);
    const wanted = entry.isDirectory() || entry.isFile() || (options.links === true && entry.isSymbolicLink());
    if (!wanted || (await rules.ignores(entryPath, entry.isDirectory()))) continue;
    if (entry.isDirectory()) yield* walkFiles(entryPath, rules, options);
    else yield entryPath;
  }
}

async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.sort((a, b) => compareNames(a.name, b.name));
  } catch (error) {
    if (isSystemError(error)) return [];
    throw error;
  }
}

/** Order by code units: the same on every machine and in every language. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
