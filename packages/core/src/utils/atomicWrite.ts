/** Replaces files so that a reader, a crash or a full disk finds the old content or the new one, never a part. */
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { linkTarget } from './linkTarget.js';

/**
 * Writes a temporary file beside the target, flushes it to disk and renames it over the target. Symbolic links are
 * followed; mode and owner of an existing file are kept. The folder must exist.
 *
 * @param mode permission bits of a file that does not exist yet; the process's umask applies
 * @throws the file system's error; the target is then unchanged and no temporary file is left.
 */
export async function writeFileAtomically(
  absolutePath: string,
  data: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  const target = linkTarget(absolutePath);
  const existing = await statIfExists(target);
  const temporary = path.join(path.dirname(target), `.qwen-${randomBytes(8).toString('hex')}.tmp`);
  const handle = await open(temporary, 'wx', mode);
  try {
    try {
      await handle.writeFile(data);
      if (existing) await takeOver(handle, existing);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function statIfExists(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function takeOver(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) {
    try {
      await handle.chown(uid, gid);
    } catch (error) {
      // Only root may give files away; the content matters more than its owner.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
  await handle.chmod(mode & 0o7777);
}
