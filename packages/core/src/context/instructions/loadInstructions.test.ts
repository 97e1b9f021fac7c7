import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../../test/support/temporaryWorkspace.js';
import { MAX_FILE_CHARACTERS } from './instructionCollector.js';
import { loadInstructions, type Instructions, type InstructionSources } from './loadInstructions.js';

let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace();
});
afterEach(() => files.remove());

const load = (sources: Partial<InstructionSources> = {}): Promise<Instructions> =>
  loadInstructions({ cwd: files.directory, globalDirectory: path.join(files.outside, 'home'), ...sources });

/** Paths from the folder that holds the project. */
const pathsOf = ({ files: loaded }: Instructions): string[] =>
  loaded.map((file) => path.relative(files.outside, file.path));

describe('loadInstructions: places', () => {
  it('finds nothing where there is nothing', async () => {
    expect(await load()).toEqual({ files: [], text: '', warnings: [] });
  });

  it('goes from the global folder through the repository down to the working directory', async () => {
    for (const folder of ['../home', '..', '.', 'packages', 'packages/core', 'packages/core/src', 'other']) {
      files.write(`${folder}/QWEN.md`, `rules of ${folder}\n`);
    }
    files.write('packages/AGENTS.md', 'agents');
    mkdirSync(files.path('.git'));
    const loaded = await load({ cwd: files.path('packages/core') });
    expect(pathsOf(loaded)).toEqual([
      'home/QWEN.md',
      'project/QWEN.md',
      'project/packages/QWEN.md',
      'project/packages/AGENTS.md',
      'project/packages/core/QWEN.md',
    ]);
    expect(
      loaded.text.startsWith(`Instructions from ${path.join(files.outside, 'home/QWEN.md')}:\n\nrules of ../home\n`),
    ).toBe(true);
  });

  it('looks at the working directory alone outside of repositories', async () => {
    files.write('QWEN.md', 'above');
    files.write('deep/AGENTS.md', 'here');
    expect(pathsOf(await load({ cwd: files.path('deep') }))).toEqual(['project/deep/AGENTS.md']);
  });

  it('takes other names and further folders', async () => {
    files.write('QWEN.md', 'not this');
    files.write('RULES.md', 'this');
    files.write('../lib/RULES.md', 'that');
    const loaded = await load({ fileNames: ['RULES.md'], includeDirectories: ['../lib'] });
    expect(pathsOf(loaded)).toEqual(['project/RULES.md', 'lib/RULES.md']);
  });

  it('takes each file once, whatever leads to it', async () => {
    files.write('QWEN.md', '@AGENTS.md @./QWEN.md');
    files.write('AGENTS.md', 'agents');
    mkdirSync(files.path('sub'));
    symlinkSync('../AGENTS.md', files.path('sub/QWEN.md'));
    expect(pathsOf(await load({ includeDirectories: ['sub', '.'] }))).toEqual(['project/QWEN.md', 'project/AGENTS.md']);
  });
});

describe('loadInstructions: contents', () => {
  it('gives contents as on disk, and the same bytes every time', async () => {
    const content = '\ufeff# Rules\r\n\r\nUse  tabs.\t\n\n\n';
    files.write('QWEN.md', content);
    const loaded = await load();
    expect(loaded.files[0]).toEqual({
      path: files.path('QWEN.md'),
      content: content.slice(1),
      characters: content.length - 1,
    });
    expect(loaded.text).toBe(`Instructions from ${files.path('QWEN.md')}:\n\n${content.slice(1)}`);
    expect(await load()).toEqual(loaded);
  });

  it('cuts long files at a line, with a notice in the text and a warning', async () => {
    const line = `${'x'.repeat(99)}\n`;
    files.write('QWEN.md', line.repeat(1_000));
    const { files: loaded, warnings } = await load();
    const kept = line.repeat(MAX_FILE_CHARACTERS / 100);
    expect(loaded[0]?.content).toBe(`${kept}\n[60000 of 100000 characters left out; read the file for the rest.]`);
    expect(warnings).toEqual([expect.stringContaining('longer than 40000 characters')]);
  });

  it('warns of files that are not text and leaves out blank ones', async () => {
    files.write('QWEN.md', Buffer.from([0, 1, 2]));
    files.write('AGENTS.md', ' \n');
    const loaded = await load();
    expect(loaded.files).toEqual([]);
    expect(loaded.warnings).toEqual([
      `${files.path('QWEN.md')} is not a text file of reasonable size; it is left out.`,
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('warns of files that may not be read', async () => {
    chmodSync(files.write('QWEN.md', 'x'), 0);
    expect((await load()).warnings).toEqual([`Cannot read ${files.path('QWEN.md')}: permission denied.`]);
  });
});

describe('loadInstructions: imports', () => {
  it('adds imported files after the file that imports them, relative to it', async () => {
    files.write('QWEN.md', 'See @docs/a.md and @./docs/b.md, `@docs/no.md`.\n');
    files.write('docs/a.md', 'a, with @deep/c.md\n');
    files.write('docs/b.md', 'b\n');
    files.write('docs/no.md', 'no\n');
    files.write('docs/deep/c.md', 'c\n');
    const loaded = await load();
    expect(pathsOf(loaded)).toEqual([
      'project/QWEN.md',
      'project/docs/a.md',
      'project/docs/deep/c.md',
      'project/docs/b.md',
    ]);
    expect(loaded.warnings).toEqual([]);
  });

  it('warns of missing files, not of mentions', async () => {
    files.write('QWEN.md', 'Ask @alice about @types/node, @missing.md and @./gone.');
    expect((await load()).warnings).toEqual([
      `${files.path('QWEN.md')} imports @missing.md, which is no file.`,
      `${files.path('QWEN.md')} imports @./gone, which is no file.`,
    ]);
  });

  it('refuses imports from outside the project, links included, unless the global file makes them', async () => {
    files.write('../secret.md', 'secret');
    symlinkSync('../secret.md', files.path('link.md'));
    files.write('QWEN.md', `@../secret.md @link.md @${path.join(files.outside, 'secret.md')}`);
    const refused = await load();
    expect(pathsOf(refused)).toEqual(['project/QWEN.md']);
    expect(refused.warnings).toHaveLength(3);
    files.write('../home/QWEN.md', '@../secret.md');
    expect(pathsOf(await load())).toEqual(['home/QWEN.md', 'secret.md', 'project/QWEN.md']);
  });

  it('allows imports from the whole repository and from included folders', async () => {
    mkdirSync(files.path('.git'));
    files.write('shared.md', 'shared');
    files.write('../lib/more.md', 'more');
    files.write('sub/QWEN.md', '@../shared.md @../../lib/more.md');
    const loaded = await load({ cwd: files.path('sub'), includeDirectories: ['../../lib'] });
    expect(pathsOf(loaded)).toEqual(['project/sub/QWEN.md', 'project/shared.md', 'lib/more.md']);
  });

  it('follows five imports deep', async () => {
    files.write('QWEN.md', '@1.md');
    for (let depth = 1; depth <= 7; depth++) files.write(`${depth}.md`, `@${depth + 1}.md`);
    const loaded = await load();
    expect(pathsOf(loaded).at(-1)).toBe('project/5.md');
    expect(loaded.warnings).toEqual([`${files.path('5.md')} imports @6.md, which is more than 5 imports deep.`]);
  });

  it('ends for any web of imports, with each file once', async () => {
    const names = ['QWEN.md', 'a.md', 'b.md', 'c.md', 'd.md'];
    const imports = fc.array(fc.subarray(names), { minLength: names.length, maxLength: names.length });
    await fc.assert(
      fc.asyncProperty(imports, async (targets) => {
        names.forEach((name, index) =>
          files.write(name, `${name}: ${(targets[index] as string[]).map((target) => `@${target}`).join(' ')}`),
        );
        const loaded = await load();
        const paths = pathsOf(loaded);
        expect(new Set(paths).size).toBe(paths.length);
        expect(paths[0]).toBe('project/QWEN.md');
        expect(loaded).toEqual(await load());
      }),
      { numRuns: 50 },
    );
  });
});
