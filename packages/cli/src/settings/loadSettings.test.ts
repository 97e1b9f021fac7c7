import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FatalConfigError } from '../errors.js';
import { loadSettings, type LoadedSettings } from './loadSettings.js';

let root: string;
let project: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-settings-')));
  project = path.join(root, 'project');
  env = {
    QWEN_HOME: path.join(root, 'home'),
    QWEN_CODE_SYSTEM_SETTINGS_PATH: path.join(root, 'system', 'settings.json'),
  };
  write('project/.keep', '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(relative: string, content: string | object): string {
  const filePath = path.join(root, relative);
  mkdirSync(path.dirname(filePath), { recursive: true });
  writeFileSync(filePath, typeof content === 'string' ? content : JSON.stringify(content));
  return filePath;
}

const load = (isTrusted = true, cwd = project): Promise<LoadedSettings> => loadSettings({ cwd, env, isTrusted });

async function configError(): Promise<string> {
  const error: unknown = await load().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FatalConfigError);
  return (error as Error).message;
}

describe('loadSettings', () => {
  it('is empty without files', async () => {
    expect(await load()).toEqual({ settings: {}, addedVariables: {}, warnings: [] });
  });

  it('lets system defaults < user < workspace < system win', async () => {
    write('system/system-defaults.json', {
      model: { name: 'a', maxSessionTurns: 1, openAILoggingDir: 'd' },
      proxy: 'p',
    });
    write('home/settings.json', { model: { name: 'b', maxSessionTurns: 2, sessionTokenLimit: 7 } });
    write('project/.qwen/settings.json', { model: { name: 'c', maxSessionTurns: 3 } });
    write('system/settings.json', { model: { name: 'd' } });
    expect((await load()).settings).toEqual({
      model: { name: 'd', maxSessionTurns: 3, sessionTokenLimit: 7, openAILoggingDir: 'd' },
      proxy: 'p',
    });
  });

  it("adds the rules that the person keeps for this folder, also where the project's own do not count", async () => {
    const elsewhere = { [path.join(root, 'other')]: { allow: ['glob'] } };
    write('home/settings.json', {
      permissions: {
        allow: ['a'],
        folders: { ...elsewhere, [path.join(root, 'project')]: { allow: ['a', 'b'], deny: ['c'] } },
      },
    });
    write('project/.qwen/settings.json', { permissions: { allow: ['theirs'] } });
    expect((await load()).settings.permissions).toMatchObject({ allow: ['a', 'theirs', 'b'], ask: [], deny: ['c'] });
    expect((await load(false)).settings.permissions).toMatchObject({ allow: ['a', 'b'], deny: ['c'] });
    const wrong = { permissions: { folders: { '/x': { allow: 'b' } } } };
    const file = write('home/settings.json', wrong);
    await expect(load()).rejects.toThrow(`${file}: "permissions.folders" must be an object of folders with lists`);
  });

  it('ignores the workspace of an untrusted folder, its .env too', async () => {
    write('home/settings.json', { model: { name: 'mine' } });
    write('project/.qwen/settings.json', { model: { name: 'theirs' } });
    write('project/.env', 'OPENAI_BASE_URL=http://theirs');
    expect(await load(false)).toMatchObject({ settings: { model: { name: 'mine' } }, addedVariables: {} });
  });

  it('unites lists and takes the keys of records together', async () => {
    write('home/settings.json', {
      permissions: { deny: ['edit'] },
      mcpServers: { a: { command: 'user' }, b: { command: 'user' } },
      hooks: { Stop: [{ hooks: [1] }] },
      tools: { core: ['edit'] },
    });
    write('project/.qwen/settings.json', {
      permissions: { deny: ['write_file', 'edit'] },
      mcpServers: { b: { command: 'project' } },
      hooks: { Stop: [{ hooks: [2] }] },
      tools: { core: ['glob'] },
    });
    expect((await load()).settings).toEqual({
      permissions: { deny: ['edit', 'write_file'] },
      mcpServers: { a: { command: 'user' }, b: { command: 'project' } },
      hooks: { Stop: [{ hooks: [1] }, { hooks: [2] }] },
      tools: { core: ['glob'] },
    });
  });

  it('reads comments, trailing commas and a byte order mark', async () => {
    write('home/settings.json', '\uFEFF{\n  // which model\n  "model": { "name": "a", }, /* b */\n}\n');
    expect((await load()).settings).toEqual({ model: { name: 'a' } });
  });

  it.each(['', '  \n'])('takes an empty file %j as no settings', async (content) => {
    write('home/settings.json', content);
    expect((await load()).settings).toEqual({});
  });

  it('names file, line and column of broken JSON', async () => {
    const file = write('home/settings.json', '{\n  "model": { "name" "a" }\n}');
    expect(await configError()).toBe(`${file}:2:21 is not valid JSON (colon expected).`);
  });

  it.each([
    ['[1]', 'a list'],
    ['"x"', 'a text'],
    ['null', 'null'],
    ['3', 'a number'],
  ])('refuses a file that holds %s', async (content, kind) => {
    const file = write('home/settings.json', content);
    expect(await configError()).toBe(`${file} must hold one object ({ … }), but it holds ${kind}.`);
  });

  it('names file, key and expected type of every wrong value at once', async () => {
    const user = write('home/settings.json', { model: { maxSessionTurns: 'many' }, tools: 'all' });
    const workspace = write('project/.qwen/settings.json', {
      tools: { approvalMode: 'auto' },
      permissions: { allow: [1] },
      model: { chatCompression: { contextPercentageThreshold: 'removed, so never wrong', imageTokenEstimate: 0 } },
    });
    expect((await configError()).split('\n')).toEqual([
      `${user}: "model.maxSessionTurns" must be a whole number, but it is "many".`,
      `${user}: "tools" must be an object, but it is "all".`,
      `${workspace}: "tools.approvalMode" must be "plan" or "default" or "auto-edit" or "yolo", but it is "auto".`,
      `${workspace}: "permissions.allow" must be a list of texts, but it is [1].`,
      `${workspace}: "model.chatCompression.imageTokenEstimate" must be a whole number from 1, but it is 0.`,
    ]);
  });

  it('warns of unknown keys with a guess, of known ones without effect with the reason, of others not at all', async () => {
    const file = write('home/settings.json', {
      modle: { name: 'x' },
      model: { nam: 'x' },
      zebra: 1,
      tools: { sandbox: true },
      ui: { theme: 'Qwen Dark' },
      $version: 3,
    });
    expect((await load()).warnings).toEqual([
      `${file}: "modle" is not a setting. Did you mean "model"?`,
      `${file}: "model.nam" is not a setting. Did you mean "model.name"?`,
      `${file}: "zebra" is not a setting.`,
      `${file}: "tools.sandbox" has no effect: there is no sandbox: commands run as you.`,
    ]);
  });

  it('does not take inherited names for settings', async () => {
    write('home/settings.json', '{"__proto__": {"a": 1}, "constructor": 1, "toString": 2}');
    expect((await load()).warnings).toHaveLength(3);
  });

  it('replaces variables in texts at any depth and leaves unset ones as written', async () => {
    env['TOKEN'] = 'secret';
    write('home/settings.json', {
      mcpServers: {
        a: { headers: { Authorization: 'Bearer ${TOKEN}' }, args: ['$TOKEN', '$MISSING', '${ALSO_MISSING}'] },
      },
    });
    expect((await load()).settings.mcpServers).toEqual({
      a: { headers: { Authorization: 'Bearer secret' }, args: ['secret', '$MISSING', '${ALSO_MISSING}'] },
    });
  });

  it('moves flat keys of old files, unless the new place is taken', async () => {
    write('home/settings.json', {
      model: 'old-model',
      selectedAuthType: 'openai',
      contextFileName: 'NOTES.md',
      maxSessionTurns: 4,
      coreTools: ['edit'],
      tools: { core: ['glob'] },
    });
    expect(await load()).toMatchObject({
      warnings: [],
      settings: {
        model: { name: 'old-model', maxSessionTurns: 4 },
        security: { auth: { selectedType: 'openai' } },
        context: { fileName: 'NOTES.md' },
        tools: { core: ['glob'] },
      },
    });
  });

  it('lets the process environment win over .env, and .env over settings.env', async () => {
    env['ONE'] = 'process';
    write('project/.env', 'ONE=dotenv\nTWO=dotenv\n');
    write('home/settings.json', { env: { ONE: 'settings', TWO: 'settings', THREE: 'settings' } });
    expect((await load()).addedVariables).toEqual({ TWO: 'dotenv', THREE: 'settings' });
  });

  it('reads only the nearest .env, .qwen/.env first', async () => {
    write('.env', 'A=root');
    write('project/.env', 'A=project');
    write('project/deep/.keep', '');
    expect((await load(true, path.join(project, 'deep'))).addedVariables).toEqual({ A: 'project' });
    write('project/.qwen/.env', 'B=qwen');
    expect((await load(true, path.join(project, 'deep'))).addedVariables).toEqual({ B: 'qwen' });
  });

  it('falls back to the .env of the home folder', async () => {
    write('home/.env', 'A=home\nDEBUG=1');
    expect((await load()).addedVariables).toEqual({ A: 'home', DEBUG: '1' });
  });

  it("leaves the project's own variables alone, in .env but not in .qwen/.env", async () => {
    write('home/settings.json', { advanced: { excludedEnvVars: ['NODE_ENV'] } });
    write('project/.env', 'DEBUG=1\nDEBUG_MODE=1\nNODE_ENV=production\nA=1');
    expect((await load()).addedVariables).toEqual({ A: '1' });
    write('project/.qwen/.env', 'DEBUG=1');
    expect((await load()).addedVariables).toEqual({ DEBUG: '1' });
  });
});
