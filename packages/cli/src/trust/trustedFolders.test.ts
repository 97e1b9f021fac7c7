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
    [{}, '/code/a', 'unknown'],
    [{ '/code/a': 'TRUST_FOLDER' }, '/code/a', 'trusted'],
    [{ '/code/a': 'TRUST_FOLDER' }, '/code/a/deep/down', 'trusted'],
    [{ '/code/a': 'TRUST_FOLDER' }, '/code/ab', 'unknown'],
    [{ '/code/a': 'TRUST_FOLDER' }, '/code', 'unknown'],
    [{ '/code/a': 'TRUST_PARENT' }, '/code/b', 'trusted'],
    [{ '/code/a': 'TRUST_PARENT' }, '/other', 'unknown'],
    [{ '/code': 'TRUST_FOLDER', '/code/bad': 'DO_NOT_TRUST' }, '/code/bad/x', 'untrusted'],
    [{ '/code': 'DO_NOT_TRUST', '/code/good': 'TRUST_FOLDER' }, '/code/good', 'trusted'],
    [{ '/code/a': 'TRUST_PARENT', '/code': 'DO_NOT_TRUST' }, '/code/c', 'untrusted'],
    [{ '/code/..strange': 'TRUST_FOLDER' }, '/code/..strange/x', 'trusted'],
  ])('%j: %s is %s', (rules, asked, trust) => expect(trustIn(rules, asked)).toBe(trust));
});

describe('the file', () => {
  it('keeps decisions, for its owner alone', async () => {
    const file = path.join(folder, 'own', 'trustedFolders.json');
    expect(await folderTrust('/code/a', file)).toBe('unknown');
    await saveFolderTrust('/code/a', 'TRUST_FOLDER', file);
    await saveFolderTrust('/code/b', 'DO_NOT_TRUST', file);
    expect(await folderTrust('/code/a/x', file)).toBe('trusted');
    expect(await folderTrust('/code/b', file)).toBe('untrusted');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ '/code/a': 'TRUST_FOLDER', '/code/b': 'DO_NOT_TRUST' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['[1]', 'no json'])('that holds %s is named', async (content) => {
    const file = path.join(folder, 'trustedFolders.json');
    writeFileSync(file, content);
    await expect(folderTrust('/code', file)).rejects.toThrow(file);
  });

  it('need not speak for the home folder', async () => {
    expect(await folderTrust(os.homedir(), path.join(folder, 'none.json'))).toBe('trusted');
  });
});
