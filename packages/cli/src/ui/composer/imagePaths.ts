/** Images that are dropped on the terminal arrive as pasted paths; they become `@path`. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapePath } from './completion/completionTarget.js';

const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|heic|avif|tiff?)$/i;
/** Longer text is no list of paths. */
const MAX_CHARACTERS = 4_000;

/** Words as a shell would split them: quoted, escaped, or plain. */
const WORD = /'([^']*)'|"([^"]*)"|((?:\\.|[^\s\\'"])+)/g;

/** The mentions of a paste that is nothing but paths of images that exist; `undefined` for any other paste. */
export function imageMentions(pasted: string, cwd: string): string | undefined {
  const text = pasted.trim();
  if (text === '' || text.length > MAX_CHARACTERS || text.includes('\n')) return undefined;
  // A path with spaces that nobody has quoted.
  const paths = isImage(text, cwd) ? [text] : wordsOf(text);
  if (!paths?.every((word) => isImage(word, cwd))) return undefined;
  return paths.map((word) => `@${escapePath(mentionedPath(word, cwd))} `).join('');
}

function wordsOf(text: string): string[] | undefined {
  const words = Array.from(text.matchAll(WORD), ([, single, double, plain]) => {
    return single ?? double ?? plain!.replace(/\\(.)/g, '$1');
  });
  const rest = text.replace(WORD, '').trim();
  return rest === '' && words.length > 0 ? words : undefined;
}

function isImage(word: string, cwd: string): boolean {
  if (!IMAGE.test(word)) return false;
  const file = absolutePath(word, cwd);
  return file !== undefined && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
}

function absolutePath(word: string, cwd: string): string | undefined {
  if (!word.startsWith('file://')) return path.resolve(cwd, word);
  try {
    return fileURLToPath(word);
  } catch (_error) {
    // A URL that names no file of this machine.
    return undefined;
  }
}

/** Relative inside of the working directory, else absolute. */
function mentionedPath(word: string, cwd: string): string {
  const absolute = absolutePath(word, cwd)!;
  const relative = path.relative(cwd, absolute);
  const isInside =
    relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join('/') : absolute;
}
