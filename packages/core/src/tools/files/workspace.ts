/** The folders a session may work in. */
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** The working directory plus further directories; all absolute, symbolic links resolved. */
export class Workspace {
  readonly cwd: string;
  private readonly roots: string[];

  /** @throws when a directory does not exist. */
  constructor(cwd: string, includeDirectories: string[] = []) {
    this.cwd = realpathSync(cwd);
    this.roots = [this.cwd, ...includeDirectories.map((directory) => realpathSync(path.resolve(this.cwd, directory)))];
  }

  get directories(): readonly string[] {
    return this.roots;
  }

  /** Adds a directory; relative paths are taken from `cwd`. @throws when it does not exist. */
  addDirectory(directory: string): void {
    const resolved = realpathSync(path.resolve(this.cwd, directory));
    if (!this.roots.includes(resolved)) this.roots.push(resolved);
  }

  resolve(filePath: string): string {
    return path.resolve(this.cwd, filePath);
  }

  /** Whether a path, after resolving symbolic links of its existing part, lies in one of the directories. */
  contains(filePath: string): boolean {
    const real = resolveExistingPart(this.resolve(filePath));
    return this.roots.some((root) => isWithin(root, real));
  }

  /** The path as people and the model are shown it: relative to `cwd` when inside it, else absolute. */
  relative(filePath: string): string {
    const absolute = this.resolve(filePath);
    return isWithin(this.cwd, absolute) ? path.relative(this.cwd, absolute) || '.' : absolute;
  }
}

function isWithin(directory: string, filePath: string): boolean {
  const relative = path.relative(directory, filePath);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

function resolveExistingPart(absolute: string): string {
  const missing: string[] = [];
  for (let current = absolute; ; current = path.dirname(current)) {
    try {
      return path.join(realpathSync(current), ...missing);
    } catch (error) {
      if (!isMissing(error) || current === path.dirname(current)) return absolute;
      missing.unshift(path.basename(current));
    }
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
