/** Finds the repository that a folder belongs to. */
import { access } from 'node:fs/promises';
import path from 'node:path';

/** The closest folder from `directory` upwards that holds `.git` (a folder, or a file in worktrees), if any. */
export async function findGitRoot(directory: string): Promise<string | undefined> {
  for (let current = path.resolve(directory); ; current = path.dirname(current)) {
    if (await exists(path.join(current, '.git'))) return current;
    if (current === path.dirname(current)) return undefined;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
