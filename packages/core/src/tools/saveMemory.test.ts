import { symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import { addMemory, createSaveMemoryTool, MEMORY_SECTION, type SaveMemoryParams } from './saveMemory.js';

let files: TemporaryWorkspace;
beforeEach(() => {
  files = new TemporaryWorkspace();
});
afterEach(() => files.remove());

const tool = () => createSaveMemoryTool({ globalDirectory: path.join(files.outside, 'home') });
const save = (params: SaveMemoryParams) => tool().execute(params, files.context);

describe('save_memory', () => {
  it('keeps facts in the global file unless told otherwise', async () => {
    const file = path.join(files.outside, 'home', 'QWEN.md');
    expect((await save({ fact: 'Likes tabs.' })).output).toBe(`Saved in ${file}.`);
    expect((await save({ fact: 'Speaks French.', scope: 'global' })).output).toBe(`Saved in ${file}.`);
    expect(files.read('../home/QWEN.md')).toBe('## Qwen Added Memories\n- Likes tabs.\n- Speaks French.\n');
  });

  it('keeps facts of the project in its file, among what stands there', async () => {
    files.write('QWEN.md', '# Rules\n\nBe kind.\n\n## Qwen Added Memories\n- One\n\n## Later\n\nText\n');
    const params: SaveMemoryParams = { fact: ' - Two\n  lines ', scope: 'project' };
    const preview = await tool().preview!(params, files.context);
    expect(preview).toMatchObject({ type: 'edit', title: 'Remember in QWEN.md' });
    const { output, display } = await save(params);
    expect(output).toBe('Saved in QWEN.md.');
    expect(preview).toMatchObject({ diff: display });
    expect(files.read('QWEN.md')).toBe(
      '# Rules\n\nBe kind.\n\n## Qwen Added Memories\n- One\n- Two lines\n\n## Later\n\nText\n',
    );
  });

  it('does not save a fact twice', async () => {
    await save({ fact: 'Once', scope: 'project' });
    expect((await save({ fact: 'Once', scope: 'project' })).output).toBe('QWEN.md holds this fact already.');
    expect(await tool().preview!({ fact: 'Once', scope: 'project' }, files.context)).toBeNull();
  });

  it('does not write through a link out of the workspace', async () => {
    symlinkSync('../elsewhere.md', files.path('QWEN.md'));
    expect(await save({ fact: 'x', scope: 'project' })).toMatchObject({ errorType: 'path_not_in_workspace' });
  });

  it('lets the model edit on when it knew the file, and only then', async () => {
    files.write('QWEN.md', 'text\n');
    await save({ fact: 'A', scope: 'project' });
    expect(files.context.readState.has(files.path('QWEN.md'))).toBe(false);
    files.remember('QWEN.md');
    await save({ fact: 'B', scope: 'project' });
    expect(files.context.readState.isCurrent(files.path('QWEN.md'), files.read('QWEN.md'))).toBe(true);
  });

  it('takes the name of the file from its settings', async () => {
    const own = createSaveMemoryTool({ globalDirectory: files.directory, fileName: 'CONTEXT.md' });
    await own.execute({ fact: 'x' }, files.context);
    expect(files.read('CONTEXT.md')).toContain('- x\n');
  });

  it('refuses an empty fact', () => {
    expect(tool().validate!({ fact: ' - \n' }, files.context.workspace)).toBe('"fact" is empty.');
  });
});

describe('addMemory', () => {
  it('keeps every line there was, in order, and adds the fact under one heading', () => {
    const line = fc.constantFrom('', '# Title', MEMORY_SECTION, '- fact', 'text', '### Sub');
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, ending) => {
        const text = lines.join(ending);
        const result = addMemory(text, 'new fact');
        expect(result).not.toBeNull();
        const after = result!.split(/\r?\n/).filter((each) => each !== '');
        const expected = lines.filter((each) => each !== '');
        const added = expected.includes(MEMORY_SECTION) ? ['- new fact'] : [MEMORY_SECTION, '- new fact'];
        for (const each of added) after.splice(after.lastIndexOf(each), 1);
        expect(after).toEqual(expected);
        expect(addMemory(result!, 'new fact')).toBeNull();
      }),
    );
  });

  it('keeps CRLF', () => {
    expect(addMemory('a\r\nb\r\n', 'c')).toBe('a\r\nb\r\n\r\n## Qwen Added Memories\r\n- c\r\n');
  });
});
