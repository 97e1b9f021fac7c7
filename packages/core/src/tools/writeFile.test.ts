import { readFileSync, symlinkSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { createReadFileTool } from './readFile.js';
import type { ToolResult } from './tool.js';
import { createWriteFileTool } from './writeFile.js';

const tool = createWriteFileTool();
let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace();
});
afterEach(() => files.remove());

const write = (file_path: string, content: string): Promise<ToolResult> =>
  tool.execute({ file_path, content }, files.context);

describe('write_file', () => {
  it('creates a file and its folders, and knows its content then', async () => {
    const result = await write('new/deep/a.txt', 'one\ntwo\n');
    expect(result.output).toBe('Created new/deep/a.txt (2 lines).');
    expect(result.display).toMatchObject({ type: 'file_diff', filePath: 'new/deep/a.txt', originalContent: null });
    expect(files.read('new/deep/a.txt')).toBe('one\ntwo\n');
    expect((await write('new/deep/a.txt', 'three\n')).output).toBe('Overwrote new/deep/a.txt (1 line).');
    expect(files.read('new/deep/a.txt')).toBe('three\n');
  });

  it('shows the whole diff before and after, and writes nothing for a preview', async () => {
    files.write('a.txt', 'one\ntwo\n');
    files.remember('a.txt');
    const params = { file_path: 'a.txt', content: 'one\nthree\n' };
    const preview = await tool.preview!(params, files.context);
    expect(preview).toMatchObject({ type: 'edit', title: 'Overwrite a.txt' });
    expect(files.read('a.txt')).toBe('one\ntwo\n');
    const { display } = await tool.execute(params, files.context);
    expect(preview).toMatchObject({ diff: display });
    expect(display).toMatchObject({ originalContent: 'one\ntwo\n', newContent: 'one\nthree\n' });
    expect((display as { fileDiff: string }).fileDiff).toContain('@@ -1,2 +1,2 @@\n one\n-two\n+three\n');
  });

  it('refuses to overwrite what was not read, or changed since', async () => {
    files.write('a.txt', 'old');
    expect(await write('a.txt', 'new')).toMatchObject({ errorType: 'file_not_read' });
    await createReadFileTool().execute({ file_path: 'a.txt' }, files.context);
    writeFileSync(files.path('a.txt'), 'changed by somebody');
    expect(await write('a.txt', 'new')).toMatchObject({ errorType: 'file_changed' });
    expect(files.read('a.txt')).toBe('changed by somebody');
    expect(await tool.preview!({ file_path: 'a.txt', content: 'new' }, files.context)).toBeNull();
  });

  it('refuses paths that lead out of the workspace', async () => {
    symlinkSync('..', files.path('up'));
    symlinkSync('../made-by-link', files.path('dangling'));
    for (const name of ['../out.txt', 'up/out.txt', 'dangling', path.join(files.outside, 'out.txt')]) {
      expect(await write(name, 'x'), name).toMatchObject({ errorType: 'path_not_in_workspace' });
    }
    expect(existsSync(path.join(files.outside, 'out.txt'))).toBe(false);
    expect(existsSync(path.join(files.outside, 'made-by-link'))).toBe(false);
  });

  it('refuses folders, binary files, files kept from the model and files that would not change', async () => {
    files.write('dir/a', '');
    files.write('data.bin', Buffer.from([0, 1, 2]));
    files.write('.qwenignore', '.env\n');
    files.write('same.txt', 'same');
    files.remember('same.txt');
    expect((await write('dir', 'x')).output).toMatch(/is a directory/);
    expect((await write('data.bin', 'x')).output).toMatch(/not a text file/);
    expect(await write('.env', 'KEY=1')).toMatchObject({ errorType: 'permission_denied' });
    expect((await write('same.txt', 'same')).output).toMatch(/exactly this content already/);
    expect((await write('same.txt/below', 'x')).output).toMatch(/a part of the path is a file/);
  });

  it('keeps encoding, byte order mark and line endings', async () => {
    const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    files.write('a.txt', utf16('ä\r\nb\r\n'));
    files.remember('a.txt');
    await write('a.txt', 'ö\nc\nd\n');
    expect(readFileSync(files.path('a.txt'))).toEqual(utf16('ö\r\nc\r\nd\r\n'));
  });

  it('changes to UTF-8 when the old encoding has no room for the new text', async () => {
    files.write('a.txt', Buffer.from('Grüße, Zoë, café, naïve', 'latin1'));
    files.remember('a.txt');
    await write('a.txt', 'Привет 😀');
    expect(files.read('a.txt')).toBe('Привет 😀');
  });
});
