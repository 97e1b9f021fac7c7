/** Text search without any program: slower, for platforms that ripgrep does not come for. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { MAX_WHOLE_FILE_BYTES } from '../files/changeFile.js';
import { isSystemError } from '../files/fileErrors.js';
import { decodeText } from '../files/textEncoding.js';
import { walkFiles } from '../files/walkFiles.js';
import { PatternError, type SearchMatch, type SearchRequest } from './searchRequest.js';

/**
 * Yields matches by path, then line. Files that are binary, unreadable or larger than 10 MB are passed over.
 *
 * @throws PatternError or the signal's reason.
 */
export async function* searchPlainly(request: SearchRequest): AsyncGenerator<SearchMatch> {
  const { directory, file, rules, signal } = request;
  const expression = compile(request.pattern);
  const isWanted = await globMatcher(request.glob);
  for await (const candidate of file === undefined ? walkFiles(directory, rules, { signal }) : [file]) {
    signal.throwIfAborted();
    if (!isWanted(path.relative(directory, candidate).split(path.sep).join('/'))) continue;
    const lines = (await readText(candidate))?.split(/\r?\n/) ?? [];
    if (lines.at(-1) === '') lines.pop();
    for (const [index, text] of lines.entries()) {
      if (expression.test(text)) yield { file: candidate, line: index + 1, text };
    }
  }
}

function compile(pattern: string): RegExp {
  const sensitive = pattern.startsWith('(?-i)');
  const source = pattern.replace(/^\(\?-?i\)/, '');
  const flags = sensitive ? '' : 'i';
  try {
    // Unicode mode refuses needless escapes that the other one and ripgrep take.
    return isValid(source, `${flags}u`) ? new RegExp(source, `${flags}u`) : new RegExp(source, flags);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new PatternError(error.message.replace(/^Invalid regular expression: /, ''));
    throw error;
  }
}

function isValid(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

async function globMatcher(glob: string | undefined): Promise<(relative: string) => boolean> {
  if (glob === undefined) return () => true;
  const { default: picomatch } = await import('picomatch');
  return picomatch(glob.replace(/^(!?)\//, '$1'), { dot: true, basename: !glob.includes('/') });
}

async function readText(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file);
    if (size > MAX_WHOLE_FILE_BYTES) return null;
    return (await decodeText(await readFile(file)))?.text ?? null;
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}
