/** `/auth`: sets up a provider: endpoint, key, model; tested, then kept. The first start begins with it. */
import {
  createContentGenerator,
  probeLocalServers,
  resolveContentGeneratorConfigWithSources,
  type AuthType,
  type ContentGeneratorConfig,
} from '@qwen-code/qwen-code-core';
import type { AuthTypeName } from '../../choices.js';
import { DEMO_MODEL, withContextWindow } from '../../provider/chooseGenerator.js';
import { fetchModels, PUBLIC_BASE_URLS } from '../../provider/fetchModels.js';
import { settingsFiles } from '../../settings/paths.js';
import { writeSetting } from '../../settings/writeSetting.js';
import type { Choice } from '../state/viewState.js';
import { plural } from '../../utils/text.js';
import { windowText } from '../text/format.js';
import { savedText } from './savedText.js';
import type { CommandResult, InteractiveCommand, InteractiveContext } from './types.js';

type Provider = 'openai' | 'anthropic' | 'gemini';

const PROVIDERS: ReadonlyArray<Choice & { value: Provider }> = [
  {
    value: 'openai',
    label: 'OpenAI-compatible server',
    description: 'OpenAI, DashScope, OpenRouter, vLLM, llama.cpp, …',
  },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'gemini', label: 'Google Gemini' },
];

/** Where a step of the set-up is left. */
function onCancel(): CommandResult {
  return { type: 'message', level: 'info', text: 'Nothing was changed. /auth sets up a provider.' };
}

/** What has been answered so far. */
interface SetUp {
  provider: Provider;
  baseUrl: string;
  apiKey?: string;
  model?: string;
}

export const authCommand: InteractiveCommand = {
  name: 'auth',
  altNames: ['login'],
  description: 'Set up the provider: address, key and model',
  modes: ['interactive'],
  run: (context) => chooseProvider(context, 'Which provider?'),
};

/** Also offers what runs on this machine, and the demo. */
export async function chooseProvider(context: InteractiveContext, title: string): Promise<CommandResult> {
  const local = await probeLocalServers({ signal: context.signal });
  const found: Choice[] = local
    ? [{ value: 'local', label: `${local.kind} on this machine`, description: plural(local.models.length, 'model') }]
    : [];
  const isDemo = context.config.getModel() === DEMO_MODEL;
  return {
    type: 'choose',
    title,
    choices: [...found, ...PROVIDERS, { value: 'demo', label: 'None: the offline demo', description: 'no AI' }],
    hint: `Enter chooses · ${isDemo ? 'Esc: the offline demo for now' : 'Esc closes'}`,
    onChoice(value) {
      if (value === 'local' && local) return chooseModel(context, { provider: 'openai', baseUrl: local.baseUrl });
      const provider = PROVIDERS.find((known) => known.value === value)?.value;
      return provider ? askBaseUrl(context, provider) : useDemo(context);
    },
  };
}

/** A choice like any other: the next start does not ask again. */
async function useDemo({ chooseModel: choose, config, env }: InteractiveContext): Promise<CommandResult> {
  await writeSetting(settingsFiles(config.workspace.cwd, env).user, ['model', 'name'], DEMO_MODEL);
  const { generator, contentGenerator } = await choose(DEMO_MODEL);
  const notice = 'This is the offline demo, which is no AI. /auth sets up a provider.';
  return { type: 'use_model', generator, contentGenerator, notice };
}

/** @param suggested what an empty field stands for @param problem with the address that was given before */
function askBaseUrl(
  context: InteractiveContext,
  provider: Provider,
  suggested: string = PUBLIC_BASE_URLS[provider],
  problem?: string,
): CommandResult {
  const usual = provider === 'openai' ? ' For an OpenAI-compatible server it mostly ends in /v1.' : '';
  return {
    type: 'ask',
    title: 'Address of the server (base URL)',
    detail: problem ?? `Leave it empty for the one shown.${usual}`,
    placeholder: suggested,
    onCancel,
    onText(text) {
      const baseUrl = (text.trim() || suggested).replace(/\/+$/, '');
      const fault = addressFault(baseUrl);
      if (fault) return askBaseUrl(context, provider, suggested, `${fault} Type it again, or leave it empty.`);
      return askKey(context, { provider, baseUrl });
    },
  };
}

/** Why it cannot be the address of a server; `undefined` when it can. */
function addressFault(address: string): string | undefined {
  if (address.split('://').length > 2) return `${address} holds two addresses.`;
  if (/^https?:\/\/[^/\s]\S*$/i.test(address) && URL.canParse(address)) return undefined;
  return `${address} is not an address that starts with http:// or https://.`;
}

function askKey(context: InteractiveContext, setUp: SetUp): CommandResult {
  return {
    type: 'ask',
    title: 'API key',
    detail: 'It is kept in ~/.qwen/settings.json, which only you can read. Leave it empty if the server needs none.',
    isSecret: true,
    onCancel,
    onText: (apiKey) => chooseModel(context, { ...setUp, apiKey: apiKey.trim() || undefined }),
  };
}

async function chooseModel(context: InteractiveContext, setUp: SetUp): Promise<CommandResult> {
  const test = (model: string): Promise<CommandResult> => testModel(context, { ...setUp, model });
  try {
    const models = await fetchModels(generatorOf(setUp));
    return {
      type: 'choose',
      title: 'Model',
      choices: models.map((model) => ({ value: model, label: model })),
      hint: 'Enter tests it with a short request · Esc closes',
      onCancel,
      onChoice: test,
    };
  } catch (error) {
    return afterFailure(context, setUp, (error as Error).message, [
      { value: 'name', label: 'Type the name of the model' },
    ]);
  }
}

/** One short request, so that a wrong key or name shows now and not in the middle of the work. */
async function testModel(context: InteractiveContext, setUp: SetUp & { model: string }): Promise<CommandResult> {
  try {
    const generator = await createContentGenerator(generatorOf(setUp));
    const contents = [{ role: 'user', parts: [{ text: 'Answer with: ok' }] }];
    await generator.generateContent({ model: setUp.model, contents, config: { maxOutputTokens: 64 } }, 'set-up');
  } catch (error) {
    return afterFailure(context, setUp, `The test request failed: ${(error as Error).message}`, [
      { value: 'models', label: 'Choose another model' },
      { value: 'save', label: 'Keep it all the same' },
    ]);
  }
  return save(context, setUp);
}

function afterFailure(
  context: InteractiveContext,
  setUp: SetUp,
  problem: string,
  further: readonly Choice[],
): CommandResult {
  return {
    type: 'choose',
    title: problem,
    onCancel,
    choices: [
      { value: 'url', label: 'Change the address', description: setUp.baseUrl },
      { value: 'key', label: 'Change the key' },
      ...further,
    ],
    onChoice(value) {
      if (value === 'url') return askBaseUrl(context, setUp.provider, setUp.baseUrl);
      if (value === 'key') return askKey(context, setUp);
      if (value === 'models') return chooseModel(context, setUp);
      if (value === 'save' && setUp.model) return save(context, { ...setUp, model: setUp.model });
      return askModel(context, setUp);
    },
  };
}

function askModel(context: InteractiveContext, setUp: SetUp): CommandResult {
  return {
    type: 'ask',
    title: 'Name of the model',
    onCancel,
    onText: (text) => (text.trim() === '' ? onCancel() : testModel(context, { ...setUp, model: text.trim() })),
  };
}

async function save(context: InteractiveContext, setUp: SetUp & { model: string }): Promise<CommandResult> {
  const { provider, baseUrl, apiKey, model } = setUp;
  const file = settingsFiles(context.config.workspace.cwd, context.env).user;
  const values: Array<[string[], unknown]> = [
    [['security', 'auth', 'selectedType'], provider satisfies AuthTypeName],
    [['security', 'auth', 'baseUrl'], baseUrl === PUBLIC_BASE_URLS[provider] ? undefined : baseUrl],
    [['security', 'auth', 'apiKey'], apiKey],
    [['model', 'name'], model],
  ];
  for (const [keyPath, value] of values) await writeSetting(file, keyPath, value);
  const generator = await withContextWindow(generatorOf(setUp));
  const { contextWindowSize = 0, contextWindowSource = '' } = generator;
  const saved = savedText({ file, overriddenBy: variablesOf(provider, context.env) });
  const notice = `Using ${model}, ${windowText(contextWindowSize, contextWindowSource)}. ${saved}`;
  return { type: 'use_model', generator, isKept: true, notice };
}

/** Those that come before the settings. */
function variablesOf(provider: Provider, env: NodeJS.ProcessEnv): string[] {
  const { sources } = resolveContentGeneratorConfigWithSources({}, provider as AuthType, {}, env);
  return Object.values(sources).flatMap(({ kind, detail }) => (kind === 'env' && detail !== undefined ? [detail] : []));
}

function generatorOf({ provider, baseUrl, apiKey, model = '' }: SetUp): ContentGeneratorConfig {
  return { authType: provider as AuthType, baseUrl, apiKey, model };
}
