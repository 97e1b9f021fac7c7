import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkTarget } from './linkTarget.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-link-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('linkTarget', () => {
  const at = (...parts: string[]): string => path.join(folder, ...parts);

  it('leaves plain paths as they are, existing or not', () => {
    writeFileSync(at('a'), '');
    expect(linkTarget(at('a'))).toBe(at('a'));
    expect(linkTarget(at('no', 'such', 'file'))).toBe(at('no', 'such', 'file'));
  });

  it('follows links of files, folders and links', () => {
    mkdirSync(at('real'));
    symlinkSync('real', at('link'));
    symlinkSync('link', at('link2'));
    expect(linkTarget(at('link2', 'new.txt'))).toBe(at('real', 'new.txt'));
  });

  it('follows links to nothing, relative, absolute and in a chain', () => {
    symlinkSync('../elsewhere/file', at('relative'));
    symlinkSync('/no/such/place', at('absolute'));
    symlinkSync('absolute', at('chain'));
    expect(linkTarget(at('relative'))).toBe(path.resolve(folder, '../elsewhere/file'));
    expect(linkTarget(at('chain', 'x'))).toBe('/no/such/place/x');
  });

  it('refuses loops', () => {
    symlinkSync('b', at('a'));
    symlinkSync('a', at('b'));
    expect(() => linkTarget(at('a'))).toThrow(expect.objectContaining({ code: 'ELOOP' }));
  });
});
