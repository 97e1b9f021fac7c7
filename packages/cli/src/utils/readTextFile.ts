/** Reads small files, but waits for no pipe that stands in their place: opening one takes until somebody writes to it. */
import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/** UTF-8. @throws the file system's error, or one that says that the file is a pipe */
export async function readTextFile(filePath: string): Promise<string> {
  refusePipe(await stat(filePath));
  return readFile(filePath, 'utf8');
}

/** As `readTextFile`. */
export function readTextFileSync(filePath: string): string {
  refusePipe(statSync(filePath));
  return readFileSync(filePath, 'utf8');
}

function refusePipe(stats: { isFIFO(): boolean }): void {
  if (stats.isFIFO()) throw new Error('it is a pipe, not a file');
}
