/** Finds the repository that a folder belongs to. */
import path from 'node:path';
import { isAccessible } from './isAccessible.js';

/** The closest folder from `directory` upwards that holds `.git` (a folder, or a file in worktrees), if any. */
export async function findGitRoot(directory: string): Promise<string | undefined> {
  for (let current = path.resolve(directory); ; current = path.dirname(current)) {
    if (await isAccessible(path.join(current, '.git'))) return current;
    if (current === path.dirname(current)) return undefined;
  }
}
