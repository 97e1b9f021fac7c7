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
  it('gives the text to the editor and takes it back without the last line end', () => {
    const result = editExternally('one\ntwo', editor('cp "$file" "$0.seen"; printf "three\\n\\nfour\\n" > "$file"'));
    expect(result).toEqual({ type: 'edited', text: 'three\n\nfour' });
    expect(readFileSync(path.join(folder, 'edit.seen'), 'utf8')).toBe('one\ntwo');
    expect(readdirSync(folder).filter((name) => name.startsWith('qwen-input'))).toEqual([]);
  });

  it('prefers VISUAL', () => {
    const env = { ...editor('echo edited > "$file"'), EDITOR: 'false' };
    expect(editExternally('x', { ...env, VISUAL: `"${path.join(folder, 'edit')}"` })).toEqual({
      type: 'edited',
      text: 'edited',
    });
  });

  it('says what failed, and keeps the text', () => {
    expect(editExternally('x', editor('exit 3'))).toEqual({
      type: 'failed',
      message: expect.stringMatching(
        /The editor ".*edit" --wait" failed \(exit code 3\); the input is as it was\. Set EDITOR/,
      ),
    });
    expect(editExternally('x', { ...process.env, VISUAL: 'false' })).toMatchObject({ type: 'failed' });
  });
});
