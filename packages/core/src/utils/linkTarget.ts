/** Where a path really leads, whether or not something exists there. */
import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Longest chain of symbolic links that is followed; Linux stops at the same number. */
const MAX_LINKS = 40;

/**
 * Resolves the symbolic links of an absolute path. Unlike `realpath` it also follows links whose target does not exist,
 * so the result names the file that a write through the path would create.
 *
 * @throws for a loop of links (`ELOOP`) or a folder that may not be searched (`EACCES`).
 */
export function linkTarget(absolutePath: string): string {
  let current = absolutePath;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const { real, missing } = splitAtExistingPart(current);
    const [first, ...rest] = missing;
    if (first === undefined) return real;
    const target = readLink(path.join(real, first));
    if (target === undefined) return path.join(real, ...missing);
    current = path.resolve(real, target, ...rest);
  }
  throw Object.assign(new Error(`too many symbolic links: ${absolutePath}`), { code: 'ELOOP' });
}

function splitAtExistingPart(absolutePath: string): { real: string; missing: string[] } {
  const missing: string[] = [];
  for (let current = absolutePath; ; current = path.dirname(current)) {
    try {
      return { real: realpathSync(current), missing };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || current === path.dirname(current)) throw error;
      missing.unshift(path.basename(current));
    }
  }
}

/** `undefined` when there is nothing at the path: every existing path was resolved before. */
function readLink(linkPath: string): string | undefined {
  try {
    return readlinkSync(linkPath);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
