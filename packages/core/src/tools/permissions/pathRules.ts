/** Rules about files: globs in the manner of .gitignore. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Workspace } from '../files/workspace.js';

type Matcher = (file: string) => boolean;

/** On systems that fold case, a rule does too. */
const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin';

/**
 * Makes a test for absolute paths. A glob without a slash matches at any depth; `~/` is the home directory, `//` the
 * root; a leading `/` is the root or a workspace folder; anything else counts from the workspace folders. A match of a
 * folder covers what is in it.
 */
export async function pathMatcher(glob: string, workspace: Workspace): Promise<Matcher> {
  const { default: picomatch } = await import('picomatch');
  const globs = absoluteGlobs(glob.trim(), workspace).flatMap((one) => [one, `${one.replace(/\/+$/, '')}/**`]);
  const isMatch = picomatch(globs, { dot: true, nocase: FOLDS_CASE });
  return (file) => isMatch(toPosix(file));
}

function absoluteGlobs(glob: string, { directories }: Workspace): string[] {
  const inWorkspace = (relative: string): string[] =>
    directories.map((directory) => path.posix.join(literal(toPosix(directory)), relative));
  if (glob.startsWith('//')) return [glob.slice(1)];
  if (glob.startsWith('~/')) return [path.posix.join(literal(toPosix(homedir())), glob.slice(2))];
  if (/^[a-z]:[\\/]/i.test(glob)) return [toPosix(glob)];
  if (glob.startsWith('/')) return [glob, ...inWorkspace(glob)];
  return glob.replace(/\/+$/, '').includes('/') ? inWorkspace(glob) : [`/**/${glob}`];
}

function literal(directory: string): string {
  return directory.replace(/[\\*?[\]{}()!@+]/g, '\\$&');
}

function toPosix(file: string): string {
  const slashes = path.sep === '\\' ? file.replaceAll('\\', '/') : file;
  return /^[a-z]:\//i.test(slashes) ? `/${slashes}` : slashes;
}

/** A path as written and, where links lead elsewhere, as it really is. */
export function pathsOf(file: string, workspace: Workspace): string[] {
  const absolute = workspace.resolve(file);
  const real = realPath(absolute);
  return real === absolute ? [absolute] : [absolute, real];
}

/** Resolves the links of the part that exists. */
function realPath(absolute: string): string {
  try {
    return realpathSync(absolute);
  } catch {
    // It does not exist (yet), or may not be looked at: its folder decides.
    const parent = path.dirname(absolute);
    return parent === absolute ? absolute : path.join(realPath(parent), path.basename(absolute));
  }
}

/** Files whose change can make the agent or git run something: they are asked about even when edits are not. */
export function isProtectedFile(file: string, workspace: Workspace): boolean {
  return pathsOf(file, workspace).some((one) => one.split(path.sep).some((part) => /^\.(git|qwen)$/i.test(part)));
}
