/** Where settings are kept. */
import os from 'node:os';
import path from 'node:path';

export type SettingsScope = 'system-defaults' | 'user' | 'workspace' | 'system';

/** The person's own folder for settings and sessions: `QWEN_HOME`, else `~/.qwen`. */
export function globalDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env['QWEN_HOME'];
  return chosen ? path.resolve(chosen.replace(/^~(?=\/|$)/, os.homedir())) : path.join(os.homedir(), '.qwen');
}

/** The settings file of each scope, weakest first; only the workspace's depends on `cwd`. */
export function settingsFiles(cwd: string, env: NodeJS.ProcessEnv = process.env): Record<SettingsScope, string> {
  const system = env['QWEN_CODE_SYSTEM_SETTINGS_PATH'] || path.join(systemDirectory(env), 'settings.json');
  return {
    'system-defaults': env['QWEN_CODE_SYSTEM_DEFAULTS_PATH'] || path.join(path.dirname(system), 'system-defaults.json'),
    user: path.join(globalDirectory(env), 'settings.json'),
    workspace: path.join(cwd, '.qwen', 'settings.json'),
    system,
  };
}

function systemDirectory(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return '/Library/Application Support/QwenCode';
  if (process.platform === 'win32') return path.join(env['ProgramData'] ?? 'C:\\ProgramData', 'qwen-code');
  return '/etc/qwen-code';
}
