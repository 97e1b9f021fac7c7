/** The log of `--debug`. */
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { FatalConfigError } from '../errors.js';

export interface DebugLog {
  readonly filePath: string;
  debug(message: string): void;
  warn(message: string): void;
}

/**
 * A log that is appended to line by line, so that a crash loses nothing: `QWEN_DEBUG_LOG_FILE`, else
 * `debug/<session>.txt` in `directory`.
 * @throws FatalConfigError when the file cannot be written.
 */
export function openDebugLog(directory: string, sessionId: string, env: NodeJS.ProcessEnv): DebugLog {
  const filePath = path.resolve(env['QWEN_DEBUG_LOG_FILE'] || path.join(directory, 'debug', `${sessionId}.txt`));
  const append = (level: string, message: string): void =>
    appendFileSync(filePath, `${new Date().toISOString()} ${level} ${message}\n`, { mode: 0o600 });
  try {
    mkdirSync(path.dirname(filePath), { recursive: true, mode: 0o700 });
    append('debug', `session ${sessionId}, process ${process.pid}`);
  } catch (error) {
    throw new FatalConfigError(`The debug log ${filePath} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { filePath, debug: (message) => append('debug', message), warn: (message) => append('warn', message) };
}
