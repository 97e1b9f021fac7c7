/** What a folder would bring into effect if it were trusted. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readSettingsFile } from '../settings/readSettingsFile.js';
import { settingsFiles } from '../settings/paths.js';
import { plural } from '../utils/text.js';

/** One line each, for the question whether to trust; empty when the folder brings nothing. */
export async function projectConfiguration(cwd: string): Promise<string[]> {
  const [settings, dotenv, commands, agents] = await Promise.all([
    settingsLines(cwd),
    firstExisting([path.join(cwd, '.qwen', '.env'), path.join(cwd, '.env')]),
    markdownCount(path.join(cwd, '.qwen', 'commands')),
    markdownCount(path.join(cwd, '.qwen', 'agents')),
  ]);
  return [
    ...settings,
    ...(dotenv ? [`environment variables in ${path.relative(cwd, dotenv)}`] : []),
    ...(commands > 0 ? [`${plural(commands, 'command')} in .qwen/commands`] : []),
    ...(agents > 0 ? [`${plural(agents, 'agent')} in .qwen/agents`] : []),
  ];
}

async function settingsLines(cwd: string): Promise<string[]> {
  const file = settingsFiles(cwd).workspace;
  const settings = await readSettingsFile(file);
  if (!settings) return [];
  const keys = (name: string): string[] => {
    const value = settings[name];
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  };
  const servers = keys('mcpServers');
  const hooks = keys('hooks');
  return [
    `settings in ${path.relative(cwd, file)}`,
    ...(servers.length > 0 ? [`MCP servers that are started: ${servers.join(', ')}`] : []),
    ...(hooks.length > 0 ? [`hooks that run commands: ${hooks.join(', ')}`] : []),
  ];
}

async function firstExisting(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await exists(file)) return file;
  return undefined;
}

/** A folder of that name is no file; Python keeps its virtual environments in `.env`. */
async function exists(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && !stats.isDirectory();
}

async function markdownCount(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names.filter((name) => name.endsWith('.md')).length;
}
