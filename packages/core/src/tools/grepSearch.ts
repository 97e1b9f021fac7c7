/** grep_search: text in files, by regular expression. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Tool, ToolContext, ToolResult } from './tool.js';
import { failure, isSystemError, reasonOf } from './files/fileErrors.js';
import { IgnoreRules, isQwenIgnored, type FileFiltering } from './files/ignoreRules.js';
import { pathProblem } from './files/pathProblem.js';
import { fittingLines } from './files/fittingLines.js';
import { didYouMean } from './files/nearNames.js';
import { cutLine } from './files/renderText.js';
import { searchPlainly } from './search/plainSearch.js';
import { searchWithRipgrep } from './search/ripgrep.js';
import { findRipgrep } from './search/ripgrepPath.js';
import { PatternError, type SearchMatch, type SearchRequest } from './search/searchRequest.js';

/** Matching lines of one result unless `limit` says otherwise. */
const DEFAULT_MATCHES = 100;

/** Longest line that is shown, in characters. */
const MAX_SHOWN_LINE = 500;

export interface GrepSearchParams {
  pattern: string;
  glob?: string;
  path?: string;
  limit?: number;
}

export interface GrepSearchSettings extends FileFiltering {
  /** `false`: search without any program. Settings key `tools.useRipgrep`. */
  useRipgrep?: boolean;
  /** `false`: take ripgrep from `PATH` only. Settings key `tools.useBuiltinRipgrep`. */
  useBuiltinRipgrep?: boolean;
}

export function createGrepSearchTool(settings: GrepSearchSettings = {}): Tool<GrepSearchParams> {
  return {
    name: 'grep_search',
    displayName: 'Grep',
    kind: 'search',
    description: `Searches file contents by regular expression, ignoring case; prints path:line:text, at most ${DEFAULT_MATCHES} lines unless limit is given.`,
    parametersJsonSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string' },
        glob: { type: 'string', description: 'Only these files, e.g. "*.{ts,tsx}"' },
        path: { type: 'string', description: 'Folder or file; default: working directory' },
        limit: { type: 'number' },
      },
      required: ['pattern'],
    },
    describe: ({ pattern, path: from, glob }, workspace) => {
      const place = workspace.relative(from ?? '.');
      const where = place === '.' ? '' : ` in ${place}`;
      return `'${pattern.replaceAll(/\s+/g, ' ')}'${where}${glob ? ` (${glob})` : ''}`;
    },
    validate: ({ pattern, path: from, limit }) => {
      if (pattern === '') return '"pattern" is empty; give a regular expression.';
      if (/[\n\r]/.test(pattern)) return '"pattern" has a line break, but lines are searched one by one.';
      if (limit !== undefined && !(limit >= 1)) return `"limit" is ${limit}; it must be 1 or more lines.`;
      return pathProblem('path', from);
    },
    execute: (params, context) => execute(params, settings, context),
  };
}

async function execute(
  params: GrepSearchParams,
  settings: GrepSearchSettings,
  context: ToolContext,
): Promise<ToolResult> {
  const { workspace, signal } = context;
  const target = workspace.resolve(params.path ?? '.');
  let isFile: boolean;
  try {
    isFile = !(await stat(target)).isDirectory();
  } catch (error) {
    return unsearchable(target, error, context);
  }
  if (isFile && (await isQwenIgnored(workspace, target))) {
    return failure(
      'permission_denied',
      `${workspace.relative(target)} is excluded by .qwenignore and may not be read.`,
    );
  }
  const directory = isFile ? path.dirname(target) : target;
  const rules = await IgnoreRules.forSearch(workspace, directory, settings);
  const { pattern, glob } = params;
  const request = { pattern, glob: glob || undefined, directory, file: isFile ? target : undefined, rules, signal };
  const limit = Math.max(1, Math.floor(params.limit ?? DEFAULT_MATCHES));
  try {
    const matches = await collect(await engine(request, settings), limit + 1);
    return render(matches, limit, params, context);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return failure(
      'invalid_tool_params',
      `The pattern or glob is not valid: ${error.message}. Escape ( ) [ ] { } . * + ? | ^ $ \\ with a backslash to match them literally.`,
    );
  }
}

async function unsearchable(target: string, error: unknown, context: ToolContext): Promise<ToolResult> {
  const shown = context.workspace.relative(target);
  if (!isSystemError(error) || error.code !== 'ENOENT') {
    return failure('execution_failed', `Cannot search ${shown}: ${reasonOf(error)}.`);
  }
  return failure('file_not_found', `There is no ${shown}.${await didYouMean(context, target)}`);
}

async function engine(
  request: SearchRequest,
  { useRipgrep = true, useBuiltinRipgrep }: GrepSearchSettings,
): Promise<AsyncGenerator<SearchMatch>> {
  const program = useRipgrep ? await findRipgrep(useBuiltinRipgrep) : undefined;
  return program === undefined ? searchPlainly(request) : searchWithRipgrep(program, request);
}

async function collect(matches: AsyncGenerator<SearchMatch>, count: number): Promise<SearchMatch[]> {
  const collected: SearchMatch[] = [];
  for await (const match of matches) {
    collected.push(match);
    if (collected.length >= count) break;
  }
  return collected;
}

function render(
  matches: SearchMatch[],
  limit: number,
  { pattern, glob, path: from }: GrepSearchParams,
  { workspace, maxOutputCharacters }: ToolContext,
): ToolResult {
  if (matches.length === 0) {
    const filter = glob ? ` (files: ${glob})` : '';
    const shown = workspace.relative(from ?? '.');
    return {
      output: `No matches for "${pattern}"${shown === '.' ? '' : ` in ${shown}`}${filter}.`,
      display: 'No matches',
    };
  }
  const entries = matches
    .slice(0, limit)
    .map(({ file, line, text }) => `${workspace.relative(file)}:${line}:${cutLine(text, MAX_SHOWN_LINE)}`);
  const shown = fittingLines(entries, maxOutputCharacters);
  const isCut = matches.length > shown.length;
  const notice = isCut
    ? `\n[First ${shown.length} matches; there are more. Narrow the pattern, glob or path, or raise limit]`
    : '';
  return { output: shown.join('\n') + notice, display: `${shown.length}${isCut ? '+' : ''} matches` };
}
