/** What a folder would bring into effect if it were trusted. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { moveLegacyKeys } from '../settings/legacyKeys.js';
import { readSettingsFile } from '../settings/readSettingsFile.js';
import { settingsFiles } from '../settings/paths.js';
import { markdownFiles } from '../utils/markdownFiles.js';
import { plural } from '../utils/text.js';
import { decisiveSettings } from './decisiveSettings.js';

/** One line each, for the question whether to trust; empty when the folder brings nothing. */
export async function projectConfiguration(cwd: string): Promise<string[]> {
  const [settings, dotenv, commands, agents] = await Promise.all([
    settingsLines(cwd),
    firstExisting([path.join(cwd, '.qwen', '.env'), path.join(cwd, '.env')]),
    commandCount(path.join(cwd, '.qwen', 'commands')),
    agentCount(path.join(cwd, '.qwen', 'agents')),
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
  return [`settings in ${path.relative(cwd, file)}`, ...decisiveSettings(moveLegacyKeys(settings))];
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

/** What cannot be read takes no effect either. */
async function commandCount(folder: string): Promise<number> {
  return (await markdownFiles(folder).catch(() => [])).length;
}

async function agentCount(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names.filter((name) => name.endsWith('.md')).length;
}
