import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileAtomically } from './atomicWrite.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qwen-write-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeFileAtomically', () => {
  const at = (name: string): string => path.join(folder, name);

  it('creates a file with the wanted mode and leaves nothing else', async () => {
    await writeFileAtomically(at('a'), 'text', 0o600);
    expect(readFileSync(at('a'), 'utf8')).toBe('text');
    expect(statSync(at('a')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('keeps the mode of an existing file, the executable bit and bits beyond the umask included', async () => {
    writeFileSync(at('run.sh'), 'old');
    chmodSync(at('run.sh'), 0o777);
    await writeFileAtomically(at('run.sh'), 'new');
    expect(readFileSync(at('run.sh'), 'utf8')).toBe('new');
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o777);
  });

  it('writes through symbolic links, those to nothing included', async () => {
    writeFileSync(at('target'), 'old');
    symlinkSync('target', at('link'));
    symlinkSync('fresh', at('dangling'));
    await writeFileAtomically(at('link'), 'new');
    await writeFileAtomically(at('dangling'), 'made');
    expect(readFileSync(at('target'), 'utf8')).toBe('new');
    expect(readFileSync(at('fresh'), 'utf8')).toBe('made');
    expect(readlinkSync(at('link'))).toBe('target');
    expect(readlinkSync(at('dangling'))).toBe('fresh');
  });

  it('writes files whose names are as long as the system allows', async () => {
    await writeFileAtomically(at('n'.repeat(255)), 'text');
    expect(readFileSync(at('n'.repeat(255)), 'utf8')).toBe('text');
  });

  it('removes its temporary file when it fails', async () => {
    mkdirSync(at('directory'));
    await expect(writeFileAtomically(at('directory'), 'text')).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['directory']);
  });

  it('fails in a missing folder', async () => {
    await expect(writeFileAtomically(at('no/file'), 'text')).rejects.toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
  });
});
