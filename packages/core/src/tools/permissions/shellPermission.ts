/** What the rules say about a command line, part by part. */
import path from 'node:path';
import type { Workspace } from '../files/workspace.js';
import { runsGitElsewhere, simpleIsReadOnly } from '../shell/parse/isReadOnlyCommand.js';
import type { ParsedCommand, SimpleCommand } from '../shell/parse/parsedCommand.js';
import { programName } from '../shell/parse/wrappers.js';
import { isHarmlessVariable } from '../shell/parse/variables.js';
import { matchCommand, matchCommandBroadly } from './commandPattern.js';
import { isProtectedFile, pathMatcher, pathsOf } from './pathRules.js';
import { ruleNamesTool, SHELL_TOOL, type PermissionRule } from './rules.js';

export interface ShellCall {
  parsed: ParsedCommand;
  /** Absolute path of the folder it runs in. */
  directory: string;
  workspace: Workspace;
}

/** A rule that covers the call, or `unknown` when it cannot be told whether one does. */
export type Finding = PermissionRule | 'unknown' | undefined;

/** Looks for a rule that covers any part of the line: for rules that deny or ask. */
export function findRuleForAnyPart(rules: readonly PermissionRule[], { parsed }: ShellCall): Finding {
  const ofShell = rules.filter((rule) => ruleNamesTool(rule, SHELL_TOOL));
  const whole = ofShell.find(({ scope }) => scope.type === 'any');
  if (whole) return whole;
  let isUnknown = false;
  const commands = parsed.commands.flatMap(withWrapped);
  for (const rule of ofShell) {
    if (rule.scope.type !== 'command') continue;
    for (const command of commands) {
      const match = matchCommandBroadly(rule.scope.pattern, command.argv);
      if (match === 'yes') return rule;
      if (match === 'maybe' || command.hidesCommand) isUnknown = true;
    }
    if (!parsed.isComplete) isUnknown = true;
  }
  return isUnknown ? 'unknown' : undefined;
}

function withWrapped(command: SimpleCommand): SimpleCommand[] {
  return [command, ...command.wraps.flatMap(withWrapped)];
}

/** Programs that change the files they are given. */
const WRITERS = new Set('rm rmdir mv cp tee sed touch truncate dd ln install rsync unlink shred perl patch'.split(' '));

/**
 * Looks for a path rule about a file that the line names: one about reading covers every word and redirection, one
 * about editing the words of programs that write and what the output goes to.
 */
export async function findRuleForNamedFile(
  rules: readonly PermissionRule[],
  { parsed, directory, workspace }: ShellCall,
): Promise<PermissionRule | undefined> {
  const commands = parsed.commands.flatMap(withWrapped);
  const targets = parsed.redirections.filter((one) => one.writes).flatMap(({ target }) => target ?? []);
  const sources = parsed.redirections.filter((one) => !one.writes).flatMap(({ target }) => target ?? []);
  const writers = commands.filter(({ argv: [name] }) => WRITERS.has(programName(name) ?? ''));
  const files = (words: string[]): string[] =>
    words.flatMap((word) => pathsOf(path.resolve(directory, word), workspace));
  const written = files([...writers.flatMap(namedFiles), ...targets]);
  const named = files([...commands.flatMap(namedFiles), ...sources, ...targets]);
  for (const rule of rules) {
    if (rule.scope.type !== 'path') continue;
    const matches = await pathMatcher(rule.scope.glob, workspace);
    if ((ruleNamesTool(rule, 'read_file') ? named : written).some(matches)) return rule;
  }
  return undefined;
}

/** The words that may be files; of words that bash computes the text. */
function namedFiles({ argv, text }: SimpleCommand): string[] {
  const words = argv.slice(1).flatMap((word) => word ?? []);
  if (argv.includes(null)) words.push(...text.split(/[\s"'`;|&<>()]+/).slice(1));
  return words
    .flatMap((word) => [word, word.slice(word.indexOf('=') + 1)])
    .filter((word) => word !== '' && !word.startsWith('-'));
}

/** Whether every part of the line only reads or is covered by a rule. */
export function allPartsAllowed(
  rules: readonly PermissionRule[],
  call: ShellCall,
  options: { editsAllowed: boolean },
): boolean {
  const ofShell = rules.filter((rule) => ruleNamesTool(rule, SHELL_TOOL));
  if (ofShell.some(({ scope }) => scope.type === 'any')) return true;
  const { parsed, workspace } = call;
  if (!parsed.isComplete || parsed.commands.length === 0) return false;
  if (runsGitElsewhere(parsed, workspace.directories)) return false;
  const byRule = (command: SimpleCommand): boolean => isCovered(command, ofShell);
  const onlyReads = (command: SimpleCommand): boolean =>
    !parsed.evaluatesData && simpleIsReadOnly(command, workspace.directories);
  if (!parsed.commands.every((command) => byRule(command) || onlyReads(command))) return false;
  const writes = parsed.redirections.filter((redirection) => redirection.writes);
  if (writes.length === 0) return true;
  // A rule for a command covers where its output goes; a command that only reads does not.
  return (
    (options.editsAllowed || parsed.commands.every(byRule)) && writes.every(({ target }) => mayWrite(target, call))
  );
}

function isCovered(command: SimpleCommand, rules: readonly PermissionRule[]): boolean {
  if (!command.assignments.every(isHarmlessVariable)) return false;
  if (command.argv.length === 0) return true;
  const matches = ({ scope }: PermissionRule): boolean =>
    scope.type === 'command' && matchCommand(scope.pattern, command.argv) === 'yes';
  if (rules.some(matches)) return true;
  return command.isTransparent && command.wraps.length > 0 && command.wraps.every((inner) => isCovered(inner, rules));
}

function mayWrite(target: string | null, { parsed, directory, workspace }: ShellCall): boolean {
  if (target === null) return false;
  const changesFolder = parsed.commands.some(
    ({ argv: [name] }) => name === null || /^(cd|pushd|popd)$/.test(name ?? ''),
  );
  if (changesFolder && !path.isAbsolute(target)) return false;
  const file = path.resolve(directory, target);
  return workspace.contains(file) && !isProtectedFile(file, workspace);
}
