/** The Markdown files of a folder. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Those below it as well, linked ones too: relative to the folder, in order; none when there is no such folder.
 *
 * @param above real paths of the folders above: a link may lead back to one of them
 * @throws what the system says of a folder that cannot be read
 */
export async function markdownFiles(folder: string, above: readonly string[] = []): Promise<string[]> {
  const real = await realpath(folder).catch(() => folder);
  if (above.includes(real)) return [];
  const files: string[] = [];
  for (const entry of await entriesOf(folder)) {
    if (await isFolder(folder, entry)) {
      const below = await markdownFiles(path.join(folder, entry.name), [...above, real]);
      files.push(...below.map((file) => path.join(entry.name, file)));
    } else if (entry.name.endsWith('.md')) files.push(entry.name);
  }
  return files.sort();
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

async function isFolder(parent: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const target = await stat(path.join(parent, entry.name)).catch(() => undefined);
  return target?.isDirectory() ?? false;
}
