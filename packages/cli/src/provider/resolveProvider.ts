/** Which provider, endpoint, key and model: from flags, the environment and the settings. */
import type { ContentGeneratorConfig } from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import { AUTH_TYPES, type AuthTypeName } from '../choices.js';
import { FatalAuthenticationError, FatalConfigError } from '../errors.js';
import type { Settings } from '../settings/schema.js';
import { modelEntries, type ModelEntry } from './modelEntries.js';

export interface ProviderSources {
  args: Pick<CliArguments, 'authType' | 'model' | 'openaiApiKey' | 'openaiBaseUrl' | 'proxy'>;
  settings: Settings;
  env: NodeJS.ProcessEnv;
}

/** Everything but the context window, which the core finds out. `model` may be missing: the server is asked. */
export type ProviderChoice = Omit<ContentGeneratorConfig, 'model' | 'authType'> & {
  authType: AuthTypeName;
  model: string | undefined;
};

interface ProviderVariables {
  key: readonly string[];
  baseUrl: readonly string[];
  model: readonly string[];
}

/** The variables of each kind of provider; the first that is set counts. */
const VARIABLES: Readonly<Record<AuthTypeName, ProviderVariables>> = {
  openai: { key: ['OPENAI_API_KEY'], baseUrl: ['OPENAI_BASE_URL'], model: ['OPENAI_MODEL', 'QWEN_MODEL'] },
  anthropic: { key: ['ANTHROPIC_API_KEY'], baseUrl: ['ANTHROPIC_BASE_URL'], model: ['ANTHROPIC_MODEL'] },
  gemini: { key: ['GEMINI_API_KEY'], baseUrl: ['GEMINI_BASE_URL'], model: ['GEMINI_MODEL'] },
  'vertex-ai': { key: ['GOOGLE_API_KEY'], baseUrl: [], model: ['GOOGLE_MODEL'] },
  'qwen-oauth': { key: [], baseUrl: [], model: [] },
};

/**
 * `undefined` when nothing says which provider to use.
 * @throws FatalAuthenticationError when one is chosen whose key is missing; FatalConfigError when the choice is not allowed.
 */
export function resolveProvider({ args, settings, env }: ProviderSources): ProviderChoice | undefined {
  const entries = modelEntries(settings.modelProviders);
  const wantedModel = args.model ?? settings.model?.name;
  const authType = chooseAuthType({ args, settings, env }, entries, wantedModel);
  if (!authType) return undefined;
  checkAllowed(authType, settings);

  const variables = VARIABLES[authType];
  const first = (names: readonly string[]): string | undefined => names.map((name) => env[name]).find(Boolean);
  const model = args.model ?? first(variables.model) ?? settings.model?.name ?? onlyModel(entries, authType);
  const entry = entries.findLast((candidate) => candidate.authType === authType && candidate.id === model);
  const isOpenAi = authType === 'openai';
  const auth = settings.security?.auth;
  const choice: ProviderChoice = {
    ...settings.model?.generationConfig,
    ...entry?.generationConfig,
    authType,
    model,
    apiKey:
      (isOpenAi ? args.openaiApiKey : undefined) ??
      (entry?.envKey ? env[entry.envKey] : undefined) ??
      first(variables.key) ??
      auth?.apiKey,
    apiKeyEnvKey: entry?.envKey ?? variables.key[0],
    baseUrl:
      (isOpenAi ? args.openaiBaseUrl : undefined) ??
      entry?.baseUrl ??
      first(variables.baseUrl) ??
      settings.model?.baseUrl ??
      auth?.baseUrl,
    proxy: args.proxy ?? settings.proxy,
    enableOpenAILogging: settings.model?.enableOpenAILogging,
    openAILoggingDir: settings.model?.openAILoggingDir,
    ...(authType === 'vertex-ai' && { vertexai: true }),
  } as ProviderChoice;
  requireKey(choice);
  return choice;
}

function chooseAuthType(
  { args, settings, env }: ProviderSources,
  entries: readonly ModelEntry[],
  wantedModel: string | undefined,
): AuthTypeName | undefined {
  if (args.authType) return args.authType as AuthTypeName;
  if (args.openaiApiKey || args.openaiBaseUrl) return 'openai';
  const selected = settings.security?.auth?.selectedType ?? authTypeOfVariable(env);
  const ofModel = entries.filter(({ id }) => id === wantedModel);
  if (ofModel.length > 0 && !ofModel.some(({ authType }) => authType === selected)) return ofModel.at(-1)!.authType;
  if (selected) return selected;
  const isSet = (names: readonly string[]): boolean => names.some((name) => env[name]);
  return (
    AUTH_TYPES.find((type) => isSet(VARIABLES[type].key)) ??
    AUTH_TYPES.find((type) => isSet(VARIABLES[type].baseUrl)) ??
    (settings.security?.auth?.apiKey || settings.security?.auth?.baseUrl || settings.model?.baseUrl
      ? 'openai'
      : undefined) ??
    entries.find(({ envKey }) => envKey === undefined || env[envKey])?.authType
  );
}

function authTypeOfVariable(env: NodeJS.ProcessEnv): AuthTypeName | undefined {
  const value = env['QWEN_DEFAULT_AUTH_TYPE'];
  if (!value) return undefined;
  const known = AUTH_TYPES.find((type) => type === value);
  if (known) return known;
  throw new FatalConfigError(`QWEN_DEFAULT_AUTH_TYPE is "${value}"; it must be one of: ${AUTH_TYPES.join(', ')}.`);
}

/** The first model that the settings list for a provider, for when none is named. */
function onlyModel(entries: readonly ModelEntry[], authType: AuthTypeName): string | undefined {
  return entries.find((entry) => entry.authType === authType)?.id;
}

function checkAllowed(authType: AuthTypeName, settings: Settings): void {
  const enforced = settings.security?.auth?.enforcedType;
  if (enforced && enforced !== authType)
    throw new FatalConfigError(`The settings allow only the provider type "${enforced}", not "${authType}".`);
  if (authType === 'qwen-oauth')
    throw new FatalAuthenticationError(
      'Signing in with a Qwen account is not possible in this version. Set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL for an OpenAI-compatible endpoint instead, and security.auth.selectedType to "openai".',
    );
}

/** A server of one's own may need no key; the well-known ones do. */
function requireKey({ authType, apiKey, apiKeyEnvKey, baseUrl, customHeaders }: ProviderChoice): void {
  if (apiKey || baseUrl || customHeaders || authType === 'vertex-ai') return;
  throw new FatalAuthenticationError(
    `No API key for the provider type "${authType}". Set ${apiKeyEnvKey} in the environment or in ~/.qwen/.env` +
      (authType === 'openai' ? ', or name a server that needs none with OPENAI_BASE_URL.' : '.'),
  );
}
