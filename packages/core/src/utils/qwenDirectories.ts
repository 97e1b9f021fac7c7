/** Where the program keeps what belongs to the user rather than to a project. */
import { homedir } from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** `~` and `~/…` replaced by the home directory; anything else, `~name` included, stays. */
export function expandHome(file: string): string {
  if (file === '~') return homedir();
  return file.startsWith('~/') || file.startsWith('~\\') ? path.join(homedir(), file.slice(2)) : file;
}

/** Settings, instructions and agents of the user: `QWEN_HOME`, else `~/.qwen`. */
export function globalQwenDirectory(env: Environment = process.env): string {
  return env['QWEN_HOME'] ? path.resolve(expandHome(env['QWEN_HOME'])) : path.join(homedir(), '.qwen');
}

/**
 * Sessions, todos and other files that the program writes while it runs: `QWEN_RUNTIME_DIR`, else the setting
 * `advanced.runtimeOutputDir`, else the global directory. Relative paths count from `cwd`.
 */
export function runtimeDirectory(
  options: { cwd: string; runtimeOutputDir?: string; env?: Environment } = { cwd: process.cwd() },
): string {
  const env = options.env ?? process.env;
  const chosen = env['QWEN_RUNTIME_DIR'] || options.runtimeOutputDir;
  return chosen ? path.resolve(options.cwd, expandHome(chosen)) : globalQwenDirectory(env);
}
