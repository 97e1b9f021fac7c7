import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listProjectFiles } from './projectFiles.js';
import { Workspace } from './workspace.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'project-'));
  for (const file of [
    '.gitignore',
    '.qwenignore',
    '.env.example',
    'b.ts',
    'a dir/c.md',
    'dist/out.js',
    'secret/key',
    '.git/HEAD',
  ]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  writeFileSync(path.join(folder, '.gitignore'), 'dist/\n');
  writeFileSync(path.join(folder, '.qwenignore'), 'secret\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function listed(options?: Parameters<typeof listProjectFiles>[1]): Promise<string[]> {
  const files: string[] = [];
  for await (const file of listProjectFiles(new Workspace(folder), options)) files.push(file);
  return files;
}

describe('listProjectFiles', () => {
  it('leaves out what the ignore files say', async () => {
    expect(await listed()).toEqual(['.env.example', '.gitignore', '.qwenignore', 'a dir/c.md', 'b.ts']);
  });

  it('follows the filtering of the settings', async () => {
    expect(await listed({ filtering: { respectGitIgnore: false } })).toContain('dist/out.js');
  });

  it('stops when it is no longer wanted', async () => {
    await expect(listed({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});
