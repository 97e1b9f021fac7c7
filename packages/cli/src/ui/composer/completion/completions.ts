/** Completions for what stands at the cursor. */
import { escapePath, type CompletionTarget } from './completionTarget.js';
import { fuzzyFilter } from './fuzzyMatch.js';
import type { FileIndex } from './fileIndex.js';

/** Most completions that are offered at once. */
const MAX_COMPLETIONS = 50;

/** The things about a slash command that the input line needs. */
export interface CommandChoice {
  name: string;
  altNames?: readonly string[];
  description: string;
  /** The arguments as help shows them; `<name>`: one is needed. */
  argumentHint?: string;
  /** What may stand behind the name; only what matches the typed text is offered. */
  completeArguments?(typed: string): readonly string[];
}

export interface Completion {
  /** What is listed. */
  label: string;
  /** Indexes of characters of the label that were typed. */
  positions: readonly number[];
  description?: string;
  /** What is put in place of the target, and a space behind it unless there is more to complete. */
  text: string;
  isUnfinished: boolean;
  /** Taking it with enter sends the line at once. */
  submits: boolean;
}

export interface CompletionList {
  target: CompletionTarget;
  items: readonly Completion[];
  selected: number;
  /** Someone has moved the choice. */
  isChosen: boolean;
  /** Files are still being listed. */
  isLoading: boolean;
}

/** What completions are made from. */
export interface CompletionSources {
  commands: readonly CommandChoice[];
  files: FileIndex | undefined;
}

/** @returns `undefined` when there is nothing to offer */
export function completionsFor(target: CompletionTarget, sources: CompletionSources): CompletionList | undefined {
  const isLoading = target.kind === 'file' && (sources.files?.isLoading ?? false);
  const items = itemsFor(target, sources);
  if (items.length === 0 && !isLoading) return undefined;
  return { target, items, selected: 0, isChosen: false, isLoading };
}

function itemsFor(target: CompletionTarget, { commands, files }: CompletionSources): Completion[] {
  if (target.kind === 'command') return commandItems(target.query, commands);
  if (target.kind === 'file') return fileItems(target.query, files);
  const name = target.command.toLowerCase();
  const command = commands.find((choice) => choice.name === name || choice.altNames?.includes(name));
  if (!command?.completeArguments) return [];
  return fuzzyFilter(target.query, command.completeArguments(target.query), (value) => value, MAX_COMPLETIONS)
    .filter(({ candidate }) => candidate !== target.query)
    .map(({ candidate, match }) => ({
      label: candidate,
      positions: match.positions,
      text: candidate,
      isUnfinished: false,
      submits: true,
    }));
}

/** A command counts once, by the best of its names. */
function commandItems(query: string, commands: readonly CommandChoice[]): Completion[] {
  const names = commands.flatMap((command) => [
    { command, name: command.name },
    ...(query === '' ? [] : (command.altNames ?? []).map((name) => ({ command, name }))),
  ]);
  const seen = new Set<CommandChoice>();
  const items: Completion[] = [];
  for (const { candidate, match } of fuzzyFilter(query.toLowerCase(), names, ({ name }) => name, names.length)) {
    const { command, name } = candidate;
    if (seen.has(command)) continue;
    seen.add(command);
    const hint = command.argumentHint ? ` ${command.argumentHint}` : '';
    items.push({
      label: `/${name}${hint}`,
      positions: match.positions.map((position) => position + 1),
      description: command.description,
      text: name,
      isUnfinished: false,
      submits: !command.argumentHint?.startsWith('<'),
    });
  }
  return query === '' ? items.sort((a, b) => (a.text < b.text ? -1 : 1)) : items;
}

function fileItems(query: string, files: FileIndex | undefined): Completion[] {
  if (!files) return [];
  return files.find(query.replace(/^\.\//, ''), MAX_COMPLETIONS).map(({ candidate, match }) => ({
    label: candidate,
    positions: match.positions,
    text: escapePath(candidate),
    isUnfinished: candidate.endsWith('/'),
    submits: false,
  }));
}
