/** The commands of the terminal, as a person uses them, against a simulator. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { script, summaryOr } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drivenApp, type DrivenApp } from '../support/terminalApp.js';

let driven: DrivenApp;
beforeEach(async () => {
  driven = await drivenApp({ models: ['first', 'second'], serverKind: 'vllm' });
});
afterEach(() => driven.dispose());

const settings = (): unknown => JSON.parse(readFileSync(path.join(driven.home, 'settings.json'), 'utf8'));
const lastBody = (): string => JSON.stringify(driven.simulator.requests.at(-1)?.body);

describe('/model', () => {
  it('offers what the server has, and the conversation goes on with the choice', async () => {
    await driven.send('hello');
    await driven.send('/model');
    expect(driven.choices().map(({ value, isCurrent }) => [value, isCurrent])).toEqual([
      ['first', true],
      ['second', undefined],
    ]);
    expect(driven.choices()[0]?.description).toMatch(/^window 131K, from max_model_len/);
    await driven.answer('second');
    expect(driven.app.store.current.session.model).toBe('second');
    await driven.send('and now?');
    expect(driven.simulator.requests.at(-1)?.body).toMatchObject({ model: 'second' });
    expect(lastBody()).toContain('hello');
  });

  it('takes a name at once, and keeps it for the next conversation', async () => {
    await driven.send('/model second');
    await driven.send('/clear');
    expect(driven.app.store.current.session.model).toBe('second');
  });

  it('saves nothing when only the flags of the start lead to the server', async () => {
    await driven.send('/model second');
    expect(driven.texts().at(-1)).toBe(
      'Using second for this session. Nothing was saved: only the flags of this start lead to it.',
    );
    expect(existsSync(path.join(driven.home, 'settings.json'))).toBe(false);
  });
});

describe('/clear and /resume', () => {
  it('begins anew, and goes back to what was left', async () => {
    const before = driven.app.controller.session.config.getSessionId();
    await driven.send('remember the number 42');
    await driven.send('/clear');
    await driven.send('what number?');
    expect(lastBody()).not.toContain('42');
    await driven.send('/resume');
    expect(driven.choices()).toMatchObject([{ value: before, label: 'remember the number 42' }]);
    expect(driven.choices()[0]?.preview).toContain('remember the number 42');
    await driven.answer(before);
    await driven.send('and?');
    expect(lastBody()).toContain('remember the number 42');
    expect(lastBody()).not.toContain('what number?');
    expect(driven.texts().filter((text) => text === 'remember the number 42').length).toBeGreaterThan(1);
  });

  it('says when there is nothing, or no such session', async () => {
    await driven.send('/resume');
    expect(driven.texts().at(-1)).toContain('no other session');
    await driven.send('/resume 11111111-2222-3333-4444-555555555555');
    expect(driven.texts().at(-1)).toContain('There is no session 11111111');
  });
});

describe('/rewind', () => {
  it('takes a prompt and all that followed out of the conversation, on disk as well', async () => {
    await driven.send('one');
    await driven.send('two');
    await driven.send('three');
    await driven.send('/rewind');
    expect(driven.choices().map(({ label }) => label)).toEqual(['three', 'two', 'one']);
    await driven.answer(driven.choices()[1]!.value);
    expect(driven.app.composer.getText()).toBe('two');
    await driven.send('instead');
    const sent = lastBody();
    expect([sent.includes('one'), sent.includes('two'), sent.includes('three')]).toEqual([true, false, false]);
    const id = driven.app.controller.session.config.getSessionId();
    await driven.send('/clear');
    await driven.send(`/resume ${id}`);
    await driven.send('after');
    expect([lastBody().includes('instead'), lastBody().includes('two')]).toEqual([true, false]);
  });

  it('goes back to before the first prompt, and to before a shell line', async () => {
    await driven.send('!echo shell-output');
    await driven.send('first prompt');
    await driven.send('/rewind');
    expect(driven.choices().map(({ label }) => label)).toEqual(['first prompt', '!echo shell-output']);
    await driven.answer(driven.choices()[1]!.value);
    expect(driven.app.composer.getText()).toBe('!echo shell-output');
    await driven.send('anew');
    expect(lastBody()).not.toContain('shell-output');
  });
});

describe('/export', () => {
  it.each([
    ['md', /^# Session /],
    ['html', /^<!doctype html>/],
    ['jsonl', /^\{"uuid"/],
  ])('writes %s, for its owner alone', async (format, beginning) => {
    driven.simulator.respond = script([{ text: 'An **answer** with `<script>`.' }]);
    await driven.send('a question');
    await driven.send(`/export ${format} out.${format}`);
    const file = path.join(driven.project, `out.${format}`);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(beginning);
    expect(text).toContain('a question');
    expect(text.includes('<script>')).toBe(format !== 'html');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await driven.send(`/export ${format} out.${format}`);
    expect(driven.texts().at(-1)).toContain('exists already');
  });

  it('asks for the form, and names the file itself', async () => {
    await driven.send('a question');
    await driven.send('/export');
    await driven.answer('html');
    const id = driven.app.controller.session.config.getSessionId();
    expect(existsSync(path.join(driven.project, `qwen-session-${id.slice(0, 8)}.html`))).toBe(true);
  });
});

describe('/permissions', () => {
  it('adds a rule that holds at once, and removes it', async () => {
    await driven.send('/permissions');
    await driven.answer('add deny');
    await driven.answer('run_shell_command(touch:*)');
    await driven.answer('user');
    expect(settings()).toEqual({ permissions: { deny: ['run_shell_command(touch:*)'] } });
    const call = { name: 'run_shell_command', args: { command: 'touch x' } };
    driven.simulator.respond = script([{ toolCalls: [call] }, { text: 'refused' }]);
    await driven.send('touch it');
    expect(existsSync(path.join(driven.project, 'x'))).toBe(false);

    await driven.send('/permissions');
    const rule = driven.choices().find(({ label }) => label.startsWith('run_shell_command'));
    expect(rule?.description).toBe('never runs · all projects');
    await driven.answer(rule!.value);
    await driven.answer('remove');
    expect(settings()).toEqual({ permissions: {} });
    expect(driven.app.controller.session.config.getPermissionLists().deny).toEqual([]);
  });

  it('keeps a rule for this project in the settings of the person', async () => {
    await driven.send('/permissions');
    await driven.answer('add allow');
    await driven.answer('Bash(make *)');
    await driven.answer('folder');
    expect(settings()).toEqual({ permissions: { folders: { [driven.project]: { allow: ['Bash(make *)'] } } } });
    await driven.send('/permissions');
    const rule = driven.choices().find(({ label }) => label === 'Bash(make *)');
    expect(rule?.description).toBe('runs without asking · this project');
    await driven.answer(rule!.value);
    await driven.answer('remove');
    expect(driven.app.controller.session.config.getPermissionLists().allow).toEqual([]);
  });

  it('adds a rule that the next conversation keeps to as well', async () => {
    await driven.send('/permissions');
    await driven.answer('add deny');
    await driven.answer('run_shell_command(touch:*)');
    await driven.answer('folder');
    await driven.send('/clear');
    const call = { name: 'run_shell_command', args: { command: 'touch x' } };
    driven.simulator.respond = script([{ toolCalls: [call] }, { text: 'refused' }]);
    await driven.send('touch it');
    expect(existsSync(path.join(driven.project, 'x'))).toBe(false);
    expect(driven.texts()).toContain('refused');
  });
});

describe('/settings', () => {
  it('changes a choice, refuses a wrong number, and goes back to the default', async () => {
    const change = async (name: string, value: string): Promise<void> => {
      await driven.send('/settings');
      await driven.answer(driven.choices().find(({ label }) => label === name)!.value);
      await driven.answer(value);
    };
    await change('ui.hideTips', 'true');
    await change('model.maxSessionTurns', '12');
    expect(settings()).toEqual({ ui: { hideTips: true }, model: { maxSessionTurns: 12 } });
    await change('model.maxSessionTurns', 'many');
    expect(driven.texts().at(-1)).toContain('must be a whole number, not "many"');
    await change('model.maxSessionTurns', '');
    expect(settings()).toEqual({ ui: { hideTips: true }, model: {} });
  });

  it('offers no secrets', async () => {
    await driven.send('/settings');
    expect(driven.choices().filter(({ label }) => /key/i.test(label))).toEqual([]);
  });
});

describe('/auth', () => {
  it('asks, tests, and keeps what works', async () => {
    await driven.send('/auth');
    await driven.answer('openai');
    await driven.answer('not an address');
    const { dialog } = driven.app.store.current;
    expect(dialog).toMatchObject({ type: 'ask', detail: expect.stringContaining('not an address') as unknown });
    expect(dialog).not.toHaveProperty('initial');
    await driven.answer(driven.simulator.baseUrl('openai'));
    await driven.answer('a-key');
    expect(driven.choices().map(({ value }) => value)).toEqual(['first', 'second']);
    await driven.answer('second');
    expect(settings()).toEqual({
      security: { auth: { selectedType: 'openai', baseUrl: driven.simulator.baseUrl('openai'), apiKey: 'a-key' } },
      model: { name: 'second' },
    });
    expect(statSync(path.join(driven.home, 'settings.json')).mode & 0o777).toBe(0o600);
    expect(driven.simulator.requests.at(-1)?.headers['authorization']).toBe('Bearer a-key');
    await driven.send('hello');
    expect(driven.simulator.requests.at(-1)?.body).toMatchObject({ model: 'second' });
  });

  it('says what is wrong, and lets it be put right', async () => {
    driven.simulator.faults.push({ on: () => true, fault: { type: 'status', status: 401, body: {} } });
    await driven.send('/auth');
    await driven.answer('openai');
    await driven.answer(driven.simulator.baseUrl('openai'));
    await driven.answer('wrong');
    await driven.answer('first');
    expect(driven.app.store.current.dialog?.title).toContain('The test request failed');
    expect(driven.choices().map(({ value }) => value)).toEqual(['url', 'key', 'models', 'save']);
    await driven.answer('url');
    await driven.answer('http://127.0.0.1:9/v1');
    await driven.answer('');
    expect(driven.app.store.current.dialog?.title).toContain('127.0.0.1:9 cannot be reached');
    expect(existsSync(path.join(driven.home, 'settings.json'))).toBe(false);
  });
});

describe('/compress', () => {
  it('tells the model what to pay attention to, and shows how it goes on', async () => {
    driven.simulator.respond = summaryOr(() => ({ text: 'An answer about many things. '.repeat(300) }), { words: 50 });
    for (const prompt of ['one', 'two', 'three']) await driven.send(prompt);
    const seen = new Set<string>();
    driven.app.store.subscribe(() => seen.add(driven.app.store.current.activity.type));
    await driven.send('/compress the API design');
    expect(JSON.stringify(driven.simulator.requests.at(-1)?.body)).toContain('following: the API design');
    expect(driven.simulator.requests.at(-1)?.body).toMatchObject({ stream: true });
    expect(seen.has('compacting')).toBe(true);
    expect(driven.texts().slice(-2)).toEqual(['/compress the API design', 'compression']);
    expect(driven.app.store.current.activity.type).toBe('idle');
  });
});

describe('the smaller commands', () => {
  it('/memory adds a fact that the model is told of', async () => {
    await driven.send('/memory add The build is made by make.');
    expect(readFileSync(path.join(driven.home, 'QWEN.md'), 'utf8')).toContain('- The build is made by make.');
    await driven.send('hi');
    expect(lastBody()).toContain('The build is made by make.');
    await driven.send('/memory');
    expect(driven.texts().at(-1)).toContain(path.join(driven.home, 'QWEN.md'));
    writeFileSync(path.join(driven.project, 'QWEN.md'), 'Be brief.');
    await driven.send('/memory refresh');
    expect(driven.texts().at(-1)).toBe('Read 2 instruction files.');
  });

  it('/approval-mode, /theme and /vim change what they name', async () => {
    await driven.send('/approval-mode plan');
    expect(driven.app.store.current.session.approvalMode).toBe('plan');
    await driven.send('/approval-mode');
    expect(driven.choices().find(({ isCurrent }) => isCurrent)?.value).toBe('plan');
    await driven.answer('yolo');
    expect(driven.app.store.current.session.approvalMode).toBe('yolo');
    await driven.send('/theme qwen light');
    expect(driven.app.getTheme().name).toBe('Qwen Light');
    await driven.send('/vim');
    expect(settings()).toEqual({ ui: { theme: 'Qwen Light' }, general: { vimMode: true } });
  });

  it('/tools, /agents and /mcp list what there is', async () => {
    await driven.send('/tools');
    expect(driven.texts().at(-1)).toContain('`read_file`');
    await driven.send('/agents');
    expect(driven.texts().at(-1)).toContain('**general-purpose**');
    await driven.send('/mcp');
    expect(driven.texts().at(-1)).toContain('No MCP servers');
  });

  it('/init sends a prompt, /diff shows no repository', async () => {
    await driven.send('/init');
    expect(lastBody()).toContain('Write QWEN.md in this directory');
    await driven.send('/diff');
    expect(driven.texts().at(-1)).toContain('git gave no diff');
  });

  it('says which command was meant', async () => {
    await driven.send('/modle');
    expect(driven.texts().at(-1)).toBe('There is no command /modle. Did you mean /model?');
  });

  it('reads a mentioned file along with the prompt', async () => {
    mkdirSync(path.join(driven.project, 'src'));
    writeFileSync(path.join(driven.project, 'src/a.ts'), 'export const answer = 42;\n');
    await driven.send('explain @src/a.ts');
    expect(lastBody()).toContain('export const answer = 42;');
    expect(driven.texts()).toContain('Read src/a.ts');
  });
});
