/** The folders a session may work in. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { linkTarget } from '../../utils/linkTarget.js';

/** The working directory plus further directories; all absolute, symbolic links resolved. */
export class Workspace {
  readonly cwd: string;
  private readonly roots: string[];

  /** @throws when a directory does not exist. */
  constructor(cwd: string, includeDirectories: string[] = []) {
    this.cwd = realpathSync(cwd);
    this.roots = [this.cwd];
    for (const directory of includeDirectories) this.addDirectory(directory);
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

  /**
   * Whether a path lies in one of the directories once its symbolic links are resolved, links to nothing included: a
   * write through it would land inside. `false` for paths that cannot be resolved.
   */
  contains(filePath: string): boolean {
    try {
      const real = linkTarget(this.resolve(filePath));
      return this.roots.some((root) => isWithin(root, real));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return false;
    }
  }

  /** The path as people and the model are shown it: relative to `cwd` when inside it, else absolute. */
  relative(filePath: string): string {
    const absolute = this.resolve(filePath);
    return isWithin(this.cwd, absolute) ? path.relative(this.cwd, absolute) || '.' : absolute;
  }
}

/** Whether a path is the directory or lies below it; both absolute, links are not resolved. */
export function isWithin(directory: string, filePath: string): boolean {
  const relative = path.relative(directory, filePath);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
