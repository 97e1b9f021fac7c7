import { chmodSync, mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { createGrepSearchTool, type GrepSearchParams, type GrepSearchSettings } from './grepSearch.js';
import { IgnoreRules } from './files/ignoreRules.js';
import { searchWithRipgrep } from './search/ripgrep.js';
import { findRipgrep } from './search/ripgrepPath.js';
import type { ToolContext, ToolResult } from './tool.js';

let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace({
    '.gitignore': 'dist/\n*.log\n',
    '.qwenignore': 'private/\n',
    '.ignore': 'b.ts\n',
    'a.ts': 'export const Alpha = 1;\nconst beta = alpha(2);\n',
    'a/z.ts': 'alpha in a/z\n',
    'a-b/y.ts': 'alpha in a-b\n',
    'b.ts': 'no match here\nalpha: colon: in text\r\n',
    'c.md': '# alpha\n',
    '.hidden/h.ts': 'alpha hidden\n',
    'dist/out.ts': 'alpha built\n',
    'x.log': 'alpha logged\n',
    'private/p.ts': 'alpha private\n',
    'a/.qwenignore': 'kept.ts\n',
    'a/kept.ts': 'alpha kept from the model\n',
    'data.bin': Buffer.from('alpha\0alpha\n'),
    'utf16.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('grün alpha\n', 'utf16le')]),
  });
});
afterEach(() => files.remove());

const engines: Array<[string, GrepSearchSettings]> = [
  ['ripgrep', {}],
  ['the plain search', { useRipgrep: false }],
];

describe.each(engines)('grep_search with %s', (_name, settings) => {
  const tool = createGrepSearchTool(settings);
  const grep = (params: GrepSearchParams, context: Partial<ToolContext> = {}): Promise<ToolResult> =>
    tool.execute(params, { ...files.context, ...context });
  const lines = async (params: GrepSearchParams): Promise<string[]> => (await grep(params)).output.split('\n');

  it('finds lines in the order of paths, without what is ignored, binary or in .git', async () => {
    files.write('.git/config', 'alpha\n');
    expect(await grep({ pattern: 'alpha' })).toEqual({
      output: [
        '.hidden/h.ts:1:alpha hidden',
        'a/z.ts:1:alpha in a/z',
        'a-b/y.ts:1:alpha in a-b',
        'a.ts:1:export const Alpha = 1;',
        'a.ts:2:const beta = alpha(2);',
        'b.ts:2:alpha: colon: in text',
        'c.md:1:# alpha',
        'utf16.txt:1:grün alpha',
      ].join('\n'),
      display: '8 matches',
    });
  });

  it('takes regular expressions, with case on request', async () => {
    expect(await lines({ pattern: '^const\\s+\\w+ = alpha\\(\\d\\)' })).toEqual(['a.ts:2:const beta = alpha(2);']);
    expect(await lines({ pattern: '(?<=const )alpha' })).toEqual(['a.ts:1:export const Alpha = 1;']);
    expect(await lines({ pattern: '(?-i)Alpha' })).toEqual(['a.ts:1:export const Alpha = 1;']);
    expect(await lines({ pattern: '-b$' })).toEqual(['a-b/y.ts:1:alpha in a-b']);
  });

  it('searches a folder, a file, or files of a glob', async () => {
    expect(await lines({ pattern: 'alpha', path: 'a' })).toEqual(['a/z.ts:1:alpha in a/z']);
    expect(await lines({ pattern: 'alpha', path: files.path('c.md') })).toEqual(['c.md:1:# alpha']);
    expect(await lines({ pattern: 'alpha', glob: '*.md' })).toEqual(['c.md:1:# alpha']);
    expect(await lines({ pattern: 'alpha', glob: 'a/*.ts' })).toEqual(['a/z.ts:1:alpha in a/z']);
    expect(await lines({ pattern: 'alpha', glob: '*.{md,log}' })).toEqual(['c.md:1:# alpha']);
    expect((await lines({ pattern: 'alpha', glob: '!*.ts' })).map((line) => line.split(':')[0])).toEqual([
      'c.md',
      'utf16.txt',
    ]);
  });

  it('searches ignored files that are named outright, but none kept from the model', async () => {
    expect(await lines({ pattern: 'alpha', path: 'dist' })).toEqual(['dist/out.ts:1:alpha built']);
    expect(await lines({ pattern: 'alpha', path: 'x.log' })).toEqual(['x.log:1:alpha logged']);
    expect(await grep({ pattern: 'alpha', path: 'private/p.ts' })).toMatchObject({ errorType: 'permission_denied' });
    expect(await lines({ pattern: 'alpha', path: 'private' })).toEqual(['No matches for "alpha" in private.']);
  });

  it('stops at the limit, and at the largest output, and says so', async () => {
    expect(await lines({ pattern: 'alpha', limit: 2 })).toEqual([
      '.hidden/h.ts:1:alpha hidden',
      'a/z.ts:1:alpha in a/z',
      '[First 2 matches; there are more. Narrow the pattern, glob or path, or raise limit]',
    ]);
    files.write('many.txt', `needle ${'x'.repeat(2_000)}\n`.repeat(300));
    const all = await grep({ pattern: 'needle', limit: 1_000 });
    expect(all.output.length).toBeLessThanOrEqual(25_000);
    expect(all.output).toContain('… [line cut]');
    expect((await grep({ pattern: 'needle' }, { maxOutputCharacters: 10_000_000 })).display).toBe('100+ matches');
  });

  it('says what is wrong with a pattern, glob or path', async () => {
    const broken = await grep({ pattern: 'foo(' });
    expect(broken.errorType).toBe('invalid_tool_params');
    expect(broken.output).toMatch(/not valid: .*[Uu](nclosed|nterminated) group.*Escape/);
    expect(await grep({ pattern: 'x', path: 'c.mx' })).toMatchObject({
      errorType: 'file_not_found',
      output: 'There is no c.mx. Did you mean c.md?',
    });
    expect((await grep({ pattern: 'zebra', glob: '*.md', path: 'a' })).output).toBe(
      'No matches for "zebra" in a (files: *.md).',
    );
  });

  it('stops when aborted, also in the midst of a long search', async () => {
    files.write('long.txt', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n'.repeat(200_000));
    const controller = new AbortController();
    const search = grep({ pattern: 'b$' }, { signal: controller.signal });
    controller.abort(new Error('stop'));
    await expect(search).rejects.toThrow('stop');
    await expect(grep({ pattern: 'b' }, { signal: controller.signal })).rejects.toThrow('stop');
  });
});

describe('grep_search', () => {
  it('finds the packaged program, and only where it is wanted', async () => {
    expect(await findRipgrep()).toContain('ripgrep');
    const outside = await findRipgrep(false);
    expect(outside === undefined || !outside.includes('node_modules')).toBe(true);
  });

  it('respects git rules in a subfolder, with the repository above the workspace', async () => {
    mkdirSync(`${files.outside}/.git`);
    files.write('../.gitignore', 'skip-me.ts\n');
    files.write('a/skip-me.ts', 'alpha skipped\n');
    const { output } = await createGrepSearchTool().execute({ pattern: 'alpha', path: 'a' }, files.context);
    expect(output).toBe('a/z.ts:1:alpha in a/z');
  });

  it.skipIf(process.platform === 'win32')('searches plainly when the program does not start', async () => {
    const file = files.write('../bin/rg', '#!/no/such/interpreter\n');
    chmodSync(file, 0o755);
    const request = {
      pattern: 'alpha',
      directory: files.path('a'),
      rules: await IgnoreRules.forSearch(files.context.workspace, files.path('a')),
      signal: files.context.signal,
    };
    const matches = [];
    for await (const match of searchWithRipgrep(file, request)) matches.push(match);
    expect(matches).toEqual([{ file: files.path('a/z.ts'), line: 1, text: 'alpha in a/z' }]);
    files.write('../bin/rg', '#!/bin/sh\nkill -9 $$\n');
    await expect(searchWithRipgrep(file, request).next()).rejects.toThrow('ended from outside');
  });

  it('ends the program when enough is found', async () => {
    files.write('endless.txt', 'needle\n'.repeat(2_000_000));
    const { output } = await createGrepSearchTool().execute({ pattern: 'needle', limit: 1 }, files.context);
    expect(output).toMatch(/^endless\.txt:1:needle\n\[First 1 matches/);
  });

  it('refuses patterns that cannot match', () => {
    const problem = (params: GrepSearchParams): string | null =>
      createGrepSearchTool().validate!(params, files.context.workspace);
    expect(problem({ pattern: '' })).toMatch(/is empty/);
    expect(problem({ pattern: 'a\nb' })).toMatch(/line break/);
    expect(problem({ pattern: 'a', limit: 0 })).toMatch(/"limit" is 0/);
    expect(problem({ pattern: 'a' })).toBeNull();
  });
});
