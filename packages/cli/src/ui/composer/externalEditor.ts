/** Editing a text in the person's own editor. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { shellQuoted } from '../../utils/shellQuoted.js';

export type EditorResult = { type: 'edited'; text: string } | { type: 'failed'; message: string };

/** What shells return when there is no such program. */
const NOT_FOUND = 127;

/**
 * Opens the text in `$VISUAL`, else `$EDITOR`, else a plain editor of the system, and waits for it to end. The caller has
 * left the terminal to the editor. Never rejects.
 */
export async function editExternally(text: string, env: NodeJS.ProcessEnv = process.env): Promise<EditorResult> {
  const command = env['VISUAL'] || env['EDITOR'] || (process.platform === 'win32' ? 'notepad' : 'vi');
  try {
    return { type: 'edited', text: await edited(text, command, env) };
  } catch (error) {
    const reason = (error as Error).message;
    return {
      type: 'failed',
      message: `The editor "${command}" failed (${reason}); the text is as it was. Set EDITOR or VISUAL to choose another.`,
    };
  }
}

async function edited(text: string, command: string, env: NodeJS.ProcessEnv): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qwen-input-'));
  try {
    const file = path.join(folder, 'input.md');
    writeFileSync(file, text, { mode: 0o600 });
    await withoutInterruption(() => run(`${command} ${quoted(file)}`, env));
    // Editors end the last line.
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The variables hold shell words, such as `code --wait`. @throws when it does not end well */
function run(command: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, { shell: true, stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else if (code === NOT_FOUND) reject(new Error('it was not found'));
      else reject(new Error(signal ? `ended by ${signal}` : `exit code ${code}`));
    });
  });
}

function quoted(file: string): string {
  return process.platform === 'win32' ? `"${file}"` : shellQuoted(file);
}

/** Keys that interrupt the editor send their signal to all programs of the terminal: it is not meant for this one. */
async function withoutInterruption<T>(wait: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGQUIT'] as const;
  const ignore = (): void => undefined;
  const listeners = signals.map((signal) => ({ signal, all: process.rawListeners(signal) as Array<() => void> }));
  for (const { signal } of listeners) process.removeAllListeners(signal).on(signal, ignore);
  try {
    return await wait();
  } finally {
    for (const { signal, all } of listeners) {
      process.off(signal, ignore);
      for (const listener of all) process.on(signal, listener);
    }
  }
}
