import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { createEditTool, type EditParams } from './edit.js';
import { FileReadState } from './files/fileReadState.js';
import type { ToolResult } from './tool.js';

const tool = createEditTool();
let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace({ 'a.ts': 'const a = 1;\nconst b = 1;\n\nexport { a, b };\n' });
  files.remember('a.ts');
});
afterEach(() => files.remove());

const edit = (old_string: string, new_string: string, more: Partial<EditParams> = {}): Promise<ToolResult> =>
  tool.execute({ file_path: 'a.ts', old_string, new_string, ...more }, files.context);

describe('edit', () => {
  it('replaces one occurrence, again and again without reading', async () => {
    expect((await edit('const a = 1;', 'const a = 2;')).output).toBe('Edited a.ts: 1 replacement (line 1).');
    expect((await edit('const b = 1;', 'const b = 3;')).output).toBe('Edited a.ts: 1 replacement (line 2).');
    expect(files.read('a.ts')).toBe('const a = 2;\nconst b = 3;\n\nexport { a, b };\n');
  });

  it('replaces all occurrences when asked to, else refuses and counts them', async () => {
    expect(await edit('= 1;', '= 2;')).toEqual({
      output:
        '"old_string" occurs 2 times in a.ts (lines 1, 2). Add surrounding lines to make it unique, or set "replace_all".',
      errorType: 'edit_multiple_matches',
    });
    expect((await edit('= 1;', '= 2;', { replace_all: true })).output).toBe(
      'Edited a.ts: 2 replacements (lines 1, 2).',
    );
    expect(files.read('a.ts')).toContain('const a = 2;\nconst b = 2;\n');
  });

  it('shows the closest lines when nothing matches', async () => {
    expect(await edit('const b  = 1;\n\nexport  { a, b };', 'x')).toEqual({
      output:
        '"old_string" does not occur in a.ts. Closest are the lines from 2 on (only spaces or tabs differ):\nconst b = 1;\n\nexport { a, b };',
      errorType: 'edit_no_match',
    });
    expect((await edit('qqqqqq', 'x')).output).toMatch(/nor anything like it\. Read the file again\.$/);
  });

  it('creates a new file from an empty old_string, and only then', async () => {
    expect((await edit('', 'hello\n', { file_path: 'new/b.ts' })).output).toBe('Created new/b.ts.');
    expect(files.read('new/b.ts')).toBe('hello\n');
    expect((await edit('', 'x')).output).toMatch(/a\.ts exists already/);
    expect(await edit('x', 'y', { file_path: 'A.tsx' })).toEqual({
      output: 'There is no file A.tsx. Did you mean a.ts?',
      errorType: 'file_not_found',
    });
    files.write('empty', '');
    files.remember('empty');
    expect((await edit('', 'filled', { file_path: 'empty' })).output).toMatch(/^Edited empty/);
  });

  it('refuses files never read, changed since, or outside', async () => {
    files.write('b.ts', 'x');
    expect(await edit('x', 'y', { file_path: 'b.ts' })).toMatchObject({ errorType: 'file_not_read' });
    writeFileSync(files.path('a.ts'), 'const a = 1; // by hand');
    expect(await edit('const a = 1;', 'const a = 2;')).toMatchObject({ errorType: 'file_changed' });
    expect(files.read('a.ts')).toBe('const a = 1; // by hand');
    expect(await edit('', 'y', { file_path: '../c.ts' })).toMatchObject({ errorType: 'path_not_in_workspace' });
  });

  it('refuses edits that change nothing', async () => {
    const params = { file_path: 'a.ts', old_string: 'a', new_string: 'a' };
    expect(tool.validate!(params, files.context.workspace)).toMatch(/nothing to change/);
    files.write('a.ts', 'a\nb');
    files.remember('a.ts');
    expect((await edit('a\nb', 'a\r\nb')).output).toMatch(/would leave a\.ts as it is/);
  });

  it('previews what it will do, and nothing when it would fail', async () => {
    const params = { file_path: 'a.ts', old_string: 'const a = 1;', new_string: 'let a = 1;' };
    const preview = await tool.preview!(params, files.context);
    expect(preview).toMatchObject({ type: 'edit', title: 'Edit a.ts' });
    expect((preview as { diff: { fileDiff: string } }).diff.fileDiff).toContain('-const a = 1;\n+let a = 1;\n');
    expect(await tool.preview!({ ...params, old_string: 'nowhere' }, files.context)).toBeNull();
    expect((await tool.execute(params, files.context)).display).toEqual((preview as { diff: unknown }).diff);
  });

  it('keeps legacy encodings, and refuses what they cannot hold', async () => {
    const text = 'これは日本語のテストです。\r\nこんにちは世界。\r\n';
    files.write('a.ts', iconv.encode(text, 'shift_jis'));
    files.remember('a.ts');
    await edit('世界', '日本');
    expect(readFileSync(files.path('a.ts'))).toEqual(iconv.encode(text.replace('世界', '日本'), 'shift_jis'));
    expect((await edit('日本。', '😀')).output).toMatch(/no room for some characters/);
  });

  it('refuses to damage bytes that it cannot read', async () => {
    const bytes = Buffer.concat([Buffer.from('wörld äöü\n'.repeat(50)), Buffer.from([0xff, 0xfe, 0x0a])]);
    files.write('a.ts', bytes);
    files.remember('a.ts');
    expect((await edit('wörld äöü\n', 'x', { replace_all: true })).output).toMatch(/an edit would destroy/);
    expect(readFileSync(files.path('a.ts'))).toEqual(bytes);
  });

  it('round-trips any text in any line endings, mark included', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll(/[\r\n\0]/g, ''));
    const lines = fc.array(line, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(lines, lines, fc.boolean(), fc.boolean(), async (before, after, crlf, mark) => {
        const ending = crlf ? '\r\n' : '\n';
        const text = [...before, '<<MARK>>', ...after, ''].join(ending);
        const bytes = Buffer.concat([Buffer.from(mark ? [0xef, 0xbb, 0xbf] : []), Buffer.from(text)]);
        fc.pre(mark || !text.startsWith('\ufeff'));
        files.write('a.ts', bytes);
        files.remember('a.ts');
        const there = await edit('<<MARK>>\n', '<<ONE>>\n<<TWO>>\n');
        expect(there.errorType).toBeUndefined();
        expect(files.read('a.ts')).toContain(`<<ONE>>${ending}<<TWO>>${ending}`);
        const back = await edit('<<ONE>>\n<<TWO>>', '<<MARK>>');
        expect(back.errorType).toBeUndefined();
        expect(readFileSync(files.path('a.ts'))).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });

  it('loses no edit of agents that work side by side', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    files.write('a.ts', numbers.map((number) => `<${number}>\n`).join(''));
    const agents = numbers.map(() => new FileReadState());
    for (const agent of agents) agent.remember(files.path('a.ts'), files.read('a.ts'));
    const results = await Promise.all(
      numbers.map((number) => {
        const params = { file_path: 'a.ts', old_string: `<${number}>`, new_string: `[${number}]` };
        return tool.execute(params, { ...files.context, readState: agents[number]! });
      }),
    );
    const failed = results.map(({ errorType }) => errorType).filter((errorType) => errorType !== undefined);
    expect(failed).toEqual(Array.from({ length: 19 }, () => 'file_changed'));
    expect(files.read('a.ts').match(/\[\d+\]/g)).toHaveLength(1);
  });

  it('stops before it writes when aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    const context = { ...files.context, signal: controller.signal };
    const params = { file_path: 'a.ts', old_string: 'const a', new_string: 'let a' };
    await expect(tool.execute(params, context)).rejects.toThrow();
    expect(files.read('a.ts')).toContain('const a');
  });
});
