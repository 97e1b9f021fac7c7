/** glob: files by name. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Tool, ToolContext, ToolResult } from './tool.js';
import { failure, isSystemError, reasonOf } from './files/fileErrors.js';
import { IgnoreRules, type FileFiltering } from './files/ignoreRules.js';
import { pathProblem } from './files/pathProblem.js';
import { fittingLines } from './files/fittingLines.js';
import { didYouMean } from './files/nearNames.js';
import { compareNames, walkFiles } from './files/walkFiles.js';

/** Most paths of one result. */
const MAX_PATHS = 100;

/** Files whose times are asked for at once. */
const STAT_BATCH = 64;

export interface GlobParams {
  pattern: string;
  path?: string;
}

export function createGlobTool(filtering: FileFiltering = {}): Tool<GlobParams> {
  return {
    name: 'glob',
    displayName: 'Glob',
    kind: 'search',
    description: `Finds files by a pattern such as "src/**/*.ts", newest first, at most ${MAX_PATHS}.`,
    parametersJsonSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string' },
        path: { type: 'string', description: 'Folder to search; default: working directory' },
      },
      required: ['pattern'],
    },
    describe: (params, workspace) => {
      const place = workspace.relative(params.path ?? '.');
      return `${oneLine(params.pattern)}${place === '.' ? '' : ` in ${place}`}`;
    },
    validate: (params) =>
      params.pattern.trim() === ''
        ? '"pattern" is empty; give one such as "**/*.ts".'
        : pathProblem('path', params.path),
    execute: (params, context) => execute(params, filtering, context),
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

async function execute(params: GlobParams, filtering: FileFiltering, context: ToolContext): Promise<ToolResult> {
  const { workspace, signal } = context;
  const { directory, isMatch } = await compilePattern(params.pattern, workspace.resolve(params.path ?? '.'));
  const problem = await whyUnsearchable(directory, context);
  if (problem) return problem;
  const rules = await IgnoreRules.forSearch(workspace, directory, filtering);
  const matches: string[] = [];
  for await (const file of walkFiles(directory, rules, { signal, links: true })) {
    if (isMatch(path.relative(directory, file).split(path.sep).join('/'))) matches.push(file);
  }
  if (matches.length === 0) return noMatches(params, context);
  const sorted = await newestFirst(matches, signal);
  return {
    output: render(
      sorted.map((file) => workspace.relative(file)),
      context,
    ),
    display: `${matches.length} files`,
  };
}

/** Splits a pattern into the folder that its fixed beginning names and the rest. */
async function compilePattern(pattern: string, from: string) {
  const { default: picomatch } = await import('picomatch');
  const { base, glob } = picomatch.scan(pattern.replace(/^\.\//, ''));
  const isLiteral = glob === '';
  const directory = path.resolve(from, isLiteral ? path.dirname(base) : base);
  const rest = isLiteral ? path.basename(base) : glob;
  return { directory, isMatch: picomatch(rest, { dot: true, nocase: true, literalBrackets: isLiteral }) };
}

async function whyUnsearchable(directory: string, context: ToolContext): Promise<ToolResult | null> {
  const shown = context.workspace.relative(directory);
  try {
    if ((await stat(directory)).isDirectory()) return null;
    return failure('execution_failed', `${shown} is a file; give a folder to search.`);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ENOENT') {
      return failure('execution_failed', `Cannot search ${shown}: ${reasonOf(error)}.`);
    }
    return failure('file_not_found', `There is no directory ${shown}.${await didYouMean(context, directory)}`);
  }
}

function noMatches({ pattern, path: from }: GlobParams, { workspace }: ToolContext): ToolResult {
  const hint = pattern.includes('/') ? '' : ` For files in subfolders use "**/${pattern}".`;
  const shown = workspace.relative(from ?? '.');
  return { output: `No files match "${pattern}"${shown === '.' ? '' : ` in ${shown}`}.${hint}`, display: 'No files' };
}

async function newestFirst(files: string[], signal: AbortSignal): Promise<string[]> {
  const times = new Map<string, number>();
  for (let at = 0; at < files.length; at += STAT_BATCH) {
    signal.throwIfAborted();
    await Promise.all(
      files.slice(at, at + STAT_BATCH).map(async (file) => {
        // A file that is gone meanwhile, or a link to nothing, counts as the oldest.
        times.set(
          file,
          await stat(file).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        );
      }),
    );
  }
  const timeOf = (file: string): number => times.get(file) ?? 0;
  return files.sort((a, b) => timeOf(b) - timeOf(a) || compareNames(a, b));
}

function render(paths: string[], { maxOutputCharacters }: ToolContext): string {
  const shown = fittingLines(paths.slice(0, MAX_PATHS), maxOutputCharacters);
  const cut = paths.length - shown.length;
  return cut > 0 ? `${shown.join('\n')}\n[${cut} more files match; narrow the pattern or path]` : shown.join('\n');
}
