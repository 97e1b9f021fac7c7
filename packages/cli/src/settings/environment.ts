/** Variables that files add to the environment. */
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { globalDirectory } from './paths.js';

/** Not taken from a project's own `.env`, where they are meant for the project. */
export const DEFAULT_EXCLUDED_VARIABLES: readonly string[] = ['DEBUG', 'DEBUG_MODE'];

/**
 * The variables of the nearest `.env`: from `cwd` upwards `.qwen/.env` then `.env` in each folder, then the same in the
 * person's home. Only that one file is read. `excluded` names are dropped unless the file is inside a `.qwen` folder.
 */
export async function readDotenv(
  cwd: string,
  env: NodeJS.ProcessEnv,
  excluded: readonly string[],
): Promise<Record<string, string>> {
  for (const filePath of candidates(cwd, env)) {
    const source = await readIfFile(filePath);
    if (source === undefined) continue;
    const { default: dotenv } = await import('dotenv');
    const isOurs = path.basename(path.dirname(filePath)) === '.qwen' || filePath.startsWith(globalDirectory(env));
    return Object.fromEntries(
      Object.entries(dotenv.parse(source)).filter(([name]) => isOurs || !excluded.includes(name)),
    );
  }
  return {};
}

function* candidates(cwd: string, env: NodeJS.ProcessEnv): Generator<string> {
  for (let directory = cwd; ; directory = path.dirname(directory)) {
    yield path.join(directory, '.qwen', '.env');
    yield path.join(directory, '.env');
    if (directory === path.dirname(directory)) break;
  }
  yield path.join(globalDirectory(env), '.env');
  yield path.join(os.homedir(), '.env');
}

async function readIfFile(filePath: string): Promise<string | undefined> {
  try {
    return await readFile(filePath, 'utf8');
  } catch (error) {
    if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** A missing file, a folder of that name, or one that is not ours to read: the search goes on. */
const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EACCES', 'EPERM']);
