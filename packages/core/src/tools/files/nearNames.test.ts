import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../../test/support/temporaryWorkspace.js';
import { nearestNames, suggestPaths } from './nearNames.js';

describe('nearestNames', () => {
  it('ranks by case, extension and letters', () => {
    const names = ['README.md', 'readme.txt', 'index.ts', 'readm.md'];
    expect(nearestNames('readme.md', names)).toEqual(['README.md', 'readm.md', 'readme.txt']);
    expect(nearestNames('config.json', names)).toEqual([]);
  });
});

describe('suggestPaths', () => {
  let files: TemporaryWorkspace;
  beforeEach(() => {
    files = new TemporaryWorkspace({
      'src/app.ts': '',
      'src/deep/util.ts': '',
      '.qwenignore': 'secret*\n',
      'src/secret1.ts': '',
      '.gitignore': 'build/\n',
      'build/util.ts': '',
    });
  });
  afterEach(() => files.remove());
  const suggest = (name: string): Promise<string[]> =>
    suggestPaths(files.context.workspace, files.path(name), files.context.signal);

  it('names files beside the missing one and files of its name elsewhere', async () => {
    expect(await suggest('src/App.tsx')).toEqual(['src/app.ts']);
    expect(await suggest('lib/util.ts')).toEqual(['src/deep/util.ts']);
    expect(await suggest('nothing-like-it')).toEqual([]);
  });

  it('does not tell of ignored files', async () => {
    expect(await suggest('src/secret2.ts')).toEqual([]);
  });
});
