/** The branch a working directory is on, read from `.git/HEAD` without starting a process. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Finds HEAD once and reads it again whenever asked: branches change during a session. */
export class GitBranchReader {
  private headFile: string | undefined;

  constructor(cwd: string) {
    this.headFile = findHead(path.resolve(cwd));
  }

  /** Branch name, the first 7 digits of a detached commit, or `undefined` outside a repository. */
  read(): string | undefined {
    if (this.headFile === undefined) return undefined;
    const head = readIfPossible(this.headFile)?.trim();
    if (!head) return undefined;
    const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
    if (branch !== undefined) return branch;
    return /^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, 7) : undefined;
  }
}

function findHead(directory: string): string | undefined {
  for (let current = directory; ; current = path.dirname(current)) {
    const git = path.join(current, '.git');
    const stats = statSync(git, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return path.join(git, 'HEAD');
    if (stats?.isFile()) {
      // Worktrees and submodules: a file that names the real folder.
      const target = /^gitdir: (.+)$/m.exec(readIfPossible(git) ?? '')?.[1];
      return target === undefined ? undefined : path.join(path.resolve(current, target.trim()), 'HEAD');
    }
    if (current === path.dirname(current)) return undefined;
  }
}

function readIfPossible(file: string): string | undefined {
  try {
    // A pipe would be waited for.
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    // A branch name is a nicety of the record; without it the session goes on.
    return undefined;
  }
}
