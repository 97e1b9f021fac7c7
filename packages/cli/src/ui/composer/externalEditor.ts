/** Editing the input in the person's own editor. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type EditorResult = { type: 'edited'; text: string } | { type: 'failed'; message: string };

/**
 * Opens the text in `$VISUAL`, else `$EDITOR`, else a plain editor of the system, and waits for it to end. The caller has
 * left the terminal to the editor.
 */
export function editExternally(text: string, env: NodeJS.ProcessEnv = process.env): EditorResult {
  const command = env['VISUAL'] || env['EDITOR'] || (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qwen-input-'));
  const file = path.join(folder, 'input.md');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    // The variables hold shell words, such as `code --wait`.
    const quoted = process.platform === 'win32' ? `"${file}"` : `'${file.replaceAll("'", `'\\''`)}'`;
    const { error, status, signal } = spawnSync(`${command} ${quoted}`, { shell: true, stdio: 'inherit', env });
    if (error) return failed(command, error.message);
    if (status !== 0) return failed(command, signal ? `ended by ${signal}` : `exit code ${status}`);
    // Editors end the last line.
    return { type: 'edited', text: readFileSync(file, 'utf8').replace(/\r?\n$/, '') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failed(command: string, reason: string): EditorResult {
  return {
    type: 'failed',
    message: `The editor "${command}" failed (${reason}); the input is as it was. Set EDITOR or VISUAL to choose another.`,
  };
}
