/** Changes one value in a settings file and leaves the rest as the person wrote it. */
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { readTextFile } from '../utils/readTextFile.js';

/**
 * Sets the value at a path such as `['permissions', 'allow']`; `undefined` removes it. Comments, order and indentation
 * stay. The file is replaced in one step with mode 0600, and made when missing; a symbolic link stays a link.
 * @throws when the file is not valid JSON with comments, or cannot be written.
 */
export async function writeSetting(filePath: string, keyPath: string[], value: unknown): Promise<void> {
  const [{ applyEdits, modify, parseTree }, { default: writeFileAtomic }] = await Promise.all([
    import('jsonc-parser'),
    import('write-file-atomic'),
  ]);
  const { target, source } = await readTarget(filePath);
  const errors: unknown[] = [];
  parseTree(source, errors as never[], { allowTrailingComma: true });
  if (errors.length > 0) throw new Error(`${filePath} is not valid JSON, so nothing was changed in it.`);
  const edits = modify(source, keyPath, value, { formattingOptions: formattingOf(source) });
  try {
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await writeFileAtomic(target, applyEdits(source, edits), { mode: 0o600 });
  } catch (error) {
    throw new Error(`${filePath} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

async function readTarget(filePath: string): Promise<{ target: string; source: string }> {
  try {
    const target = await realpath(filePath);
    const source = await readTextFile(target);
    return { target, source: source.trim() === '' ? '{}\n' : source };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { target: filePath, source: '{}\n' };
  }
}

function formattingOf(source: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indentation = /\n([ \t]+)\S/.exec(source)?.[1] ?? '  ';
  const insertSpaces = !indentation.startsWith('\t');
  return { insertSpaces, tabSize: insertSpaces ? indentation.length : 1, eol: source.includes('\r\n') ? '\r\n' : '\n' };
}
