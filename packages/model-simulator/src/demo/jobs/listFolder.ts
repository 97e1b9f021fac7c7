/** What is in this folder? Lists it and says what well-known names mean; explaining it reads README and package.json. */
import path from 'node:path';
import { namedPath } from '../clauses.js';
import { count, extractSummary } from '../extract.js';
import { fileText } from '../fileText.js';
import { absolute, call, failureText, relative, type Job, type JobParser, type Surroundings } from '../job.js';

const LIST = /\b(what\b.*\b(in|here)|list|show|look at|contents? of|which files)\b/i;
const PLACE = /\b(folder|directory|dir|project|repo(sitory)?|files?|workspace|code ?base|here)\b/i;
const EXPLAIN = /\b(explain|describe|understand|about|overview|what does|tell me)\b/i;

const NAMED =
  /\b(?:in|of|under|list|show)\s+(?:the\s+)?(?:folder\s+|directory\s+)?[`"']?([\w./-]+)[`"']?(?:\s+(?:folder|directory))?$/i;
const UNNAMED = /^(this|here|the|it|files?|folder|directory|project|repo(sitory)?|workspace|all)$/i;

export const parseListFolder: JobParser = (clause, surroundings) => {
  const explain = EXPLAIN.test(clause);
  const isListing = LIST.test(clause);
  const named = isListing || explain ? (namedPath(clause) ?? NAMED.exec(clause)?.[1]) : undefined;
  const folder = named === undefined || UNNAMED.test(named) ? undefined : named;
  if (!(isListing || explain) || (!folder && !PLACE.test(clause))) return undefined;
  if (folder && path.extname(folder) !== '') return undefined;
  const directory = absolute(surroundings, folder ?? '.');
  return explain ? explainFolder(directory, surroundings) : listFolder(directory, surroundings);
};

/** Lists a folder. */
export function* listFolder(directory: string, surroundings: Surroundings): Job {
  const listing = yield* call(surroundings, 'I look at the folder.', 'list_directory', { path: directory });
  if (listing.failed) return failureText(listing);
  return describeListing(relative(surroundings, directory), listing.output);
}

function* explainFolder(directory: string, surroundings: Surroundings): Job {
  const listing = yield* call(surroundings, 'I look at the folder.', 'list_directory', { path: directory });
  if (listing.failed) return failureText(listing);
  const answer = [describeListing(relative(surroundings, directory), listing.output)];
  const names = entries(listing.output);
  const tellTale = [/^readme(\.\w+)?$/i, /^package\.json$/, /^(pyproject\.toml|go\.mod|Cargo\.toml)$/];
  for (const pattern of tellTale) {
    const name = names.find((entry) => pattern.test(entry));
    if (!name) continue;
    const file = path.join(directory, name);
    const read = yield* call(surroundings, `I read ${name}, which tells most.`, 'read_file', { file_path: file });
    const about = read.failed ? failureText(read) : extractSummary(name, fileText(read.output).text);
    answer.push(`**${name}**: ${about}`);
  }
  return answer.join('\n\n');
}

function entries(listing: string): string[] {
  return listing.split('\n').filter((line) => line !== '' && !line.startsWith('[') && !/ is empty\.?/.test(line));
}

const MEANINGS: Array<[RegExp, string]> = [
  [/^readme/i, 'introduction'],
  [/^(agents|qwen|claude|gemini)\.md$/i, 'instructions for coding agents'],
  [/^(license|copying)/i, 'license'],
  [/^changelog/i, 'history of changes'],
  [/^package\.json$/, 'npm package'],
  [/^(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|go\.sum)$/, 'locked dependency versions'],
  [/^(pyproject\.toml|setup\.py|requirements.*\.txt)$/, 'Python package'],
  [/^(Cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?)$/, 'build description'],
  [/^tsconfig.*\.json$/, 'TypeScript settings'],
  [/^(Makefile|CMakeLists\.txt)$/, 'build rules'],
  [/^Dockerfile/, 'container image'],
  [/^(src|lib|packages|app)\/$/, 'source code'],
  [/^(tests?|spec|__tests__)\/$/, 'tests'],
  [/^docs?\/$/, 'documentation'],
  [/^(dist|build|out|target)\/$/, 'build output'],
  [/^node_modules\/$/, 'installed packages'],
  [/^scripts\/$/, 'scripts'],
  [/^\.git(hub|lab)?\/$/, 'git or hosting data'],
];

function describeListing(shown: string, listing: string): string {
  const names = entries(listing);
  const folders = names.filter((name) => name.endsWith('/'));
  const place = shown === '.' ? 'This folder' : `\`${shown}\``;
  if (names.length === 0) return `${place} is empty.`;
  const lines = names.slice(0, 60).map((name) => {
    const meaning = MEANINGS.find(([pattern]) => pattern.test(name))?.[1];
    return meaning ? `- ${name}: ${meaning}` : `- ${name}`;
  });
  if (names.length > 60) lines.push(`- … ${names.length - 60} more`);
  const counts = `${count(folders.length, 'folder')} and ${count(names.length - folders.length, 'file')}`;
  return `${place} holds ${counts}:\n${lines.join('\n')}`;
}
