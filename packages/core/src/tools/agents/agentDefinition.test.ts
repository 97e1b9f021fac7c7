import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../../test/support/temporaryWorkspace.js';
import { loadAgents } from './agentDefinition.js';

let files: TemporaryWorkspace;
beforeEach(() => (files = new TemporaryWorkspace()));
afterEach(() => files.remove());

const load = () => loadAgents([files.path('agents'), files.path('home')]);
const definition = (fields: string, prompt = 'Do it.') => `---\n${fields}\n---\n${prompt}\n`;

describe('loadAgents', () => {
  it('always has the built-in agent', async () => {
    const { agents, warnings } = await load();
    expect(agents.map(({ name }) => name)).toEqual(['general-purpose']);
    expect(warnings).toEqual([]);
  });

  it('reads names, tools and prompts', async () => {
    const fields = 'name: reviewer\ndescription: >\n  Reviews\n  changes\ntools: [read_file, Bash]\nmodel: small';
    const filePath = files.write('agents/a.md', definition(fields, '\nReview.\n\n---\nEnd.'));
    expect((await load()).agents[1]).toEqual({
      name: 'reviewer',
      description: 'Reviews changes',
      tools: ['read_file', 'run_shell_command'],
      model: 'small',
      systemPrompt: 'Review.\n\n---\nEnd.',
      filePath,
    });
  });

  it.each<[string, string[] | undefined]>([
    ['', undefined],
    ['tools: "*"', undefined],
    ['tools: Read, Edit', ['read_file', 'list_directory', 'glob', 'grep_search', 'edit', 'write_file']],
    ['tools: [replace, mcp__db__query]', ['edit', 'mcp__db__query']],
    ['tools: []', []],
  ])('understands %j', async (line, expected) => {
    files.write('agents/a.md', definition(`name: a\ndescription: x\nmodel: inherit\n${line}`));
    expect((await load()).agents[1]).toMatchObject({ name: 'a', model: undefined, tools: expected });
  });

  it('takes files of Windows editors', async () => {
    files.write('agents/a.md', '\uFEFF---\r\nname: a\r\ndescription: x\r\n---\r\nDo it.\r\n');
    expect((await load()).agents[1]).toMatchObject({ name: 'a', systemPrompt: 'Do it.' });
  });

  it('prefers the project, and lets it replace the built-in agent', async () => {
    files.write('agents/a.md', definition('name: a\ndescription: of the project'));
    files.write('home/a.md', definition('name: a\ndescription: of the user'));
    files.write('home/g.md', definition('name: general-purpose\ndescription: my own'));
    const { agents } = await load();
    expect(agents.map(({ description }) => description)).toEqual(['my own', 'of the project']);
  });

  it.each<[string, RegExp]>([
    ['no front matter', /must begin with a front matter/],
    [definition('description: x'), /"name" must be letters/],
    [definition('name: two words\ndescription: x'), /"name" must be letters.*two words/],
    [definition('name: a'), /"description" is missing/],
    [definition('name: a\ndescription: x', ''), /prompt below the front matter is empty/],
    [definition('name: a\ndescription: x\ntools: 5'), /"tools" must be a list/],
    [definition('name: a\ndescription: x\nmodel: [b]'), /"model" must be a text/],
    [definition('name: [a\ndescription: x'), /bad\.md is not used/],
    [definition('just text'), /holds no fields/],
  ])('reports %j and loads the others', async (text, reason) => {
    files.write('agents/bad.md', text);
    files.write('agents/good.md', definition('name: good\ndescription: x'));
    files.write('agents/notes.txt', 'not read');
    const { agents, warnings } = await load();
    expect(agents.map(({ name }) => name)).toEqual(['general-purpose', 'good']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(reason);
    expect(warnings[0]).toContain(files.path('agents/bad.md'));
  });

  it('reports what cannot be read', async () => {
    mkdirSync(files.path('agents/folder.md'), { recursive: true });
    expect((await load()).warnings).toEqual([expect.stringMatching(/folder\.md is not used: .*EISDIR/)]);
  });
});
