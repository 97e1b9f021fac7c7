/** Text search by the ripgrep program. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { QWEN_IGNORE_FILE } from '../files/ignoreRules.js';
import { searchPlainly } from './plainSearch.js';
import { linesOfStream, PatternError, type SearchMatch, type SearchRequest } from './searchRequest.js';
import { isAccessible } from '../../utils/isAccessible.js';

/** Exit code of ripgrep when something went wrong, maybe beside results. */
const ERROR_EXIT = 2;

/** Characters of the program's error output that are kept. */
const MAX_ERROR_CHARACTERS = 4_096;

/**
 * Yields matches by path, then line. The program is killed when the consumer stops or the signal aborts.
 *
 * @throws PatternError, the signal's reason, or an Error with the program's own words.
 */
export async function* searchWithRipgrep(program: string, request: SearchRequest): AsyncGenerator<SearchMatch> {
  const { signal, directory } = request;
  const args = await argumentsFor(request);
  signal.throwIfAborted();
  const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = exitOf(child);
  const kill = (): boolean => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, MAX_ERROR_CHARACTERS);
  });
  try {
    for await (const line of linesOfStream(child.stdout)) {
      const match = parseLine(line);
      if (match && !(await isIgnored(match, request))) yield match;
    }
    const { code, error } = await exit;
    signal.throwIfAborted();
    // A program that does not start here searches nothing; one that was killed has not searched everything.
    if (error) yield* searchPlainly(request);
    else if (code === null) throw new Error('ripgrep was ended from outside before it had finished');
    if (code === ERROR_EXIT && errors !== '') throw errorFrom(errors);
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
    await exit;
  }
}

async function argumentsFor({ pattern, file, directory, glob, rules }: SearchRequest): Promise<string[]> {
  const args = ['--no-config', '--no-messages', '--no-heading', '--line-number', '--with-filename', '--null'];
  args.push('--color=never', '--ignore-case', '--engine=auto', '--sort=path', '--hidden', '--glob=!.git');
  // The same ignore files as every other tool: no global ones, none of other programs, none above the repository.
  args.push('--no-ignore-dot', '--no-ignore-global', '--no-require-git');
  if (!rules.respectsGitIgnore) args.push('--no-ignore-vcs');
  // The program takes such a file's patterns from its working directory.
  const qwenIgnore = path.join(directory, QWEN_IGNORE_FILE);
  if (rules.respectsQwenIgnore && (await isAccessible(qwenIgnore))) args.push(`--ignore-file=${qwenIgnore}`);
  if (glob !== undefined) args.push(`--glob=${glob}`);
  return [...args, `--regexp=${pattern}`, '--', file ?? directory];
}

function exitOf(child: ChildProcess): Promise<{ code: number | null; error?: Error }> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('close', (code) => resolve({ code }));
  });
}

/** `path NUL line:text`; the rest of the output is about binary files. */
function parseLine(line: string): SearchMatch | null {
  const end = line.indexOf('\0');
  const colon = line.indexOf(':', end);
  if (end === -1 || colon === -1) return null;
  return {
    file: line.slice(0, end),
    line: Number(line.slice(end + 1, colon)),
    text: line.slice(colon + 1).replace(/\r$/, ''),
  };
}

/** The program knows less than the rules: nested .qwenignore files, and globs that override ignore files. */
async function isIgnored(match: SearchMatch, { rules, file }: SearchRequest): Promise<boolean> {
  return file === undefined && (await rules.ignores(match.file, false));
}

function errorFrom(errors: string): Error {
  if (/regex parse error|error compiling pattern|error parsing glob/.test(errors)) {
    const reason = /error: (.*)/.exec(errors) ?? /error (?:compiling|parsing) (.*)/.exec(errors);
    return new PatternError(reason?.[1] ?? errors);
  }
  return new Error(errors.replace(/^rg: /, '').trim());
}
