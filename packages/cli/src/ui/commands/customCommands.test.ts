import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCustomCommands, splitFrontMatter } from './customCommands.js';
import { interactiveCommands, parseCommandLine } from './registry.js';

describe('splitFrontMatter', () => {
  it.each([
    [
      '---\ndescription: "Do it"\nArgument-Hint: <x>\n---\nBody',
      { description: 'Do it', 'argument-hint': '<x>' },
      'Body',
    ],
    ['---\r\ndescription: a: b\r\n---\r\nBody', { description: 'a: b' }, 'Body'],
    ['No matter\n---\n', {}, 'No matter\n---\n'],
    ['---\nnever closed', {}, '---\nnever closed'],
  ])('%j', (source, fields, body) => expect(splitFrontMatter(source)).toEqual({ fields, body }));
});

describe('loadCustomCommands', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'qwen-commands-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, content: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };

  it('takes the project first, names by folder, and says what cannot be used', async () => {
    write('project/fix.md', '# Fix the build\n');
    write('project/git/commit.md', '---\ndescription: Commit\n---\nCommit {{args}}');
    write('project/bad name.md', 'x');
    write('project/open.md', 'See !{git diff and no more');
    write('user/fix.md', 'other');
    write('user/mine.md', 'mine');
    const { commands, warnings } = await loadCustomCommands([
      path.join(folder, 'project'),
      path.join(folder, 'user'),
      path.join(folder, 'none'),
    ]);
    expect(commands.map(({ name, description }) => [name, description])).toEqual([
      ['fix', 'Fix the build'],
      ['git:commit', 'Commit'],
      ['mine', 'mine'],
    ]);
    expect(warnings).toEqual([
      expect.stringContaining('bad name.md is no command'),
      expect.stringMatching(/open\.md cannot be used: the "!\{git diff and no more" has no "\}"/),
    ]);
  });

  it('are found as typed, and hide none of ours', async () => {
    write('git/commit.md', 'Commit');
    write('help.md', 'No help');
    const { commands } = await loadCustomCommands([folder]);
    const all = interactiveCommands([], commands);
    expect(parseCommandLine('/git:commit now', all)).toMatchObject({ kind: 'command', args: 'now' });
    const help = parseCommandLine('/help', all);
    expect(help.kind === 'command' && help.command.description).toBe('List the commands');
  });
});
