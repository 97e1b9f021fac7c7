import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../../test/support/temporaryWorkspace.js';
import { isWithin, Workspace } from './workspace.js';

let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace({ 'src/a.ts': '', '../other/b.ts': '', '../project-twin/c.ts': '' });
});
afterEach(() => files.remove());

describe('Workspace', () => {
  it('resolves the working directory and included ones, relative ones against it, each once', () => {
    symlinkSync(files.directory, path.join(files.outside, 'link'));
    const workspace = new Workspace(path.join(files.outside, 'link'), ['../other', '.', '../other']);
    expect(workspace.cwd).toBe(files.directory);
    expect(workspace.directories).toEqual([files.directory, path.join(files.outside, 'other')]);
  });

  it('throws for directories that do not exist', () => {
    expect(() => new Workspace('/no/such/folder')).toThrow(/ENOENT/);
    expect(() => new Workspace(files.directory, ['nowhere'])).toThrow(/ENOENT/);
  });

  it('contains what lies inside, existing or not, and nothing beside it', () => {
    const workspace = new Workspace(files.directory);
    for (const inside of ['.', 'src/a.ts', 'src/new/deep.ts', '..names', files.path('src')]) {
      expect(workspace.contains(inside), inside).toBe(true);
    }
    for (const outside of ['..', '../other/b.ts', '../project-twin/c.ts', '/etc/passwd', 'src/../../x', '/']) {
      expect(workspace.contains(outside), outside).toBe(false);
    }
    workspace.addDirectory('../other');
    expect(workspace.contains('../other/b.ts')).toBe(true);
  });

  it('is not fooled by symbolic links, not even by links to nothing', () => {
    const workspace = new Workspace(files.directory);
    symlinkSync('../other', files.path('folder'));
    symlinkSync('../other/new.txt', files.path('dangling'));
    symlinkSync('src', files.path('inner'));
    symlinkSync('loop', files.path('loop'));
    expect(workspace.contains('folder/b.ts')).toBe(false);
    expect(workspace.contains('folder/new/c.ts')).toBe(false);
    expect(workspace.contains('dangling')).toBe(false);
    expect(workspace.contains('inner/new.ts')).toBe(true);
    expect(workspace.contains('loop')).toBe(false);
  });

  it('shows paths relative to the working directory inside it and absolute outside', () => {
    const workspace = new Workspace(files.directory);
    expect(workspace.relative(files.path('src/a.ts'))).toBe(path.join('src', 'a.ts'));
    expect(workspace.relative('.')).toBe('.');
    expect(workspace.relative('../other')).toBe(path.join(files.outside, 'other'));
  });
});

describe('isWithin', () => {
  it('compares whole names', () => {
    const root = realpathSync(files.outside);
    mkdirSync(path.join(root, 'x'));
    expect(isWithin('/a/b', '/a/b')).toBe(true);
    expect(isWithin('/a/b', '/a/b/c')).toBe(true);
    expect(isWithin('/a/b', '/a/bc')).toBe(false);
    expect(isWithin('/a/b', '/a')).toBe(false);
    expect(isWithin('/', '/a')).toBe(true);
  });
});
