import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeSetting } from './writeSetting.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'qwen-write-setting-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('writeSetting', () => {
  it('keeps comments, order and indentation', async () => {
    const file = path.join(root, 'settings.json');
    writeFileSync(
      file,
      [
        '{',
        '    // mine',
        '    "model": {',
        '        "name": "a" // it',
        '    },',
        '    "proxy": "p",',
        '    "fastModel": "f", // fast',
        '}',
        '',
      ].join('\n'),
    );
    await writeSetting(file, ['model', 'name'], 'b');
    await writeSetting(file, ['proxy'], undefined);
    await writeSetting(file, ['permissions', 'allow'], ['edit']);
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('    // mine\n');
    expect(written).toContain('        "name": "b" // it\n');
    expect(written).toContain('// fast\n');
    expect(written).not.toContain('proxy');
    expect(written).toMatch(/\n {4}"permissions": \{\n {8}"allow": \[/);
  });

  it('makes the folder and a private file', async () => {
    const file = path.join(root, 'new', 'settings.json');
    await writeSetting(file, ['model', 'name'], 'a');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ model: { name: 'a' } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes through a symbolic link', async () => {
    writeFileSync(path.join(root, 'dotfiles.json'), '{}');
    symlinkSync('dotfiles.json', path.join(root, 'settings.json'));
    await writeSetting(path.join(root, 'settings.json'), ['proxy'], 'p');
    expect(readlinkSync(path.join(root, 'settings.json'))).toBe('dotfiles.json');
    expect(JSON.parse(readFileSync(path.join(root, 'dotfiles.json'), 'utf8'))).toEqual({ proxy: 'p' });
  });

  it('leaves a broken file untouched', async () => {
    const file = path.join(root, 'settings.json');
    writeFileSync(file, '{ "model": ');
    await expect(writeSetting(file, ['proxy'], 'p')).rejects.toThrow(`${file} is not valid JSON`);
    expect(readFileSync(file, 'utf8')).toBe('{ "model": ');
  });
});
