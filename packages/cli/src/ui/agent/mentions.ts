/** Files that a prompt mentions as `@path`: their contents go along with the prompt. */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Config, Part, ToolContext, ToolResult } from '@qwen-code/qwen-code-core';

/** `@path` at the start of a word; a space in the path is escaped by a backslash, or the path stands in double quotes. */
const MENTION = /(?<=^|[\s([{'"])@(?:"([^"\n]+)"|((?:\\.|[^\s\\"])+))/g;

/** Mentions of one prompt that are followed. */
const MAX_FILES = 20;

export function hasMention(text: string): boolean {
  return text.search(MENTION) !== -1;
}

/** The paths as written, each once, in order; punctuation at the end of a word does not belong to it. */
export function mentionedPaths(text: string): string[] {
  const paths = Array.from(text.matchAll(MENTION), ([, quoted, bare]) =>
    quoted !== undefined ? quoted : bare!.replace(/\\(.)/g, '$1').replace(/[.,;:!?)\]}'"]+$/, ''),
  );
  return [...new Set(paths)].filter(Boolean);
}

/**
 * The prompt, followed by what the mentioned files hold, as the reading tools give it: text with limits, images as media,
 * folders as lists. What does not exist is left as it was written: it may be no path at all.
 */
export async function withMentionedFiles(
  text: string,
  config: Config,
  signal: AbortSignal,
  onRead: (notice: string) => void,
): Promise<Part[]> {
  const parts: Part[] = [{ text }];
  const paths = mentionedPaths(text).slice(0, MAX_FILES);
  const read: string[] = [];
  for (const path of paths) {
    const result = await readMentioned(path, config, signal);
    if (!result) continue;
    read.push(path);
    if (result.errorType) onRead(`@${path}: ${result.output}`);
    parts.push({ text: `\n--- ${path} ---\n${result.output}` }, ...(result.media ?? []));
  }
  if (read.length > 0) {
    onRead(`Read ${read.join(', ')}`);
    config.getChatRecordingService()?.recordAtCommand({ filesRead: read, status: 'success', userText: text });
  }
  return parts;
}

async function readMentioned(path: string, config: Config, signal: AbortSignal): Promise<ToolResult | undefined> {
  const absolute = config.workspace.resolve(path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (!stats) return undefined;
  const [name, args] = stats.isDirectory()
    ? (['list_directory', { path: absolute }] as const)
    : (['read_file', { file_path: absolute }] as const);
  const tool = config.getToolRegistry().get(name);
  const problem = tool?.validate?.(args, config.workspace);
  if (!tool || problem)
    return { output: problem || 'It was not read: the tool for it is turned off.', errorType: 'execution_failed' };
  return tool.execute(args, contextOf(config, signal));
}

/** Largest output of one file, in characters. */
const MAX_CHARACTERS = 100_000;

function contextOf(config: Config, signal: AbortSignal): ToolContext {
  return {
    callId: randomUUID(),
    signal,
    workspace: config.workspace,
    readState: config.readState,
    spillDirectory: config.getSpillDirectory(),
    maxOutputCharacters: MAX_CHARACTERS,
  };
}
