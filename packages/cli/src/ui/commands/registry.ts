/** All commands, and how a typed line finds its command. */
import { nearestName } from '../../utils/nearestName.js';
import { agentsCommand } from './agentsCommand.js';
import { approvalModeCommand } from './approvalModeCommand.js';
import { authCommand } from './authCommand.js';
import { clearCommand } from './clearCommand.js';
import { compressCommand } from './compressCommand.js';
import { contextCommand } from './contextCommand.js';
import { copyCommand } from './copyCommand.js';
import { diffCommand } from './diffCommand.js';
import { exportCommand } from './exportCommand.js';
import { helpCommand } from './helpCommand.js';
import { initCommand } from './initCommand.js';
import { mcpCommand } from './mcpCommand.js';
import { memoryCommand } from './memoryCommand.js';
import { modelCommand } from './modelCommand.js';
import { permissionsCommand } from './permissionsCommand.js';
import { quitCommand } from './quitCommand.js';
import { resumeCommand } from './resumeCommand.js';
import { rewindCommand } from './rewindCommand.js';
import { settingsCommand } from './settingsCommand.js';
import { statsCommand } from './statsCommand.js';
import { themeCommand } from './themeCommand.js';
import { toolsCommand } from './toolsCommand.js';
import { vimCommand } from './vimCommand.js';
import type { CommandContext, CommandMode, InteractiveCommand, SlashCommand } from './types.js';

const COMMANDS: readonly SlashCommand[] = [clearCommand, compressCommand, contextCommand, helpCommand, statsCommand];

const INTERACTIVE_COMMANDS: readonly InteractiveCommand[] = [
  agentsCommand,
  approvalModeCommand,
  authCommand,
  copyCommand,
  diffCommand,
  exportCommand,
  initCommand,
  mcpCommand,
  memoryCommand,
  modelCommand,
  permissionsCommand,
  quitCommand,
  resumeCommand,
  rewindCommand,
  settingsCommand,
  themeCommand,
  toolsCommand,
  vimCommand,
];

/** The commands of a mode, without those that settings or flags turn off. */
export function availableCommands(
  mode: CommandMode,
  disabled: readonly string[] = [],
  custom: readonly SlashCommand[] = [],
): SlashCommand[] {
  return [...COMMANDS, ...withOwnNames(custom)].filter(
    (command) => command.modes.includes(mode) && !isDisabled(command, disabled),
  );
}

/** All that can be used in the interactive terminal, in the order of their names. */
export function interactiveCommands(
  disabled: readonly string[] = [],
  custom: readonly SlashCommand[] = [],
): InteractiveCommand[] {
  return [...COMMANDS, ...INTERACTIVE_COMMANDS, ...withOwnNames(custom)]
    .filter((command) => command.modes.includes('interactive') && !isDisabled(command, disabled))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A custom command hides none of ours, in no mode. */
function withOwnNames(custom: readonly SlashCommand[]): SlashCommand[] {
  const own: InteractiveCommand[] = [...COMMANDS, ...INTERACTIVE_COMMANDS];
  const taken = new Set(own.flatMap(({ name, altNames = [] }) => [name, ...altNames]));
  return custom.filter(({ name }) => !taken.has(name));
}

function isDisabled({ name }: { name: string }, disabled: readonly string[]): boolean {
  return disabled.some((written) => written.replace(/^\//, '').toLowerCase() === name);
}

export type CommandLine<C extends CommandContext = CommandContext> =
  /** A prompt for the model. */
  | { kind: 'prompt' }
  | { kind: 'command'; command: SlashCommand<C>; args: string }
  /** Something that was surely meant as a command. */
  | { kind: 'unknown'; name: string; meant?: string };

/**
 * `/name arguments`. A path such as `/etc/hosts` is a prompt, and so is `/tmp is full`; a single unknown word, or one that
 * is nearly a command, is reported.
 */
export function parseCommandLine<C extends CommandContext>(
  line: string,
  commands: ReadonlyArray<SlashCommand<C>>,
): CommandLine<C> {
  const match = /^\/([a-z0-9?][\w:-]*)(?:\s+([^]*))?$/i.exec(line.trim());
  if (!match) return { kind: 'prompt' };
  const name = match[1]!.toLowerCase();
  const args = (match[2] ?? '').trim();
  const command = commands.find((candidate) => candidate.name === name || candidate.altNames?.includes(name));
  if (command) return { kind: 'command', command, args };
  const meant = nearestName(
    name,
    [...COMMANDS, ...commands].flatMap((known) => [known.name, ...(known.altNames ?? [])]),
  );
  return meant !== undefined || args === '' ? { kind: 'unknown', name, meant } : { kind: 'prompt' };
}
