import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../../test/support/temporaryWorkspace.js';
import { IgnoreRules, isIgnored, isQwenIgnored, type FileFiltering } from './ignoreRules.js';
import { walkFiles } from './walkFiles.js';

let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace();
});
afterEach(() => files.remove());

async function visible(base = '.', filtering: FileFiltering = {}): Promise<string[]> {
  const { workspace } = files.context;
  const directory = workspace.resolve(base);
  const rules = await IgnoreRules.forSearch(workspace, directory, filtering);
  const found: string[] = [];
  for await (const file of walkFiles(directory, rules)) found.push(workspace.relative(file));
  return found;
}

const writeAll = (names: string[]): void => names.forEach((name) => files.write(name, name));

describe('IgnoreRules', () => {
  it('nests ignore files, the closest first', async () => {
    files.write('.gitignore', '*.log\n/top\nbuild/\n!keep.log\n');
    files.write('sub/.gitignore', '!*.log\n*.tmp\n');
    writeAll(['a.log', 'keep.log', 'top', 'sub/a.log', 'sub/a.tmp', 'sub/top', 'a.tmp', 'build/x', 'sub/build/x']);
    expect(await visible()).toEqual(['.gitignore', 'a.tmp', 'keep.log', 'sub/.gitignore', 'sub/a.log', 'sub/top']);
  });

  it('counts ignore files from the repository down, and the repository’s own', async () => {
    mkdirSync(`${files.outside}/.git/info`, { recursive: true });
    files.write('../.git/info/exclude', 'mine\n');
    files.write('../.gitignore', 'above\n');
    writeAll(['above', 'mine', 'b']);
    expect(await visible()).toEqual(['b']);
  });

  it('does not look above the workspace where there is no repository', async () => {
    files.write('../.gitignore', '*\n');
    writeAll(['a']);
    expect(await visible()).toEqual(['a']);
  });

  it('takes .qwenignore beside .gitignore, and either alone on request', async () => {
    files.write('.gitignore', 'g\n');
    files.write('.qwenignore', 'q\n');
    writeAll(['g', 'q', 'sub/q']);
    expect(await visible()).toEqual(['.gitignore', '.qwenignore']);
    expect(await visible('.', { respectGitIgnore: false })).toEqual(['.gitignore', '.qwenignore', 'g']);
    expect(await visible('.', { respectQwenIgnore: false })).toEqual(['.gitignore', '.qwenignore', 'q', 'sub/q']);
  });

  it('leaves out .git always, unless the search starts in it', async () => {
    mkdirSync(files.path('.git'));
    writeAll(['.git/config', '.github/ci']);
    expect(await visible('.', { respectGitIgnore: false })).toEqual(['.github/ci']);
    expect(await visible('.git')).toEqual(['.git/config']);
  });

  it('agrees with git about every file', async () => {
    execFileSync('git', ['init', '-q'], { cwd: files.directory });
    const names = ['a', 'b.log', 'd/a', 'd/b.log', 'd/e/a', 'd/e/b.log', 'f/d/a'];
    writeAll(names);
    const pattern = fc.constantFrom(
      'a',
      '*.log',
      'd/',
      '/d',
      '!a',
      '!*.log',
      'd/e',
      '!d/e/',
      '**/e',
      'd/*',
      'e/',
      'f/**',
      '/a',
      '!/d/a',
      '#x',
      '',
    );
    const patterns = fc.array(pattern, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(patterns, patterns, patterns, async (top, middle, deep) => {
        files.write('.gitignore', top.join('\n'));
        files.write('d/.gitignore', middle.join('\n'));
        files.write('d/e/.gitignore', deep.join('\n'));
        const list = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
          cwd: files.directory,
          encoding: 'utf8',
        });
        const expected = list.split('\n').filter((name) => names.includes(name));
        expect((await visible()).filter((name) => names.includes(name))).toEqual(expected.sort());
      }),
      { numRuns: 80 },
    );
  });
});

describe('isQwenIgnored', () => {
  it('keeps files and whole folders from the model, also in nested rules', async () => {
    files.write('.qwenignore', '.env*\nprivate/\n!.env.example\n');
    files.write('sub/.qwenignore', 'own\n');
    writeAll(['.env', 'sub/.env.local', '.env.example', 'private/deep/x', 'sub/own', 'own']);
    const ignored = async (name: string): Promise<boolean> => isQwenIgnored(files.context.workspace, files.path(name));
    for (const name of ['.env', 'sub/.env.local', 'private/deep/x', 'private/not-there', 'sub/own']) {
      expect(await ignored(name), name).toBe(true);
    }
    for (const name of ['.env.example', 'own', 'sub/other', '../.env']) expect(await ignored(name), name).toBe(false);
  });

  it('is not escaped by a link or by a repository inside the workspace', async () => {
    files.write('.qwenignore', '.env\n');
    writeAll(['.env', 'nested/.env']);
    mkdirSync(files.path('nested/.git'));
    symlinkSync('.env', files.path('harmless'));
    const ignored = async (name: string): Promise<boolean> => isQwenIgnored(files.context.workspace, files.path(name));
    expect(await ignored('nested/.env')).toBe(true);
    expect(await ignored('harmless')).toBe(true);
    expect(await visible('nested')).toEqual([]);
  });
});

describe('isIgnored', () => {
  it('follows both kinds of ignore files, links included, unless one is turned off', async () => {
    files.write('.gitignore', '.env\nbuild/\n');
    files.write('.qwenignore', 'private\n');
    writeAll(['.env', 'build/out.txt', 'private', 'plain']);
    symlinkSync('.env', files.path('harmless'));
    const { workspace } = files.context;
    const ignored = async (name: string, filtering?: FileFiltering): Promise<boolean> =>
      isIgnored(workspace, files.path(name), filtering);
    for (const name of ['.env', 'build/out.txt', 'private', 'harmless']) expect(await ignored(name), name).toBe(true);
    expect(await ignored('plain')).toBe(false);
    expect(await ignored('.env', { respectGitIgnore: false })).toBe(false);
    expect(await ignored('private', { respectQwenIgnore: false })).toBe(false);
  });
});
