/** run_shell_command: one command line, in the foreground with limits or in the background with a log. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Workspace } from '../files/workspace.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import type { BackgroundProcesses } from './backgroundProcesses.js';
import { plainText } from './outputText.js';
import { isReadOnlyCommand } from './parse/isReadOnlyCommand.js';
import { exitText, runCommand, type CommandOutcome } from './runCommand.js';
import { shellEnvironment, type ShellSettings } from './shellEnvironment.js';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
/** Linux takes arguments of up to 128 KiB. */
const MAX_COMMAND_BYTES = 128 * 1024 - 1;
/** Longest wait at the beginning of a foreground command. */
const MAX_LEADING_SLEEP_SECONDS = 10;
/** A background command that fails at once is reported with its call. */
const EARLY_EXIT_MS = 250;
/** Characters that the notices around an output may take. */
const NOTICE_CHARACTERS = 300;

export interface ShellParams {
  command: string;
  is_background?: boolean;
  timeout?: number;
  description?: string;
  directory?: string;
}

export function createShellTool(background: BackgroundProcesses, settings: ShellSettings = {}): Tool<ShellParams> {
  return {
    name: 'run_shell_command',
    displayName: 'Shell',
    kind: 'execute',
    description:
      'Runs a command with bash -c, without input; each call starts afresh in the workspace directory. Use is_background for servers and watchers.',
    parametersJsonSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', minLength: 1 },
        is_background: { type: 'boolean', description: 'Return at once with the pid and a log file' },
        timeout: {
          type: 'number',
          minimum: 1,
          maximum: MAX_TIMEOUT_MS,
          description: `Milliseconds, default ${DEFAULT_TIMEOUT_MS}`,
        },
        description: { type: 'string', description: 'What it does, in a few words' },
        directory: { type: 'string', description: 'Absolute path to run in' },
      },
      required: ['command'],
    },
    describe: ({ command, description, directory }, workspace) => {
      const place = workspace.relative(directory ?? '.');
      const where = place === '.' ? '' : ` [in ${place}]`;
      const why = description ? ` (${description})` : '';
      return `${command}${where}${why}`.replaceAll(/\s+/g, ' ').trim();
    },
    validate,
    isReadOnlyCall: ({ command }) => isReadOnlyCommand(command),
    preview: async ({ command, description, directory }, { workspace }) => ({
      type: 'command',
      title: description || 'Run this command?',
      command,
      directory: workspace.resolve(directory ?? '.'),
    }),
    execute: (params, context) => {
      const env = shellEnvironment(settings);
      return params.is_background
        ? runInBackground(params, context, background, env)
        : runInForeground(params, context, background, env);
    },
  };
}

function validate({ command, is_background, directory }: ShellParams, workspace: Workspace): string | null {
  if (command.trim() === '') return 'The command is empty.';
  if (command.includes('\0')) return 'The command holds a NUL character.';
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
    return `The command is longer than ${MAX_COMMAND_BYTES} bytes. Write its data or the script to a file first.`;
  }
  if (is_background && /(^|[^\\&])&\s*$/.test(command)) return 'Leave the "&" at the end out: is_background does that.';
  const sleep = /^\s*sleep\s+(\d+(?:\.\d+)?)([smhd]?)\b/.exec(command);
  if (!is_background && sleep && seconds(sleep) > MAX_LEADING_SLEEP_SECONDS) {
    return (
      `Waiting ${Math.round(seconds(sleep))} s in front of a command is not allowed. Start what you wait for with ` +
      'is_background and read its log, or poll for it: until CHECK; do sleep 1; done'
    );
  }
  return directory === undefined ? null : directoryProblem(directory, workspace);
}

function seconds([, amount, unit]: RegExpExecArray): number {
  return Number(amount) * ({ m: 60, h: 3_600, d: 86_400 }[unit ?? ''] ?? 1);
}

function directoryProblem(directory: string, workspace: Workspace): string | null {
  const absolute = workspace.resolve(directory);
  if (!workspace.contains(absolute)) {
    return `The directory ${absolute} is outside the workspace (${workspace.directories.join(', ')}).`;
  }
  if (!statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return `There is no directory ${absolute}.`;
  return null;
}

async function runInForeground(
  { command, timeout = DEFAULT_TIMEOUT_MS, directory = '.' }: ShellParams,
  context: ToolContext,
  background: BackgroundProcesses,
  env: NodeJS.ProcessEnv,
): Promise<ToolResult> {
  const outcome = await runCommand(command, {
    cwd: context.workspace.resolve(directory),
    env,
    timeoutMs: timeout,
    signal: context.signal,
    maxCharacters: context.maxOutputCharacters,
    reservedCharacters: NOTICE_CHARACTERS,
    spillFile: path.join(context.spillDirectory, `shell-${context.callId.replaceAll(/[^\w.-]/g, '_')}.txt`),
    onOutput: context.onOutput?.bind(context),
  });
  if (outcome.leftGroup !== undefined) background.adopt(outcome.leftGroup, command);
  const text = [outcome.output, ...notices(outcome, timeout)].filter(Boolean).join('\n');
  return { output: text || '(no output)', display: text, ...failure(outcome) };
}

function failure(outcome: CommandOutcome): Pick<ToolResult, 'errorType' | 'exitStatus'> {
  const { endedBy, exitCode } = outcome;
  if (endedBy === 'abort') return { errorType: 'cancelled' };
  if (endedBy === 'timeout') return { errorType: 'shell_timeout' };
  if (endedBy === 'output-limit') return { errorType: 'execution_failed' };
  return exitCode === 0 ? {} : { exitStatus: exitText(outcome) };
}

/** What its output does not say of a command. */
function notices(outcome: CommandOutcome, timeoutMs: number): string[] {
  const { endedBy, exitCode, leftGroup } = outcome;
  const told: string[] = [];
  if (endedBy === 'abort') told.push('[stopped by the user]');
  else if (endedBy === 'timeout') {
    told.push(`[stopped: it ran longer than ${timeoutMs} ms. Give a longer timeout, or use is_background.]`);
  } else if (endedBy === 'output-limit') told.push('[stopped: it wrote more than 100 MB]');
  else if (exitCode !== 0) told.push(`[${exitText(outcome)}]`);
  if (leftGroup !== undefined) {
    told.push(`[it left processes running; end them with: kill -- -${leftGroup}]`);
  }
  return told;
}

async function runInBackground(
  { command, directory = '.' }: ShellParams,
  { workspace, spillDirectory, signal, maxOutputCharacters }: ToolContext,
  background: BackgroundProcesses,
  env: NodeJS.ProcessEnv,
): Promise<ToolResult> {
  if (signal.aborted) return { output: '[stopped by the user]', errorType: 'cancelled' };
  const started = await background.start(command, {
    cwd: workspace.resolve(directory),
    env,
    logDirectory: spillDirectory,
  });
  await Promise.race([started.ended, delay(EARLY_EXIT_MS)]);
  const log = `Its output is in ${started.logFile}.`;
  if (started.status === 'running') {
    return { output: `Runs in the background with pid ${started.pid}. ${log} End it with: kill -- -${started.pid}` };
  }
  const output = plainText(await readFile(started.logFile ?? '', 'utf8')).trim();
  return { output: `Ended at once. ${log}\n${output.slice(-maxOutputCharacters + NOTICE_CHARACTERS)}` };
}
