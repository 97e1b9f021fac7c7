import { AuthType, type ContentGeneratorConfig } from '@qwen-code/qwen-code-core';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../settings/loadSettings.js';
import { settingsFiles } from '../settings/paths.js';
import { resolveGenerator } from './chooseGenerator.js';
import { keepModel, type KeptModel } from './keepModel.js';
import { entryOnServer, withEntry } from './modelEntries.js';

let root: string;
let project: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'qwen-keep-'));
  project = path.join(root, 'project');
  mkdirSync(path.join(project, '.qwen'), { recursive: true });
  env = { QWEN_HOME: path.join(root, 'home'), QWEN_CODE_SYSTEM_SETTINGS_PATH: path.join(root, 'system.json') };
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (scope: 'user' | 'workspace' | 'system', settings: object): void => {
  const file = settingsFiles(project, env)[scope];
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings));
};
const settings = async () => (await loadSettings({ cwd: project, env, isTrusted: true })).settings;
const userSettings = (): unknown => JSON.parse(readFileSync(settingsFiles(project, env).user, 'utf8'));
const nextStart = async (): Promise<ContentGeneratorConfig> =>
  (await resolveGenerator({ args: {}, settings: await settings(), env })).generator;

/** Chooses as `/model` does, in a session with what the settings say, or another model. */
async function choose(model: string, inUse?: ContentGeneratorConfig): Promise<KeptModel | undefined> {
  const before = await settings();
  const entry = entryOnServer(before, inUse ?? (await nextStart()), model);
  const { generator } = await resolveGenerator({
    args: { model },
    settings: entry ? withEntry(before, entry) : before,
    env,
  });
  const kept = await keepModel(generator, { cwd: project, settings: before, env, entry });
  if (kept?.overriddenBy.length === 0) {
    const { model: name, authType, baseUrl, apiKey } = generator;
    expect(await nextStart()).toMatchObject({ model: name, authType, baseUrl, apiKey });
  }
  return kept;
}

describe('keepModel', () => {
  it('writes the name where nothing else is needed, and leaves the rest as it is', async () => {
    write('user', {
      security: { auth: { apiKey: 'k', baseUrl: 'http://o/v1' } },
      model: { name: 'a' },
      fastModel: 'f',
    });
    expect(await choose('b')).toEqual({
      file: settingsFiles(project, env).user,
      written: ['model.name'],
      overriddenBy: [],
    });
    expect(userSettings()).toMatchObject({ model: { name: 'b' }, fastModel: 'f' });
  });

  it("also selects the provider's type where the next start would take another's model of that name", async () => {
    const modelProviders = {
      openai: [{ id: 'same', baseUrl: 'http://o/v1' }],
      anthropic: [{ id: 'same', envKey: 'MY_KEY' }],
    };
    env['MY_KEY'] = 'k';
    write('user', { modelProviders, security: { auth: { selectedType: 'anthropic' } } });
    const chosen = { model: 'same', authType: AuthType.USE_OPENAI, baseUrl: 'http://o/v1' };
    const kept = await keepModel(chosen, { cwd: project, settings: await settings(), env });
    expect(kept?.written).toEqual(['model.name', 'security.auth.selectedType']);
    expect(await nextStart()).toMatchObject(chosen);
  });

  it('finds the provider of an entry without selecting it', async () => {
    env['MY_KEY'] = 'k';
    write('user', { modelProviders: { anthropic: [{ id: 'sonnet', envKey: 'MY_KEY' }], openai: [{ id: 'local' }] } });
    expect((await choose('sonnet', { model: 'x' }))?.written).toEqual(['model.name']);
  });

  it("gives another model of an entry's server an entry of its own, with the name of its key", async () => {
    env['MY_KEY'] = 'secret';
    const local = { id: 'local', baseUrl: 'http://local/v1', envKey: 'MY_KEY', generationConfig: { timeout: 5 } };
    write('user', { modelProviders: { openai: [local] } });
    expect((await choose('other'))?.written).toEqual(['model.name', 'modelProviders.openai']);
    expect(userSettings()).toEqual({
      modelProviders: { openai: [local, { id: 'other', baseUrl: 'http://local/v1', envKey: 'MY_KEY' }] },
      model: { name: 'other' },
    });
  });

  it('names variables and files that come first', async () => {
    write('user', { security: { auth: { apiKey: 'k', baseUrl: 'http://o/v1' } } });
    write('workspace', { model: { name: 'of-the-project' } });
    env['OPENAI_MODEL'] = 'of-the-environment';
    const { workspace } = settingsFiles(project, env);
    expect((await choose('b'))?.overriddenBy).toEqual(['OPENAI_MODEL', workspace]);
    expect(userSettings()).toMatchObject({ model: { name: 'b' } });
    env['OPENAI_MODEL'] = 'b';
    write('workspace', { model: { name: 'b' } });
    expect((await choose('b'))?.overriddenBy).toEqual([]);
  });

  it.each<[string, ContentGeneratorConfig]>([
    ['address', { model: 'b', authType: AuthType.USE_OPENAI, baseUrl: 'http://of-a-flag/v1', apiKey: 'k' }],
    ['key', { model: 'b', authType: AuthType.USE_OPENAI, baseUrl: 'http://o/v1', apiKey: 'of-a-flag' }],
    ['provider', { model: 'b', authType: AuthType.USE_ANTHROPIC, apiKey: 'of-a-flag' }],
    ['demo', { model: 'offline-demo' }],
  ])('writes nothing when no setting leads to the %s', async (_what, chosen) => {
    const before = { security: { auth: { apiKey: 'k', baseUrl: 'http://o/v1' } }, model: { name: 'a' } };
    write('user', before);
    expect(await keepModel(chosen, { cwd: project, settings: await settings(), env })).toBeUndefined();
    expect(userSettings()).toEqual(before);
  });
});
