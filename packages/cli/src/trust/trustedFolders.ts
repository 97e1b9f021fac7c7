/** Which folders a person trusts: `trustedFolders.json` in the person's own folder, path → level. */
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FatalConfigError } from '../errors.js';
import { globalDirectory } from '../settings/paths.js';
import { isObject } from '../utils/isObject.js';
import { readTextFile } from '../utils/readTextFile.js';

/** `TRUST_PARENT` speaks for the folder above the one it is written for. All levels count for what is below as well. */
export type TrustLevel = 'TRUST_FOLDER' | 'TRUST_PARENT' | 'DO_NOT_TRUST';

export type Trust = 'trusted' | 'untrusted' | 'unknown';

/** A person's home is the person's own. */
export async function folderTrust(folder: string, filePath = trustFile()): Promise<Trust> {
  if (path.resolve(folder) === path.resolve(os.homedir())) return 'trusted';
  return trustIn(await readTrustFile(filePath), folder);
}

/** The rule for the nearest folder counts; where two speak for the same folder, distrust. */
export function trustIn(rules: Readonly<Record<string, string>>, folder: string): Trust {
  let nearest: { depth: number; trust: Trust } | undefined;
  for (const [written, level] of Object.entries(rules)) {
    const target = level === 'TRUST_PARENT' ? path.dirname(path.resolve(written)) : path.resolve(written);
    if (!isWithin(path.resolve(folder), target)) continue;
    const trust: Trust = level === 'DO_NOT_TRUST' ? 'untrusted' : 'trusted';
    const depth = target.split(path.sep).filter(Boolean).length;
    if (!nearest || depth > nearest.depth || (depth === nearest.depth && trust === 'untrusted'))
      nearest = { depth, trust };
  }
  return nearest?.trust ?? 'unknown';
}

/** Keeps a decision; the file is replaced in one step, mode 0600. */
export async function saveFolderTrust(folder: string, level: TrustLevel, filePath = trustFile()): Promise<void> {
  const rules = { ...(await readTrustFile(filePath)), [path.resolve(folder)]: level };
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await mkdir(path.dirname(filePath), { recursive: true, mode: 0o700 });
  await writeFileAtomic(filePath, `${JSON.stringify(rules, undefined, 2)}\n`, { mode: 0o600 });
}

function trustFile(): string {
  return path.join(globalDirectory(), 'trustedFolders.json');
}

async function readTrustFile(filePath: string): Promise<Record<string, string>> {
  let source: string;
  try {
    source = await readTextFile(filePath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new FatalConfigError(`${filePath} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const value = parse(source);
  if (value) return value;
  throw new FatalConfigError(`${filePath} must hold one object of folders, such as {"/work": "TRUST_FOLDER"}.`);
}

function parse(source: string): Record<string, string> | undefined {
  if (source.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(source);
    return isObject(value) ? (value as Record<string, string>) : undefined;
  } catch (_error) {
    // No JSON: the caller says what is expected.
    return undefined;
  }
}

function isWithin(folder: string, ancestor: string): boolean {
  const relative = path.relative(ancestor, folder);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
}
