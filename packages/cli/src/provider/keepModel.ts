/** Makes the model that a person has chosen that of the next start, too. */
import { resolveContentGeneratorConfigWithSources, type ContentGeneratorConfig } from '@qwen-code/qwen-code-core';
import { FatalError } from '../errors.js';
import { settingsFiles } from '../settings/paths.js';
import { readSettingsFile } from '../settings/readSettingsFile.js';
import type { Settings } from '../settings/schema.js';
import { writeSetting } from '../settings/writeSetting.js';
import { valueAt } from '../utils/valueAt.js';
import { resolveGenerator } from './chooseGenerator.js';
import { withEntry, type ModelEntry } from './modelEntries.js';

export interface KeptModel {
  /** The person's settings file. */
  file: string;
  /** The settings that were written, such as `model.name`. */
  written: string[];
  /** What comes before them at the next start: variables, and settings files. */
  overriddenBy: string[];
}

export interface KeepSources {
  /** Absolute. */
  cwd: string;
  /** Of all files, joined. */
  settings: Settings;
  env: NodeJS.ProcessEnv;
  /** The model's place in `modelProviders`, where it has none yet and can have one. */
  entry?: ModelEntry;
}

/** Keys of settings, and the value for them. */
type Change = readonly [path: readonly [string, ...string[]], value: string];

/**
 * Writes to the person's settings as little as makes a start without flags choose the same model, address and key.
 *
 * @returns `undefined` when no setting does that, as when only flags lead to the server: then nothing was written
 */
export async function keepModel(chosen: ContentGeneratorConfig, sources: KeepSources): Promise<KeptModel | undefined> {
  const { cwd, settings, env, entry } = sources;
  const { variables, rest } = modelVariables(chosen, env);
  const name: Change = [['model', 'name'], chosen.model];
  const type: Change[] = chosen.authType ? [[['security', 'auth', 'selectedType'], chosen.authType]] : [];
  const files = settingsFiles(cwd, env);
  for (const added of entry ? [undefined, entry] : [undefined]) {
    for (const changes of [[name], [name, ...type]]) {
      if (!(await leadsTo(chosen, changed(added ? withEntry(settings, added) : settings, changes), rest))) continue;
      for (const [path, value] of changes) await writeSetting(files.user, [...path], value);
      if (added) await writeEntry(files.user, added);
      return {
        file: files.user,
        written: [...changes.map(([path]) => path.join('.')), ...(added ? [`modelProviders.${added.authType}`] : [])],
        overriddenBy: [...variables, ...(await strongerFiles(changes, settings, [files.system, files.workspace]))],
      };
    }
  }
  return undefined;
}

interface ModelVariables {
  /** The one that names another model. */
  variables: string[];
  /** The environment without all that name a model. */
  rest: NodeJS.ProcessEnv;
}

function modelVariables({ authType, model }: ContentGeneratorConfig, env: NodeJS.ProcessEnv): ModelVariables {
  const rest = { ...env };
  if (authType === undefined) return { variables: [], rest };
  const next = (): { name: string; model: string } | undefined => {
    const { config, sources } = resolveContentGeneratorConfigWithSources({}, authType, {}, rest);
    const name = sources.model?.detail;
    return name === undefined ? undefined : { name, model: config.model };
  };
  const first = next();
  for (let found = first; found; found = next()) delete rest[found.name];
  return { variables: first && first.model !== model ? [first.name] : [], rest };
}

function changed(settings: Settings, changes: readonly Change[]): Settings {
  const copy = structuredClone(settings) as Record<string, unknown>;
  for (const [path, value] of changes) {
    const parent = path.slice(0, -1).reduce((node, key) => {
      return (node[key] ??= {}) as Record<string, unknown>;
    }, copy);
    parent[path.at(-1)!] = value;
  }
  return copy;
}

/** Whether a start without flags would ask the same model with these settings. */
async function leadsTo(chosen: ContentGeneratorConfig, settings: Settings, env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    const { generator } = await resolveGenerator({ args: {}, settings, env });
    return (['model', 'authType', 'baseUrl', 'apiKey'] as const).every((key) => generator[key] === chosen[key]);
  } catch (error) {
    if (error instanceof FatalError) return false;
    throw error;
  }
}

async function writeEntry(file: string, { authType, ...entry }: ModelEntry): Promise<void> {
  const place = ['modelProviders', authType];
  const list = valueAt(await readSettingsFile(file), place);
  await writeSetting(file, place, [...(Array.isArray(list) ? (list as unknown[]) : []), entry]);
}

/** Those of the files, which are stronger than the person's, that have another value that counts. */
async function strongerFiles(
  changes: readonly Change[],
  settings: Settings,
  files: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const raw = await readSettingsFile(file);
    const counts = ([path, value]: Change): boolean => {
      const here = valueAt(raw, path);
      return here !== undefined && here !== value && here === valueAt(settings, path);
    };
    if (changes.some(counts)) found.push(file);
  }
  return found;
}
