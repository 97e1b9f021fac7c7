import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Config, createAgent, type Agent } from '@qwen-code/qwen-code-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMention, mentionedPaths, withMentionedFiles } from './mentions.js';

describe('mentionedPaths', () => {
  it.each([
    ['look at @src/a.ts, please', ['src/a.ts']],
    ['@a.md and (@b.md)', ['a.md', 'b.md']],
    ['@"with space.md" @with\\ backslash.md', ['with space.md', 'with backslash.md']],
    ['twice @a @a', ['a']],
    ['mail me@example.com', []],
    ['the @ sign', []],
    ['@', []],
    ['is it @docs/?', ['docs/']],
  ])('%j names %j', (text, paths) => expect(mentionedPaths(text)).toEqual(paths));

  it('agrees with hasMention', () => {
    expect([hasMention('see @a'), hasMention('me@a')]).toEqual([true, false]);
  });
});

describe('withMentionedFiles', () => {
  let folder: string;
  let config: Config;
  let agent: Agent;
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-mentions-')));
    mkdirSync(path.join(folder, 'docs'));
    writeFileSync(path.join(folder, 'docs/guide.md'), 'The guide.\n');
    // One red pixel.
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
    writeFileSync(path.join(folder, 'dot.png'), Buffer.from(png, 'base64'));
    config = new Config({ cwd: folder, generator: { model: 'm' }, chatRecording: false, runtimeOutputDir: folder });
    agent = await createAgent(config);
  });
  afterAll(async () => {
    await agent.dispose();
    rmSync(folder, { recursive: true });
  });

  const expand = async (text: string): Promise<{ texts: string[]; media: number; notices: string[] }> => {
    const notices: string[] = [];
    const parts = await withMentionedFiles(text, config, new AbortController().signal, (notice) =>
      notices.push(notice),
    );
    return {
      texts: parts.flatMap((part) => (part.text === undefined ? [] : [part.text])),
      media: parts.filter(({ inlineData }) => inlineData).length,
      notices,
    };
  };

  it('adds files, folders and images behind the prompt, which stays as it is', async () => {
    const { texts, media, notices } = await expand('compare @docs/guide.md @docs @dot.png');
    expect(texts[0]).toBe('compare @docs/guide.md @docs @dot.png');
    expect(texts[1]).toContain('The guide.');
    expect(texts[2]).toContain('guide.md');
    expect(media).toBe(1);
    expect(notices).toEqual(['Read docs/guide.md, docs, dot.png']);
  });

  it('counts as reading: the agent may edit the file', async () => {
    await expand('@docs/guide.md');
    const edit = config.getToolRegistry().get('edit')!;
    const args = { file_path: path.join(folder, 'docs/guide.md'), old_string: 'The', new_string: 'A' };
    const result = await edit.execute(args, {
      callId: '1',
      signal: new AbortController().signal,
      workspace: config.workspace,
      readState: config.readState,
      spillDirectory: folder,
      maxOutputCharacters: 1_000,
    });
    expect(result.errorType).toBeUndefined();
  });

  it('leaves alone what is no file', async () => {
    expect(await expand('thanks @someone')).toEqual({ texts: ['thanks @someone'], media: 0, notices: [] });
  });
});
