/** Completions for what stands at the cursor. */
import { escapePath, type CompletionTarget } from './completionTarget.js';
import { fuzzyFilter, matchedPositions, searchableName } from './fuzzyMatch.js';
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
  const typed = target.command.toLowerCase();
  const command = commands.find(({ name, altNames }) => name === typed || altNames?.includes(typed));
  if (!command?.completeArguments) return [];
  const values = command.completeArguments(target.query).map(searchableName);
  return fuzzyFilter(target.query, values, MAX_COMPLETIONS)
    .filter(({ name }) => name !== target.query)
    .map((value) => ({
      label: value.name,
      positions: matchedPositions(target.query, value),
      text: value.name,
      isUnfinished: false,
      submits: true,
    }));
}

/** A command counts once, by the best of its names. */
function commandItems(query: string, commands: readonly CommandChoice[]): Completion[] {
  const names = commands.flatMap((command) => {
    const others = query === '' ? [] : (command.altNames ?? []);
    return [command.name, ...others].map((name) => ({ ...searchableName(name), command }));
  });
  const typed = query.toLowerCase();
  const seen = new Set<CommandChoice>();
  const items: Completion[] = [];
  for (const found of fuzzyFilter(typed, names, names.length)) {
    const { command, name } = found;
    if (seen.has(command)) continue;
    seen.add(command);
    const hint = command.argumentHint ? ` ${command.argumentHint}` : '';
    items.push({
      label: `/${name}${hint}`,
      positions: matchedPositions(typed, found).map((position) => position + 1),
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
  const typed = query.replace(/^\.\//, '');
  return files.find(typed, MAX_COMPLETIONS).map((path) => ({
    label: path.name,
    positions: matchedPositions(typed, path),
    text: escapePath(path.name),
    isUnfinished: path.name.endsWith('/'),
    submits: false,
  }));
}
