import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderTrust, saveFolderTrust, trustIn } from './trustedFolders.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qwen-trust-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('trustIn', () => {
  it.each([
    [{}, '/work/a', 'unknown'],
    [{ '/work/a': 'TRUST_FOLDER' }, '/work/a', 'trusted'],
    [{ '/work/a': 'TRUST_FOLDER' }, '/work/a/deep/down', 'trusted'],
    [{ '/work/a': 'TRUST_FOLDER' }, '/work/ab', 'unknown'],
    [{ '/work/a': 'TRUST_FOLDER' }, '/work', 'unknown'],
    [{ '/work/a': 'TRUST_PARENT' }, '/work/b', 'trusted'],
    [{ '/work/a': 'TRUST_PARENT' }, '/other', 'unknown'],
    [{ '/work': 'TRUST_FOLDER', '/work/bad': 'DO_NOT_TRUST' }, '/work/bad/x', 'untrusted'],
    [{ '/work': 'DO_NOT_TRUST', '/work/good': 'TRUST_FOLDER' }, '/work/good', 'trusted'],
    [{ '/work/a': 'TRUST_PARENT', '/work': 'DO_NOT_TRUST' }, '/work/c', 'untrusted'],
    [{ '/work/..strange': 'TRUST_FOLDER' }, '/work/..strange/x', 'trusted'],
  ])('%j: %s is %s', (rules, asked, trust) => expect(trustIn(rules, asked)).toBe(trust));
});

describe('the file', () => {
  it('keeps decisions, for its owner alone', async () => {
    const file = path.join(folder, 'own', 'trustedFolders.json');
    expect(await folderTrust('/work/a', file)).toBe('unknown');
    await saveFolderTrust('/work/a', 'TRUST_FOLDER', file);
    await saveFolderTrust('/work/b', 'DO_NOT_TRUST', file);
    expect(await folderTrust('/work/a/x', file)).toBe('trusted');
    expect(await folderTrust('/work/b', file)).toBe('untrusted');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ '/work/a': 'TRUST_FOLDER', '/work/b': 'DO_NOT_TRUST' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['[1]', 'no json'])('that holds %s is named', async (content) => {
    const file = path.join(folder, 'trustedFolders.json');
    writeFileSync(file, content);
    await expect(folderTrust('/work', file)).rejects.toThrow(file);
  });

  it('need not speak for the home folder', async () => {
    expect(await folderTrust(os.homedir(), path.join(folder, 'none.json'))).toBe('trusted');
  });
});
