/** Piped text that is larger than a prompt should be. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The text itself while it takes at most about a quarter of the window (4 characters a token); else its beginning and
 * end around a note that names the file with the whole.
 * @param windowTokens context window in tokens
 * @param directory where the file goes; made when missing
 */
export async function fitPipedText(text: string, windowTokens: number, directory: string): Promise<string> {
  const limit = windowTokens;
  if (text.length <= limit) return text;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, 'standard-input.txt');
  await writeFile(file, text, { mode: 0o600 });
  const half = Math.floor(limit / 2);
  const head = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n\n[… the middle of the piped text is left out. All ${text.length} characters are in ${file} : search it or read parts of it.]\n\n${tail}`;
}
