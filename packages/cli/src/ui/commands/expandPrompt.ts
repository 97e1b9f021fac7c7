/** Carries out what stands in a prompt: runs its commands, reads its files, and puts what they give in their places. */
import { statSync } from 'node:fs';
import {
  isIgnored,
  type Config,
  type Part,
  type ToolCallResponseInfo,
  type ToolErrorType,
} from '@qwen-code/qwen-code-core';
import { FatalInputError } from '../../errors.js';
import type { PromptPiece } from './promptTemplate.js';

export interface ExpandOptions {
  config: Config;
  /** Makes a call with the permissions and approvals of those of the model. */
  runTool(name: string, args: Record<string, unknown>): Promise<ToolCallResponseInfo>;
  signal: AbortSignal;
  /** Told what the person should know of a command that did not end well. */
  onProblem(text: string): void;
}

/**
 * @throws FatalInputError when a command may not run, or a file is not there or not to be read: a prompt without them would ask
 *   for something else. The signal's reason when it aborts.
 */
export async function expandPrompt(pieces: readonly PromptPiece[], options: ExpandOptions): Promise<Part[]> {
  const parts: Part[] = [];
  for (const piece of pieces) {
    const added = await partsOf(piece, options);
    options.signal.throwIfAborted();
    for (const part of added) append(parts, part);
  }
  return parts;
}

function partsOf(piece: PromptPiece, options: ExpandOptions): Part[] | Promise<Part[]> {
  switch (piece.type) {
    case 'text':
      return [{ text: piece.text }];
    case 'command':
      return outputOf(piece.text, options);
    case 'file':
      return contentOf(piece.text, options);
  }
}

/** Texts side by side are one. */
function append(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (last?.text !== undefined && part.text !== undefined) last.text += part.text;
  else parts.push({ ...part });
}

async function outputOf(command: string, { runTool, signal, onProblem }: ExpandOptions): Promise<Part[]> {
  const response = await runTool('run_shell_command', { command });
  const { errorType, error, exitStatus } = response;
  signal.throwIfAborted();
  const problem = errorType === 'shell_timeout' ? 'was stopped, since it took too long' : ended(exitStatus);
  if (problem) onProblem(`!{${command}} ${problem}. What it wrote is in the prompt.`);
  else if (errorType)
    throw new FatalInputError(`The prompt was not sent: !{${command}} ${REFUSALS[errorType] ?? error}`);
  return resultOf(response);
}

function ended(exitStatus: string | undefined): string | undefined {
  return exitStatus === undefined ? undefined : `ended with ${exitStatus}`;
}

/** What the model would be told is not for people. */
const REFUSALS: Partial<Record<ToolErrorType, string>> = {
  permission_denied: 'was not allowed.',
  cancelled: 'was cancelled.',
  tool_not_registered: 'cannot run, for shell commands are turned off (tools.core or tools.exclude).',
};

async function contentOf(path: string, { config, runTool }: ExpandOptions): Promise<Part[]> {
  const { workspace, parameters } = config;
  const { respectGitIgnore, respectQwenIgnore } = parameters;
  const absolute = workspace.resolve(path);
  const refuse = (reason: string): never => {
    throw new FatalInputError(`The prompt was not sent: @{${path}} ${reason}`);
  };
  if (!workspace.contains(absolute)) refuse(`is outside the workspace (${workspace.directories.join(', ')}).`);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (!stats) refuse('does not exist.');
  if (await isIgnored(workspace, absolute, { respectGitIgnore, respectQwenIgnore }))
    refuse('is left out by an ignore file (.gitignore or .qwenignore).');
  const response = await (stats!.isDirectory()
    ? runTool('list_directory', { path: absolute })
    : runTool('read_file', { file_path: absolute }));
  if (response.errorType) refuse(`cannot be read: ${response.error}`);
  return resultOf(response);
}

function resultOf({ responseParts }: ToolCallResponseInfo): Part[] {
  return responseParts.flatMap(({ functionResponse }) => {
    const { output, error } = functionResponse?.response ?? {};
    const media = (functionResponse as { parts?: Part[] } | undefined)?.parts ?? [];
    return [{ text: String(output ?? error ?? '') }, ...media];
  });
}
