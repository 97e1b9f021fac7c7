import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../../test/support/temporaryWorkspace.js';
import { GENERAL_PURPOSE_AGENT, loadAgents, parseAgent } from './agentDefinition.js';

let workspace: TemporaryWorkspace | undefined;
afterEach(() => workspace?.remove());

const definition = (name: string, body = 'You review.'): string =>
  `---\nname: ${name}\ndescription: Reviews\ntools: [read_file, glob]\n---\n\n${body}\n`;

describe('parseAgent', () => {
  it('reads the front matter and takes the rest as the prompt', async () => {
    expect(await parseAgent(definition('reviewer'), 'a.md')).toEqual({
      name: 'reviewer',
      description: 'Reviews',
      tools: ['read_file', 'glob'],
      model: undefined,
      systemPrompt: 'You review.',
      filePath: 'a.md',
    });
  });

  it.each([
    ['tools: read_file, glob', ['read_file', 'glob']],
    ['tools: "*"', undefined],
    ['model: small', undefined],
  ])('understands %s', async (line, tools) => {
    const agent = await parseAgent(`---\nname: a\ndescription: b\n${line}\n---\nText`, 'a.md');
    expect(agent.tools).toEqual(tools);
  });

  it('takes a byte order mark and Windows line ends', async () => {
    const text = `\uFEFF${definition('reviewer').replaceAll('\n', '\r\n')}`;
    expect((await parseAgent(text, 'a.md')).name).toBe('reviewer');
  });

  it.each([
    ['no front matter', 'must begin with a front matter'],
    ['---\nname: ../x\ndescription: b\n---\nText', '"name" must be'],
    ['---\nname: a\n---\nText', '"description" is missing'],
    ['---\nname: a\ndescription: b\n---\n', 'is empty'],
    ['---\nname: a\ndescription: b\ntools: 7\n---\nText', '"tools" must be a list'],
    ['---\njust text\n---\nText', 'holds no fields'],
  ])('says what is wrong with %j', async (text, problem) => {
    await expect(parseAgent(text, 'a.md')).rejects.toThrow(problem);
  });
});

describe('loadAgents', () => {
  it('prefers the project, reports bad files and keeps the built-in agent', async () => {
    workspace = new TemporaryWorkspace({});
    workspace.write('project/reviewer.md', definition('reviewer', 'From the project.'));
    workspace.write('project/bad.md', 'nothing');
    workspace.write('user/reviewer.md', definition('reviewer', 'From the user.'));
    workspace.write('user/other.md', definition('other'));
    const folders = ['project', 'user', 'missing'].map((name) => path.join(workspace!.directory, name));
    const { agents, warnings } = await loadAgents(folders);
    expect(agents.map(({ name }) => name)).toEqual([GENERAL_PURPOSE_AGENT.name, 'reviewer', 'other']);
    expect(agents[1]?.systemPrompt).toBe('From the project.');
    expect(warnings).toEqual([expect.stringMatching(/bad\.md is not used: it must begin/)]);
  });
});
