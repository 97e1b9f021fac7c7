/** What the model may have meant by a path that does not exist. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ToolContext } from '../tool.js';
import { isSystemError } from './fileErrors.js';
import { IgnoreRules } from './ignoreRules.js';
import { compareNames, walkFiles } from './walkFiles.js';
import type { Workspace } from './workspace.js';

const MAX_SUGGESTIONS = 3;

/** Files that are looked at for one of the same name elsewhere. */
const MAX_VISITED = 10_000;

/** A question that names existing paths like the missing one, with a space before it; `otherwise` where there are none. */
export async function didYouMean(
  { workspace, signal }: Pick<ToolContext, 'workspace' | 'signal'>,
  missingPath: string,
  otherwise = '',
): Promise<string> {
  const suggestions = await suggestPaths(workspace, missingPath, signal);
  return suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : otherwise;
}

/** Existing paths like the missing one, likeliest first: like names beside it, then the same name elsewhere. */
export async function suggestPaths(workspace: Workspace, missingPath: string, signal: AbortSignal): Promise<string[]> {
  const name = path.basename(missingPath);
  const folder = path.dirname(missingPath);
  const rules = await IgnoreRules.forSearch(workspace, workspace.cwd);
  const suggestions: string[] = [];
  for (const candidate of nearestNames(name, await namesIn(folder))) {
    const candidatePath = path.join(folder, candidate);
    if (!(await rules.ignores(candidatePath, false))) suggestions.push(workspace.relative(candidatePath));
  }
  let visited = 0;
  for await (const file of walkFiles(workspace.cwd, rules, { signal })) {
    if (suggestions.length >= MAX_SUGGESTIONS || ++visited > MAX_VISITED) break;
    if (path.basename(file) === name) suggestions.push(workspace.relative(file));
  }
  return suggestions.slice(0, MAX_SUGGESTIONS);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error)) return [];
    throw error;
  }
}

/** The names that differ from `name` by case, extension or a few letters, closest first. */
export function nearestNames(name: string, candidates: string[]): string[] {
  const wanted = canonical(name);
  const scored = candidates.map((candidate) => ({ candidate, distance: distanceOf(wanted, canonical(candidate)) }));
  return scored
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance || compareNames(a.candidate, b.candidate))
    .map(({ candidate }) => candidate);
}

function canonical(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll(/\s/g, ' ');
}

function distanceOf(wanted: string, candidate: string): number {
  const stem = (name: string): string => name.slice(0, name.length - path.extname(name).length);
  if (wanted !== candidate && stem(wanted) === stem(candidate)) return 1;
  return editDistance(wanted, candidate);
}

/** Letters to insert, remove, replace or swap with their neighbour (optimal string alignment), row by row. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (beforeLast[j - 2] as number) + 1 : Infinity;
      const replace = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, replace, (last[j] as number) + 1, (row[j - 1] as number) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] as number;
}
