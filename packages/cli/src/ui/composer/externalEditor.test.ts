import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editExternally } from './externalEditor.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), "editor's-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** An editor that is a shell script; `$file` is what it is to edit. */
function editor(script: string): NodeJS.ProcessEnv {
  const program = path.join(folder, 'edit');
  writeFileSync(program, `#!/bin/sh\nfor file; do :; done\n${script}\n`);
  chmodSync(program, 0o755);
  return { ...process.env, TMPDIR: folder, VISUAL: '', EDITOR: `"${program}" --wait` };
}

describe('editExternally', () => {
  it('gives the text to the editor and takes it back without the last line end', async () => {
    const result = await editExternally(
      'one\ntwo',
      editor('cp "$file" "$0.seen"; printf "three\\n\\nfour\\n" > "$file"'),
    );
    expect(result).toEqual({ type: 'edited', text: 'three\n\nfour' });
    expect(readFileSync(path.join(folder, 'edit.seen'), 'utf8')).toBe('one\ntwo');
    expect(readdirSync(folder).filter((name) => name.startsWith('qwen-input'))).toEqual([]);
  });

  it('prefers VISUAL', async () => {
    const env = { ...editor('echo edited > "$file"'), EDITOR: 'false' };
    expect(await editExternally('x', { ...env, VISUAL: `"${path.join(folder, 'edit')}"` })).toEqual({
      type: 'edited',
      text: 'edited',
    });
  });

  it('leaves the event loop to others', async () => {
    const go = path.join(folder, 'go');
    const editing = editExternally('x', editor(`until [ -e "${go}" ]; do sleep 0.01; done; echo edited > "$file"`));
    writeFileSync(go, '');
    expect(await editing).toEqual({ type: 'edited', text: 'edited' });
  });

  it.each([
    ['exit 3', /The editor ".*edit" --wait" failed \(exit code 3\); the text is as it was\. Set EDITOR/],
    ['kill -TERM $PPID', /failed \(ended by SIGTERM\)/],
    ['rm "$file"', /failed \(ENOENT/],
  ])('says what failed: %s', async (commands, message) => {
    const result = await editExternally('x', editor(commands));
    expect(result).toEqual({ type: 'failed', message: expect.stringMatching(message) });
    expect(readdirSync(folder).filter((name) => name.startsWith('qwen-input'))).toEqual([]);
  });

  it('says that there is no such program', async () => {
    const env = { ...process.env, VISUAL: 'no-such-editor --wait' };
    expect(await editExternally('x', env)).toEqual({
      type: 'failed',
      message: expect.stringContaining('failed (it was not found)'),
    });
  });

  it('is not ended by the keys that interrupt the editor', async () => {
    const heard: string[] = [];
    const listener = (): void => void heard.push('SIGINT');
    process.on('SIGINT', listener);
    await editExternally('x', editor(`kill -INT ${process.pid}`));
    expect(heard).toEqual([]);
    expect(process.listeners('SIGINT')).toContain(listener);
    process.off('SIGINT', listener);
  });
});
