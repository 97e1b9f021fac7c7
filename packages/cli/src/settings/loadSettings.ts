/** The settings and the environment of one run, from all files. */
import { existsSync, realpathSync } from 'node:fs';
import os from 'node:os';
import { FatalConfigError } from '../errors.js';
import { DEFAULT_EXCLUDED_VARIABLES, readDotenv } from './environment.js';
import { moveLegacyKeys } from './legacyKeys.js';
import { mergeSettings } from './mergeSettings.js';
import { withFolderRules } from './permissionRules.js';
import { settingsFiles, type SettingsScope } from './paths.js';
import { readSettingsFile } from './readSettingsFile.js';
import type { Settings } from './schema.js';
import { validateSettings } from './validateSettings.js';
import { expandVariables } from './variables.js';

export interface LoadSettingsOptions {
  /** Absolute. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** `false`: the workspace's settings file and `.env` files are ignored. */
  isTrusted: boolean;
}

export interface LoadedSettings {
  /** Files joined: system defaults, user, workspace, system; the later wins. */
  settings: Settings;
  /** Variables that the process does not have: from `.env`, then from `settings.env`. */
  addedVariables: Record<string, string>;
  /** Keys without effect, one text each. */
  warnings: string[];
}

/** @throws FatalConfigError when a file cannot be read or a value has the wrong type; the text lists all of them. */
export async function loadSettings({ cwd, env, isTrusted }: LoadSettingsOptions): Promise<LoadedSettings> {
  const files = settingsFiles(cwd, env);
  const scopes: SettingsScope[] = ['system-defaults', 'user', 'workspace', 'system'];
  const used = scopes.filter((scope) => scope !== 'workspace' || (isTrusted && !isHome(cwd)));
  const layers = await Promise.all(
    used.map(async (scope) => ({
      file: files[scope],
      raw: moveLegacyKeys((await readSettingsFile(files[scope])) ?? {}),
    })),
  );

  const dotenv = isTrusted ? await readDotenv(cwd, env, excludedVariables(layers.map(({ raw }) => raw))) : {};
  const known = { ...dotenv, ...env };
  const checked = layers.map(({ file, raw }) => validateSettings(expandVariables(raw, known), file));
  const errors = checked.flatMap((layer) => layer.errors);
  if (errors.length > 0) throw new FatalConfigError(errors.join('\n'));

  const settings = withFolderRules(mergeSettings(checked.map((layer) => layer.settings)), cwd);
  const added = Object.entries({ ...settings.env, ...dotenv }).filter(([name]) => env[name] === undefined);
  return {
    settings,
    addedVariables: Object.fromEntries(added),
    warnings: checked.flatMap((layer) => layer.warnings),
  };
}

/** In the home folder the workspace's file is the user's own: it is read once. */
function isHome(cwd: string): boolean {
  const home = os.homedir();
  return existsSync(home) && realpathSync(cwd) === realpathSync(home);
}

/** Read before validation, because the `.env` file is needed for it. */
function excludedVariables(layers: Array<Record<string, unknown>>): readonly string[] {
  const lists = layers.map((raw) => (raw['advanced'] as { excludedEnvVars?: unknown } | undefined)?.excludedEnvVars);
  const named = lists.filter(Array.isArray).flat() as string[];
  return [...DEFAULT_EXCLUDED_VARIABLES, ...named];
}
