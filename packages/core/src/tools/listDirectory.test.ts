import { mkdirSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { createListDirectoryTool, type ListDirectoryParams } from './listDirectory.js';
import type { ToolContext, ToolResult } from './tool.js';

let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace({
    '.gitignore': 'build/\n*.log\n',
    '.qwenignore': 'secret\n',
    'b.ts': '',
    'a.ts': '',
    'B.ts': '',
    secret: '',
    'debug.log': '',
    'build/out.js': '',
    'src/x.ts': '',
  });
});
afterEach(() => files.remove());

const tool = createListDirectoryTool();
const list = (params: ListDirectoryParams, context: Partial<ToolContext> = {}): Promise<ToolResult> =>
  tool.execute(params, { ...files.context, ...context });

describe('list_directory', () => {
  it('lists folders, then files, and tells how much is ignored', async () => {
    mkdirSync(files.path('.git'));
    symlinkSync('src', files.path('link'));
    symlinkSync('nowhere', files.path('dangling'));
    expect(await list({ path: files.directory })).toEqual({
      output:
        'link/\nsrc/\n.gitignore\n.qwenignore\nB.ts\na.ts\nb.ts\ndangling\n[4 ignored by .gitignore or .qwenignore]',
      display: '8 entries',
    });
  });

  it('leaves out what the call wants left out', async () => {
    const { output } = await list({ path: '.', ignore: ['*.ts', '.*'] });
    expect(output).toBe('src/\n[3 ignored by .gitignore or .qwenignore]');
  });

  it('shows ignored entries on request, or by the settings', async () => {
    const options = { respect_git_ignore: false };
    expect((await list({ path: '.', file_filtering_options: options })).output).toContain('build/\nsrc/\n');
    const { output } = await createListDirectoryTool({ respectQwenIgnore: false }).execute(
      { path: '.' },
      files.context,
    );
    expect(output).toContain('\nsecret\n');
  });

  it('lists an ignored folder that is named outright', async () => {
    expect((await list({ path: 'build' })).output).toBe('out.js');
  });

  it('cuts long listings and says by how much', async () => {
    for (let index = 100; index < 400; index++) files.write(`many/file-${index}`, '');
    const { output } = await list({ path: 'many' }, { maxOutputCharacters: 1_000 });
    expect(output.length).toBeLessThanOrEqual(1_000);
    expect(output).toMatch(/^file-100\nfile-101\n[^]*\n\[\d+ more entries; use glob to narrow down\]$/);
    const shown = output.split('\n').length - 1;
    expect(output).toContain(`[${300 - shown} more entries`);
  });

  it('says what an empty, missing or wrong path is', async () => {
    mkdirSync(files.path('empty'));
    expect((await list({ path: 'empty' })).output).toBe('empty is empty.');
    expect(await list({ path: 'scr' })).toEqual({
      output: 'There is no directory scr. Did you mean src?',
      errorType: 'file_not_found',
    });
    expect((await list({ path: 'a.ts' })).output).toMatch(/^Cannot list a\.ts: .*read_file/);
  });
});
