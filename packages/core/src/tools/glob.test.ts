import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { createGlobTool, type GlobParams } from './glob.js';
import type { ToolContext, ToolResult } from './tool.js';

const NAMES = ['src/a.ts', 'src/deep/b.ts', 'src/deep/c.tsx', 'README.md', '.github/ci.yml', 'src/[id].ts'];
let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace({ '.gitignore': 'dist/\n', 'dist/a.ts': '', 'dist/sub/b.ts': '' });
  for (const [index, name] of NAMES.entries()) setTime(name, 1_000 + index);
});
afterEach(() => files.remove());

const setTime = (name: string, seconds: number): void => utimesSync(files.write(name, ''), seconds, seconds);
const tool = createGlobTool();
const glob = (params: GlobParams, context: Partial<ToolContext> = {}): Promise<ToolResult> =>
  tool.execute(params, { ...files.context, ...context });
const paths = async (pattern: string, path?: string): Promise<string[]> =>
  (await glob({ pattern, path })).output.split('\n');

describe('glob', () => {
  it('returns paths newest first, by name when of the same time', async () => {
    expect(await paths('src/**/*.ts')).toEqual(['src/[id].ts', 'src/deep/b.ts', 'src/a.ts']);
    setTime('src/z.ts', 5_000);
    setTime('src/b.ts', 5_000);
    expect((await paths('src/*.ts')).slice(0, 2)).toEqual(['src/b.ts', 'src/z.ts']);
  });

  it('knows braces, hidden files, any case and literal names', async () => {
    expect(await paths('**/*.{tsx,md}')).toEqual(['README.md', 'src/deep/c.tsx']);
    expect(await paths('**/*.yml')).toEqual(['.github/ci.yml']);
    expect(await paths('**/readme.md')).toEqual(['README.md']);
    expect(await paths('./src/a.ts')).toEqual(['src/a.ts']);
  });

  it('searches below a path, and takes absolute patterns', async () => {
    expect(await paths('*.ts', 'src/deep')).toEqual(['src/deep/b.ts']);
    expect(await paths(`${files.directory}/src/deep/*`)).toEqual(['src/deep/c.tsx', 'src/deep/b.ts']);
    expect(await paths('../deep/*.tsx', 'src/deep')).toEqual(['src/deep/c.tsx']);
  });

  it('leaves out ignored files unless an ignored folder is named', async () => {
    expect(await paths('**/b.ts')).toEqual(['src/deep/b.ts']);
    expect((await paths('**/*.ts', 'dist')).sort()).toEqual(['dist/a.ts', 'dist/sub/b.ts']);
    expect((await paths('dist/**/*.ts')).sort()).toEqual(['dist/a.ts', 'dist/sub/b.ts']);
    mkdirSync(files.path('.git'));
    files.write('.git/config.ts', '');
    expect(await paths('**/config.ts')).toEqual(['No files match "**/config.ts".']);
  });

  it('lists links to files, but does not walk through links to folders', async () => {
    symlinkSync('a.ts', files.path('src/link.ts'));
    symlinkSync('..', files.path('src/loop'));
    symlinkSync('gone', files.path('src/gone.ts'));
    expect((await paths('src/**/{link,gone,a}.ts')).sort()).toEqual(['src/a.ts', 'src/gone.ts', 'src/link.ts']);
  });

  it('says how many are left out', async () => {
    for (let index = 0; index < 150; index++) files.write(`many/${index}.txt`, '');
    const { output, display } = await glob({ pattern: 'many/*.txt' });
    expect(output.split('\n')).toHaveLength(101);
    expect(output).toMatch(/\n\[50 more files match; narrow the pattern or path\]$/);
    expect(display).toBe('150 files');
    const small = await glob({ pattern: 'many/*.txt' }, { maxOutputCharacters: 500 });
    expect(small.output.length).toBeLessThanOrEqual(500);
  });

  it('gives a hint when nothing matches or the folder is missing', async () => {
    expect((await glob({ pattern: '*.ts' })).output).toBe(
      'No files match "*.ts". For files in subfolders use "**/*.ts".',
    );
    expect(await glob({ pattern: '*', path: 'scr' })).toMatchObject({
      errorType: 'file_not_found',
      output: 'There is no directory scr. Did you mean src?',
    });
    expect((await glob({ pattern: '*', path: 'README.md' })).output).toMatch(/is a file; give a folder/);
    expect(tool.validate!({ pattern: ' ' }, files.context.workspace)).toMatch(/is empty/);
  });

  it('names the folder of a search only where it is another than the workspace', () => {
    const { workspace } = files.context;
    const described = (path?: string): string => tool.describe({ pattern: '**/*.ts', path }, workspace);
    expect([described(), described(workspace.cwd), described(`${workspace.cwd}/src`)]).toEqual([
      '**/*.ts',
      '**/*.ts',
      '**/*.ts in src',
    ]);
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('stop'));
    await expect(glob({ pattern: '**/*' }, { signal: controller.signal })).rejects.toThrow('stop');
  });
});
