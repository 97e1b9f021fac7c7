/** Sub-agents as users define them: Markdown files with a front matter. */
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { toolsNamed } from '../permissions/rules.js';

export interface AgentDefinition {
  name: string;
  /** When to use it, for the model. */
  description: string;
  /** Names of the tools it may use; absent: all that sub-agents may have. */
  tools?: string[];
  model?: string;
  systemPrompt: string;
  /** The file it comes from; absent for the built-in one. */
  filePath?: string;
}

export interface LoadedAgents {
  /** By name, the built-in one first. */
  agents: AgentDefinition[];
  /** Files that could not be used, with the reason, for people. */
  warnings: string[];
}

export const GENERAL_PURPOSE_AGENT: AgentDefinition = {
  name: 'general-purpose',
  description: 'Research and multi-step work on its own; good for broad searches whose details you do not need.',
  systemPrompt: `You are a sub-agent of Qwen Code. Another agent gave you one task; it sees nothing but your final answer.
Do the task completely with your tools, without asking back. End with a report that stands alone: what you found or did, with file paths and line numbers, and what is uncertain.`,
};

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i;

/**
 * Reads the definitions of a project and of the user.
 *
 * @param directories folders to read, the one that wins on equal names first
 */
export async function loadAgents(directories: readonly string[]): Promise<LoadedAgents> {
  const agents = new Map<string, AgentDefinition>([[GENERAL_PURPOSE_AGENT.name, GENERAL_PURPOSE_AGENT]]);
  const seen = new Set<string>();
  const warnings: string[] = [];
  const files = await Promise.all(directories.map((directory) => markdownFiles(directory, warnings)));
  for (const file of files.flat()) {
    try {
      // A pipe would be waited for.
      if (!(await stat(file)).isFile()) throw new Error('it is not a regular file.');
      const agent = await parseAgent(await readFile(file, 'utf8'), file);
      if (seen.has(agent.name)) continue;
      seen.add(agent.name);
      agents.set(agent.name, agent);
    } catch (error) {
      warnings.push(`The agent file ${file} is not used: ${(error as Error).message}`);
    }
  }
  return { agents: [...agents.values()], warnings };
}

async function markdownFiles(directory: string, warnings: string[]): Promise<string[]> {
  try {
    const names = await readdir(directory);
    return names
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => path.join(directory, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      warnings.push(`The agents in ${directory} are not used: ${(error as Error).message}`);
    }
    return [];
  }
}

/** @throws with a reason for people when the text is no definition. */
export async function parseAgent(text: string, filePath: string): Promise<AgentDefinition> {
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text.replace(/^\uFEFF/, ''));
  if (!match) throw new Error('it must begin with a front matter between two lines of "---".');
  const { default: yaml } = await import('yaml');
  const fields: unknown = yaml.parse(match[1] ?? '');
  if (typeof fields !== 'object' || fields === null) throw new Error('its front matter holds no fields.');
  const { name, description, tools, model } = fields as Record<string, unknown>;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new Error(`"name" must be letters, digits, - and _, not ${JSON.stringify(name)}.`);
  }
  if (typeof description !== 'string' || description.trim() === '') throw new Error('"description" is missing.');
  if (model !== undefined && typeof model !== 'string') throw new Error('"model" must be a text.');
  const ownModel = model === 'inherit' ? undefined : model;
  const systemPrompt = (match[2] ?? '').trim();
  if (systemPrompt === '') throw new Error('the prompt below the front matter is empty.');
  return { name, description: description.trim(), tools: toolNames(tools), model: ownModel, systemPrompt, filePath };
}

function toolNames(tools: unknown): string[] | undefined {
  if (tools === undefined || tools === null || tools === '*') return undefined;
  const list = typeof tools === 'string' ? tools.split(',').map((name) => name.trim()) : tools;
  if (Array.isArray(list) && list.every((name) => typeof name === 'string')) {
    return list.filter(Boolean).flatMap(toolsNamed);
  }
  throw new Error('"tools" must be a list of tool names.');
}
