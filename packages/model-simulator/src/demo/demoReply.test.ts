import { describe, expect, it } from 'vitest';
import { demoReply } from './demoReply.js';
import { DEMO_LABEL } from './help.js';
import { play, requestOf, type Outcome } from './testConversation.js';

const README = [
  '# Star chart',
  '',
  'Draws the night sky for any place. It needs no network.',
  '',
  '## Install',
  '',
  'Run the installer first.',
  '',
  '```sh',
  '# not a heading',
  '```',
  '',
  '## Use',
  '',
  '- a list',
].join('\n');

function outcomes(table: Record<string, string | Outcome>) {
  return ({ name }: { name: string }): Outcome => {
    const outcome = table[name];
    if (outcome === undefined) throw new Error(`unexpected call of ${name}`);
    return typeof outcome === 'string' ? { output: outcome } : outcome;
  };
}

describe('jobs of the demo model', () => {
  it('lists the folder, then reads a file and summarises it', async () => {
    const { calls, answer } = await play(
      'What is in this folder? Read README.md and summarise it',
      outcomes({ list_directory: 'src/\nREADME.md\npackage.json', read_file: README }),
    );
    expect(calls).toEqual([
      { name: 'list_directory', args: { path: '/project' } },
      { name: 'read_file', args: { file_path: '/project/README.md' } },
    ]);
    expect(answer).toContain('1 folder and 2 files');
    expect(answer).toContain('- src/: source code');
    expect(answer).toContain('Title: Star chart');
    expect(answer).toContain('Draws the night sky for any place. It needs no network.');
    expect(answer).toContain('- Install: Run the installer first.');
    expect(answer).not.toContain('not a heading');
    expect(answer).toContain(DEMO_LABEL);
  });

  it('explains a project by its telling files', async () => {
    const { calls, answer } = await play('Explain this project', ({ name, args }) => {
      if (name === 'list_directory') return { output: 'README.md\npackage.json' };
      return { output: String(args['file_path']).endsWith('.json') ? '{"name":"stars","private":true}' : README };
    });
    expect(calls.map(({ args }) => args['file_path'] ?? args['path'])).toEqual([
      '/project',
      '/project/README.md',
      '/project/package.json',
    ]);
    expect(answer).toContain('- name: stars');
  });

  it.each([
    ['What is in src?', '/project/src'],
    ['List the files in ./docs', '/project/docs'],
    ['list files', '/project'],
  ])('%s', async (message, path) => {
    const { calls } = await play(message, outcomes({ list_directory: 'a.ts' }));
    expect(calls).toEqual([{ name: 'list_directory', args: { path } }]);
  });

  it('quotes named lines', async () => {
    const { calls, answer } = await play(
      'Show lines 3-4 of src/a.ts',
      outcomes({ read_file: 'three\nfour\n\n[Lines 3-4 of 90.]' }),
    );
    expect(calls).toEqual([{ name: 'read_file', args: { file_path: '/project/src/a.ts', offset: 2, limit: 2 } }]);
    expect(answer).toContain('```\nthree\nfour\n```');
    expect(answer).toContain('Lines 3-4 of 90.');
  });

  it('lists what turns out to be a folder', async () => {
    const { calls } = await play('Explain src/core', ({ name }) =>
      name === 'read_file' ? { error: 'src/core is a directory. Use list_directory.' } : { output: 'chat.ts' },
    );
    expect(calls.map(({ name }) => name)).toEqual(['read_file', 'list_directory']);
  });

  it.each([
    ['Find "TODO (later)" in src', { pattern: 'TODO \\(later\\)', path: '/project/src' }],
    ['where is computeThresholds defined?', { pattern: 'computeThresholds', path: '/project' }],
    ['search for `x` in *.ts', { pattern: 'x', glob: '*.ts', path: '/project' }],
    ['grep foo.bar in this project', { pattern: 'foo\\.bar', path: '/project' }],
  ])('%s', async (message, args) => {
    const { calls, answer } = await play(message, outcomes({ grep_search: 'a.ts:1:x\na.ts:9:y\nb.ts:2:z' }));
    expect(calls).toEqual([{ name: 'grep_search', args }]);
    expect(answer).toContain('3 lines of 2 files');
  });

  it('finds files by name', async () => {
    const { calls, answer } = await play('find all .ts files', outcomes({ glob: 'a.ts\nb/c.ts' }));
    expect(calls).toEqual([{ name: 'glob', args: { pattern: '**/*.ts', path: '/project' } }]);
    expect(answer).toContain('2 files match');
  });

  it('counts lines with a command and draws a chart', async () => {
    const output = '  30 ./src/a.ts\n  10 ./src/b.ts\n   20 ./README.md\n   99 ./logo.png\n 159 total';
    const { calls, answer } = await play('Count the lines and chart them', outcomes({ run_shell_command: output }));
    expect(calls.map(({ name }) => name)).toEqual(['run_shell_command']);
    expect(answer).toContain('60 lines in all');
    expect(answer).toMatch(/\.ts █{30} 40 \(2 files\)\n\.md █{15} 20 \(1 file\)/);
  });

  it('counts the lines of one kind, in one folder', async () => {
    const output = '  30 src/a.ts\n  10 src/b.ts\n  40 total';
    const { calls, answer } = await play('count lines of .ts files in src', outcomes({ run_shell_command: output }));
    expect(calls[0]?.args['command']).toMatch(/^find src -type f -name '\*\.ts' /);
    expect(answer).toMatch(/40 lines in all, in 2 \.ts files:[^]*src\/a\.ts █{30} 30\nsrc\/b\.ts █{10} 10\n/);
  });

  it.each([
    ['Count the lines and chart them', '.', ''],
    ['how many lines of code are in this folder?', '.', ''],
    ['count the lines of all *.md files', '.', "-name '*.md' "],
    ['count the lines in Python files', '.', ''],
    ['Count lines in `packages/cli/`', 'packages/cli', ''],
  ])('%s', async (message, place, kind) => {
    const { calls } = await play(message, outcomes({ run_shell_command: '1 ./a' }));
    expect(calls[0]?.args['command']).toContain(`find ${place} -type f ${kind}-not`);
  });

  it('counts by reading when the command is refused', async () => {
    const { calls, answer } = await play('How many lines of code are here?', ({ name, args }) => {
      if (name === 'run_shell_command') return { error: 'The user said no.' };
      if (name === 'glob') return { output: 'a.ts\nlong.md' };
      return {
        output: args['file_path'] === '/project/a.ts' ? 'one\ntwo' : 'x\n\n[Lines 1-1 of 500. To read on: offset 1.]',
      };
    });
    expect(calls.map(({ name }) => name)).toEqual(['run_shell_command', 'glob', 'read_file', 'read_file']);
    expect(answer).toContain('502 lines in all');
  });

  it.each([
    ['run `npm -v`', 'npm -v'],
    ['Run npm test.', 'npm test'],
    ['please execute the command "ls; pwd"', 'ls; pwd'],
  ])('%s', async (message, command) => {
    const { calls, answer } = await play(message, outcomes({ run_shell_command: '10.8.2' }));
    expect(calls).toMatchObject([{ name: 'run_shell_command', args: { command, directory: '/project' } }]);
    expect(answer).toContain('10.8.2');
  });

  it('reads a file before it edits it', async () => {
    const { calls, answer } = await play(
      'Replace "a. b" with `c` in notes.txt',
      outcomes({ read_file: 'x a. b y', edit: 'Edited.' }),
    );
    expect(calls).toEqual([
      { name: 'read_file', args: { file_path: '/project/notes.txt' } },
      { name: 'edit', args: { file_path: '/project/notes.txt', old_string: 'a. b', new_string: 'c' } },
    ]);
    expect(answer).toContain('1 place');
  });

  it('replaces all when it is told to, and asks when it is not', async () => {
    const table = outcomes({ read_file: 'one one', edit: 'Edited.' });
    const all = await play('replace all "one" with "two" in notes.txt', table);
    expect(all.calls[1]?.args).toMatchObject({ replace_all: true });
    const unclear = await play('in notes.txt, change "one" to "two"', table);
    expect(unclear.calls).toHaveLength(1);
    expect(unclear.answer).toContain('occurs 2 times');
  });

  it.each([
    ['Create file notes.txt with "hello. there"', 'hello. there\n'],
    ['create a file called notes.txt containing first line. Second line.', 'first line. Second line.\n'],
    ["write 'hello' to notes.txt", 'hello\n'],
  ])('%s', async (message, content) => {
    const { calls } = await play(message, outcomes({ write_file: 'Wrote.' }));
    expect(calls).toEqual([{ name: 'write_file', args: { file_path: '/project/notes.txt', content } }]);
  });

  it('keeps a todo list', async () => {
    const { calls } = await play('Make a todo list: read, change and test', outcomes({ todo_write: 'ok' }));
    const todos = ['read', 'change', 'test'].map((content, index) => ({
      id: `${index + 1}`,
      content,
      status: 'pending',
    }));
    expect(calls).toEqual([{ name: 'todo_write', args: { todos } }]);
  });

  it('reads many files one after the other', async () => {
    const { calls, answer } = await play('Read all .ts files in src', ({ name }) =>
      name === 'glob' ? { output: 'src/a.ts\nsrc/b.ts' } : { output: '/** Adds numbers. */\nexport function add() {}' },
    );
    expect(calls.map(({ args }) => args['pattern'] ?? args['file_path'])).toEqual([
      'src/**/*.ts',
      '/project/src/a.ts',
      '/project/src/b.ts',
    ]);
    expect(answer).toContain('- src/a.ts: 2 lines, 8 words. Adds numbers.');
  });

  it('does several jobs of one message in order', async () => {
    const { calls } = await play(
      'Create file a.txt with "x" and run `cat a.txt`, then find "x" in a.txt',
      outcomes({ write_file: 'ok', run_shell_command: 'x', grep_search: 'a.txt:1:x' }),
    );
    expect(calls.map(({ name }) => name)).toEqual(['write_file', 'run_shell_command', 'grep_search']);
  });

  it('says what it is when no rule fits', () => {
    const { text, toolCalls } = demoReply(requestOf([{ role: 'user', parts: [{ text: 'Hello, who are you?' }] }]));
    expect(toolCalls).toBeUndefined();
    expect(text).toContain(DEMO_LABEL);
    expect(text).toContain('OPENAI_API_KEY');
  });

  it('reports failures and missing tools in words', async () => {
    const failed = await play('Read gone.md', outcomes({ read_file: { error: 'There is no file gone.md.' } }));
    expect(failed.answer).toContain('There is no file gone.md.');
    const missing = await play('run `ls`', outcomes({}), { tools: ['read_file'] });
    expect(missing.answer).toContain('run_shell_command is not available');
  });

  it('treats a second message as a new task', async () => {
    const first = await play('run `ls`', outcomes({ run_shell_command: 'a' }));
    const second = await play(
      [...first.contents, { role: 'user', parts: [{ text: 'run `ls`' }] }],
      outcomes({ run_shell_command: 'a b' }),
    );
    expect(second.calls).toHaveLength(1);
    expect(second.answer).toContain('a b');
  });
});
