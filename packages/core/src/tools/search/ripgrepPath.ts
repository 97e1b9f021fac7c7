/** Finds the ripgrep program. */
import { constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isAccessible } from '../../utils/isAccessible.js';

const PROGRAM = process.platform === 'win32' ? 'rg.exe' : 'rg';

/**
 * The path of ripgrep: from the installed package, or, when that is missing or `useBuiltin` is false, from `PATH`.
 * `undefined` when there is none.
 *
 * The package is resolved from this module when asked for, not imported: importing it throws where the platform has no
 * binary, and a bundle resolves from its own place.
 */
export async function findRipgrep(useBuiltin = true): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute);
  const candidates = [...(useBuiltin ? packagedPaths() : []), ...folders.map((folder) => path.join(folder, PROGRAM))];
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

function packagedPaths(): string[] {
  const platformPackage = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  const here = createRequire(import.meta.url);
  const wrapper = resolveFrom(here, '@vscode/ripgrep');
  // Package managers that do not flatten the tree put the platform's package beside the wrapper only.
  const places = wrapper === undefined ? [here] : [createRequire(wrapper), here];
  return places
    .map((place) => resolveFrom(place, `${platformPackage}/bin/${PROGRAM}`))
    .filter((file) => file !== undefined);
}

function resolveFrom(place: NodeJS.Require, request: string): string | undefined {
  try {
    return place.resolve(request);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}

function isExecutable(file: string): Promise<boolean> {
  return isAccessible(file, constants.X_OK);
}
