import type { Content } from '@qwen-code/qwen-code-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoReply } from './demoReply.js';
import { readSnapshot, writeSnapshot } from './snapshot.js';
import { play, requestOf } from './testConversation.js';

const COMPACTION = 'Summarise the conversation as a <state_snapshot>.';

function compact(contents: Content[]): string {
  const directive: Content = { role: 'user', parts: [{ text: 'Now write the <state_snapshot>.' }] };
  return demoReply(requestOf([...contents, directive], [], COMPACTION)).text ?? '';
}

function files({ name, args }: { name: string; args: Record<string, unknown> }) {
  if (name === 'glob') return { output: 'a.md\nb.md\nc.md\nd.md' };
  return { output: `# File ${String(args['file_path'])}\n\nSome <words> about it.` };
}

describe('compaction by the demo model', () => {
  it('keeps the newest request in the words of the user, and earlier ones', () => {
    const text = compact([
      { role: 'user', parts: [{ text: 'run `ls`' }] },
      { role: 'model', parts: [{ text: 'Done.' }] },
      { role: 'user', parts: [{ text: 'Find "<b> & co" in page.html' }] },
    ]);
    expect(text).toMatch(/^<state_snapshot>[\s\S]*<\/state_snapshot>$/);
    expect(readSnapshot(text)).toMatchObject({ task: 'Find "<b> & co" in page.html', earlierTasks: ['run `ls`'] });
  });

  it('goes on where it was after a compaction in the middle of a loop', async () => {
    const begun = await play('Read all .md files', files, { maxCalls: 3 });
    expect(begun.calls.map(({ name }) => name)).toEqual(['glob', 'read_file', 'read_file']);
    const before = begun.contents.slice(0, -1);
    const after: Content[] = [
      { role: 'user', parts: [{ text: compact(before) }] },
      { role: 'model', parts: [{ text: 'Understood.' }] },
      { role: 'user', parts: [{ text: 'Go on with the task you were working on.' }] },
    ];
    const ended = await play(after, files);
    expect(ended.calls.map(({ args }) => args['file_path'])).toEqual(['/project/c.md', '/project/d.md']);
    expect(ended.answer).toContain('I read 4 files');
    expect(ended.answer).toContain('File /project/a.md');
  });

  it('goes on from a summary followed by kept messages', async () => {
    const begun = await play('Read all .md files', files, { maxCalls: 3 });
    const kept = begun.contents.slice(-3, -1);
    const summary = compact(begun.contents.slice(0, -3));
    const ended = await play(
      [{ role: 'user', parts: [{ text: summary }] }, { role: 'model', parts: [{ text: 'ok' }] }, ...kept],
      files,
    );
    expect(ended.calls).toHaveLength(2);
  });

  it('carries an earlier snapshot over into the next one without quoting it', async () => {
    const begun = await play('Read all .md files', files, { maxCalls: 2 });
    const once = compact(begun.contents.slice(0, -1));
    const twice = compact([{ role: 'user', parts: [{ text: once }] }]);
    expect(twice).toBe(once);
  });

  it('stays small however long the conversation was', () => {
    const steps = Array.from({ length: 150 }, (_unused, index) => ({
      name: 'read_file',
      args: { file_path: `/project/${index}.md` },
      output: 'x'.repeat(5_000),
      failed: false,
    }));
    const state = { task: 'Read all .md files', earlierTasks: [], steps, isAnswered: false };
    const text = writeSnapshot({ ...state, directory: '/project', tools: new Set<string>() });
    expect(text.length).toBeLessThan(20_000);
    expect(readSnapshot(text)?.steps).toHaveLength(150);
  });

  it('works through a long list over many compactions', async () => {
    const names = Array.from({ length: 150 }, (_unused, index) => `chapters/a-long-name-of-a-chapter-${index}.md`);
    const run = ({ name, args }: { name: string; args: Record<string, unknown> }) =>
      name === 'glob'
        ? { output: names.join('\n') }
        : { output: `# ${String(args['file_path'])}\n\n${'Words. '.repeat(300)}` };
    let contents: Content[] | string = 'Read all .md files';
    const read: unknown[] = [];
    for (;;) {
      const part = await play(contents, run, { maxCalls: 12 });
      read.push(...part.calls.flatMap(({ args }) => args['file_path'] ?? []));
      if (part.answer.includes('I read')) {
        expect(part.answer).toContain('I read 150 files');
        break;
      }
      contents = [{ role: 'user', parts: [{ text: compact(part.contents.slice(0, -1)) }] }];
    }
    expect(read).toEqual(names.map((name) => `/project/${name}`));
  });

  it('makes calls that only read again when their outcome is no longer whole', async () => {
    const long = (word: string) => ({ output: `${`${word}\n`.repeat(400)}the end` });
    const begun = await play('Show lines 1-500 of a.txt. Run `make`', () => long('line'), { maxCalls: 2 });
    const after: Content[] = [{ role: 'user', parts: [{ text: compact(begun.contents.slice(0, -1)) }] }];
    const ended = await play(after, () => long('again'));
    expect(ended.calls.map(({ name }) => name)).toEqual(['read_file']);
    expect(ended.answer).toContain('again\nthe end');
  });

  it('reads back whatever it wrote', () => {
    const step = fc.record({
      name: fc.string(),
      args: fc.dictionary(fc.string(), fc.string()).map((args) => ({ ...args })),
      output: fc.string({ maxLength: 200 }),
      failed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(step, { maxLength: 5 }), fc.boolean(), (task, steps, isAnswered) => {
        const text = writeSnapshot({ task, earlierTasks: [], steps, isAnswered, directory: '/', tools: new Set() });
        const read = readSnapshot(text);
        expect(read?.task).toBe(task);
        expect(JSON.stringify(read?.steps)).toBe(JSON.stringify(steps));
        expect(read?.isAnswered).toBe(isAnswered);
      }),
    );
  });
});
