/** Whether a command line changes nothing. */
import { gitOnlyReads } from './gitReadOnly.js';
import type { ParsedCommand, SimpleCommand } from './parsedCommand.js';
import { READ_ONLY_PROGRAMS } from './readOnlyTable.js';
import { splitCommand } from './splitCommand.js';
import { isHarmlessVariable } from './variables.js';

/**
 * True only when every part of the command is known to read only; unknown programs, file redirections and whatever the
 * parser does not fully understand count as writing.
 *
 * @param trustedDirectories absolute folders into which a command may go before it runs git: a folder's own git
 *   configuration can name programs to run.
 */
export async function isReadOnlyCommand(command: string, trustedDirectories: readonly string[] = []): Promise<boolean> {
  return parsedIsReadOnly(await splitCommand(command), trustedDirectories);
}

export function parsedIsReadOnly(parsed: ParsedCommand, trustedDirectories: readonly string[]): boolean {
  if (!parsed.isComplete || parsed.evaluatesData || parsed.commands.length === 0) return false;
  if (parsed.redirections.some((redirection) => redirection.writes)) return false;
  if (runsGitElsewhere(parsed, trustedDirectories)) return false;
  return parsed.commands.every((simple) => simpleIsReadOnly(simple, trustedDirectories));
}

export function simpleIsReadOnly(simple: SimpleCommand, trustedDirectories: readonly string[]): boolean {
  if (!simple.assignments.every(isHarmlessVariable)) return false;
  if (simple.argv.length === 0) return true;
  if (simple.isTransparent) return simple.wraps.every((inner) => simpleIsReadOnly(inner, trustedDirectories));
  const [name, ...args] = simple.argv;
  if (simple.hidesCommand || typeof name !== 'string') return false;
  const program = name.replace(/^\/(usr\/)?bin\//, '');
  if (program === 'git') return gitOnlyReads(args, trustedDirectories);
  return READ_ONLY_PROGRAMS.get(program)?.(args) ?? false;
}

/** Whether the line changes to a folder that is not trusted and also runs git. */
export function runsGitElsewhere(parsed: ParsedCommand, trustedDirectories: readonly string[]): boolean {
  const all = parsed.commands.flatMap((simple) => [simple, ...simple.wraps]);
  if (!all.some((simple) => simple.argv[0]?.endsWith('git'))) return false;
  return all.some(({ argv: [name, folder] }) => {
    if (name !== 'cd' && name !== 'pushd') return false;
    return typeof folder !== 'string' || !trustedDirectories.includes(folder.replace(/(.)\/+$/, '$1'));
  });
}
