import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { pdfWithPages } from '../../test/support/pdf.js';
import { createReadFileTool, type ReadFileParams } from './readFile.js';
import type { ToolContext, ToolResult } from './tool.js';

const tool = createReadFileTool();
let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace();
});
afterEach(() => files.remove());

const read = (params: ReadFileParams, context: Partial<ToolContext> = {}): Promise<ToolResult> =>
  tool.execute(params, { ...files.context, ...context });

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

describe('read_file: text', () => {
  it('returns a file as it is and remembers its content', async () => {
    const file = files.write('a.txt', 'one\n\ttwo  \n');
    expect(await read({ file_path: file })).toEqual({ output: 'one\n\ttwo  ', display: '2 lines' });
    expect(files.context.readState.isCurrent(file, 'one\n\ttwo  \n')).toBe(true);
  });

  it('takes relative paths and paths outside the workspace', async () => {
    files.write('src/a.txt', 'inside');
    const outside = files.write('../b.txt', 'outside');
    expect((await read({ file_path: 'src/a.txt' })).output).toBe('inside');
    expect((await read({ file_path: outside })).output).toBe('outside');
  });

  it('returns a range of lines and says how to read on', async () => {
    files.write('a.txt', numbered(10));
    expect((await read({ file_path: 'a.txt', offset: 2, limit: 3 })).output).toBe(
      'line 2\nline 3\nline 4\n\n[Lines 3-5 of 10. To read on: offset 5.]',
    );
    expect((await read({ file_path: 'a.txt', offset: 8 })).output).toBe('line 8\nline 9\n\n[Lines 9-10 of 10.]');
  });

  it('returns at most 2,000 lines', async () => {
    files.write('a.txt', numbered(2_500));
    const { output, display } = await read({ file_path: 'a.txt' }, { maxOutputCharacters: 100_000 });
    expect(output).toMatch(/line 1999\n\n\[Lines 1-2000 of 2500\. To read on: offset 2000\.\]$/);
    expect(display).toBe('Lines 1-2000 of 2500');
  });

  it('fits the largest output with whole lines, and every line can be reached', async () => {
    const text = numbered(400);
    files.write('a.txt', text);
    let offset: number | undefined = 0;
    let all = '';
    while (offset !== undefined) {
      const { output } = await read({ file_path: 'a.txt', offset }, { maxOutputCharacters: 1_000 });
      expect(output.length).toBeLessThanOrEqual(1_000);
      all += `${output.replace(/\n\n\[Lines.*\]$/, '')}\n`;
      const next = /To read on: offset (\d+)/.exec(output)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(all).toBe(text);
  });

  it('cuts long lines between characters', async () => {
    files.write('a.txt', `${'😀'.repeat(5_000)}\nend\n`);
    const { output } = await read({ file_path: 'a.txt' });
    expect(output).toBe(`${'😀'.repeat(1_000)}… [line cut]\nend`);
  });

  it('shows CRLF lines without their CR', async () => {
    files.write('a.txt', 'a\r\nb\r\n');
    expect((await read({ file_path: 'a.txt' })).output).toBe('a\nb');
  });

  it('decodes UTF-16 and legacy encodings', async () => {
    files.write('utf16.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Größe\n', 'utf16le')]));
    files.write('sjis.txt', iconv.encode('これは日本語のテストです。\n', 'shift_jis'));
    expect((await read({ file_path: 'utf16.txt' })).output).toBe('Größe');
    expect((await read({ file_path: 'sjis.txt' })).output).toBe('これは日本語のテストです。');
  });

  it('says when a file is empty, or holds fewer lines than the offset', async () => {
    files.write('empty', '');
    files.write('newline', '\n');
    expect((await read({ file_path: 'empty' })).output).toBe('empty is empty.');
    expect((await read({ file_path: 'newline' })).output).toBe('\n');
    expect(await read({ file_path: 'newline', offset: 5 })).toMatchObject({
      errorType: 'invalid_tool_params',
      output: 'newline has 1 lines; "offset" 5 is beyond its end.',
    });
  });
});

describe('read_file: large files', () => {
  it('streams to the lines asked for, without holding or remembering the file', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const file = files.write('big.log', line.repeat(120_000));
    const result = await read({ file_path: file, offset: 100_000, limit: 2 });
    expect(result.output).toBe(`${line}${line}\n[Lines 100001-100002. To read on: offset 100002.]`);
    expect(files.context.readState.has(file)).toBe(false);
    const end = await read({ file_path: file, offset: 119_999 });
    expect(end.output).toContain('[Lines 120000-120000 of 120000.]');
  });

  it('reads the start of a file of gigabytes at once', async () => {
    const file = files.write('huge.txt', 'first\nsecond\n');
    const handle = openSync(file, 'r+');
    writeSync(handle, 'a'.repeat(200_000), 13);
    ftruncateSync(handle, 8 * 1024 ** 3);
    closeSync(handle);
    const { output } = await read({ file_path: file, limit: 2 });
    expect(output).toBe('first\nsecond\n\n[Lines 1-2. To read on: offset 2.]');
  });

  it('stops when aborted', async () => {
    files.write('big.log', 'y\n'.repeat(8_000_000));
    const controller = new AbortController();
    const reading = read({ file_path: 'big.log', offset: 7_999_999 }, { signal: controller.signal });
    controller.abort();
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});

describe('read_file: other contents', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  it('attaches images by what they are, whatever their name', async () => {
    files.write('picture.txt', png);
    expect(await read({ file_path: 'picture.txt' })).toEqual({
      output: `Image picture.txt (image/png, ${png.length} bytes) is attached.`,
      media: [{ inlineData: { mimeType: 'image/png', data: png.toString('base64') } }],
      display: 'Image, image/png',
    });
  });

  it.each([6, 12])('refuses an image of %i MB with advice', async (megabytes) => {
    files.write('a.png', Buffer.concat([png, Buffer.alloc(megabytes * 1024 * 1024)]));
    const result = await read({ file_path: 'a.png' });
    expect(result.errorType).toBe('file_too_large');
    expect(result.output).toMatch(/image of \d+\.0 MB; at most 5\.0 MB .*smaller copy/);
  });

  it('returns the text of PDF pages', async () => {
    files.write('a.pdf', pdfWithPages(['Hello from page one', 'Second page', 'Third page']));
    expect((await read({ file_path: 'a.pdf' })).output).toBe(
      '--- Page 1 ---\nHello from page one\n--- Page 2 ---\nSecond page\n--- Page 3 ---\nThird page\n',
    );
    expect((await read({ file_path: 'a.pdf', pages: '2' })).output).toBe(
      '--- Page 2 ---\nSecond page\n\n[3 pages. To read on: pages "3-".]',
    );
    expect(await read({ file_path: 'a.pdf', pages: '7-9' })).toMatchObject({
      errorType: 'invalid_tool_params',
      output: 'a.pdf has 3 pages; there is no page 7.',
    });
  });

  it('refuses broken PDF files and those without text', async () => {
    files.write('broken.pdf', '%PDF-1.4\nnot really');
    files.write('scan.pdf', pdfWithPages(['']));
    expect((await read({ file_path: 'broken.pdf' })).output).toMatch(/^Cannot read the PDF broken\.pdf: /);
    expect((await read({ file_path: 'scan.pdf' })).output).toMatch(/hold no text .*pdftoppm/);
  });

  it.each([
    ['song.mp3', 'an audio file'],
    ['film.mp4', 'a video file'],
    ['all.zip', 'an archive'],
    ['data.bin', 'a binary file'],
    ['photo.heic', 'an image in a format that models do not take'],
  ])('refuses %s as %s', async (name, what) => {
    files.write(name, Buffer.from([0, 1, 2, 3, 0xff]));
    const result = await read({ file_path: name });
    expect(result.errorType).toBe('execution_failed');
    expect(result.output).toContain(`${name} is ${what}; its content cannot be shown. `);
  });

  it('refuses folders and pipes', async () => {
    files.write('src/a', '');
    execFileSync('mkfifo', [files.path('pipe')]);
    expect((await read({ file_path: 'src' })).output).toMatch(/is a directory\. Use list_directory/);
    expect((await read({ file_path: 'pipe' })).output).toMatch(/not a regular file/);
  });
});

describe('read_file: refusals', () => {
  it('names files like a missing one', async () => {
    files.write('src/index.ts', '');
    expect(await read({ file_path: 'src/Index.tsx' })).toEqual({
      output: 'There is no file src/Index.tsx. Did you mean src/index.ts?',
      errorType: 'file_not_found',
    });
    expect((await read({ file_path: 'zzz' })).output).toBe('There is no file zzz. Use glob to find it.');
    expect((await read({ file_path: 'src/index.ts/x' })).output).toMatch(/a part of the path is a file/);
  });

  it('reads files that git ignores, but none that .qwenignore does', async () => {
    files.write('.gitignore', '*.log\n');
    files.write('.qwenignore', 'secrets/\n');
    files.write('a.log', 'log');
    files.write('secrets/key', 'hidden');
    expect((await read({ file_path: 'a.log' })).output).toBe('log');
    expect(await read({ file_path: 'secrets/key' })).toEqual({
      output: 'secrets/key is excluded by .qwenignore and may not be read.',
      errorType: 'permission_denied',
    });
  });

  it('refuses arguments that mean nothing', () => {
    const problem = (params: object): string | null =>
      tool.validate!({ file_path: 'a', ...params }, files.context.workspace);
    expect(problem({})).toBeNull();
    for (const file_path of [' ', 'a\nb', 'a\0b']) expect(problem({ file_path })).toBe('"file_path" must be a path.');
    expect(problem({ offset: -1 })).toMatch(/"offset" is -1/);
    expect(problem({ limit: 0 })).toMatch(/"limit" is 0/);
    for (const pages of ['x', '0', '5-2', '1-21', '1-2-3']) expect(problem({ pages }), pages).toMatch(/"pages" is/);
    for (const pages of ['1', '1-20', ' 3 - 5 ', '7-']) expect(problem({ pages }), pages).toBeNull();
  });

  it('describes the call in one line', () => {
    const { workspace } = files.context;
    expect(tool.describe({ file_path: files.path('a.ts') }, workspace)).toBe('a.ts');
    expect(tool.describe({ file_path: 'a.ts', offset: 10, limit: 5 }, workspace)).toBe('a.ts from line 11, 5 lines');
    expect(tool.describe({ file_path: 'a.pdf', pages: '1-2' }, workspace)).toBe('a.pdf pages 1-2');
  });
});
