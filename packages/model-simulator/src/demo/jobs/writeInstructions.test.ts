import { describe, expect, it } from 'vitest';
import { play } from '../testConversation.js';

const REST =
  'what an agent has to know to work on this project.\nLook at the project first: README, manifests.\nIt says: how to build, test, lint and run a single test, how the code is laid out.';

const FILES: Record<string, string> = {
  '/project/README.md': '# Kite\n\nFlies kites.',
  '/project/package.json': '{"scripts":{"test":"vitest"}}',
  '/project/QWEN.md': '# Ours\n\n## Commands\n\nmake',
};

function init(task: string, listing: string) {
  return play(task, ({ name, args }) => {
    if (name === 'list_directory') return { output: listing };
    return { output: name === 'read_file' ? FILES[String(args['file_path'])]! : 'Created.' };
  });
}

describe('writing instructions for agents', () => {
  it('writes what README, package.json and the folder say', async () => {
    const { calls, answer } = await init(`Write QWEN.md in this directory: ${REST}`, 'src/\nREADME.md\npackage.json');
    expect(calls.map(({ name }) => name)).toEqual(['list_directory', 'read_file', 'read_file', 'write_file']);
    expect(calls.at(-1)?.args['file_path']).toBe('/project/QWEN.md');
    expect(calls.at(-1)?.args['content']).toMatch(/Flies kites\.[^]*- `npm run test`: `vitest`[^]*- src\//);
    expect(answer).toContain('Wrote `QWEN.md`');
  });

  it('keeps what the file says already', async () => {
    const { calls } = await init(`Improve QWEN.md in this directory: ${REST}`, 'QWEN.md\nREADME.md\npackage.json');
    const content = String(calls.at(-1)?.args['content']);
    expect(content).toMatch(/^# Ours\n\n## Commands\n\nmake\n\n## What it is\n/);
    expect(content).not.toContain('vitest');
  });

  it('takes no talk of running for a command', async () => {
    const { calls } = await init('Say how to build, test, lint and run a single test', '');
    expect(calls).toEqual([]);
  });
});
