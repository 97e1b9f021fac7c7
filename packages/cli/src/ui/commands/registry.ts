/** All commands, and how a typed line finds its command. */
import { nearestName } from '../../utils/nearestName.js';
import { clearCommand } from './clearCommand.js';
import { compressCommand } from './compressCommand.js';
import { contextCommand } from './contextCommand.js';
import { helpCommand } from './helpCommand.js';
import { statsCommand } from './statsCommand.js';
import type { CommandMode, SlashCommand } from './types.js';

const COMMANDS: readonly SlashCommand[] = [clearCommand, compressCommand, contextCommand, helpCommand, statsCommand];

/** The commands of a mode, without those that settings or flags turn off. */
export function availableCommands(mode: CommandMode, disabled: readonly string[] = []): SlashCommand[] {
  const isOff = new Set(disabled.map((name) => name.replace(/^\//, '').toLowerCase()));
  return COMMANDS.filter(({ name, modes }) => modes.includes(mode) && !isOff.has(name));
}

export type CommandLine =
  /** A prompt for the model. */
  | { kind: 'prompt' }
  | { kind: 'command'; command: SlashCommand; args: string }
  /** Something that was surely meant as a command. */
  | { kind: 'unknown'; name: string; meant?: string };

/**
 * `/name arguments`. A path such as `/etc/hosts` is a prompt, and so is `/tmp is full`; a single unknown word, or one that
 * is nearly a command, is reported.
 */
export function parseCommandLine(line: string, commands: readonly SlashCommand[]): CommandLine {
  const match = /^\/([a-z?][\w-]*)(?:\s+([^]*))?$/i.exec(line.trim());
  if (!match) return { kind: 'prompt' };
  const name = match[1]!.toLowerCase();
  const args = (match[2] ?? '').trim();
  const command = commands.find((candidate) => candidate.name === name || candidate.altNames?.includes(name));
  if (command) return { kind: 'command', command, args };
  const meant = nearestName(
    name,
    COMMANDS.flatMap((known) => [known.name, ...(known.altNames ?? [])]),
  );
  return meant !== undefined || args === '' ? { kind: 'unknown', name, meant } : { kind: 'prompt' };
}
