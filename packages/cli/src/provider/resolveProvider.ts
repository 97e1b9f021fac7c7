/** Which provider, endpoint, key and model: from flags, the environment and the settings, in this order. */
import {
  resolveContentGeneratorConfigWithSources,
  validateModelConfig,
  type AuthType,
  type ContentGeneratorConfig,
} from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import { AUTH_TYPES, type AuthTypeName } from '../choices.js';
import { FatalAuthenticationError, FatalConfigError } from '../errors.js';
import type { Settings } from '../settings/schema.js';
import { VERSION } from '../version.js';
import { modelEntries, type ModelEntry } from './modelEntries.js';

export interface ProviderSources {
  args: Pick<CliArguments, 'authType' | 'model' | 'openaiApiKey' | 'openaiBaseUrl' | 'proxy'>;
  settings: Settings;
  env: NodeJS.ProcessEnv;
}

/**
 * `undefined` when nothing says which provider to use.
 * @throws FatalAuthenticationError when a key is missing; FatalConfigError for anything else that is missing or wrong.
 */
export function resolveProvider(sources: ProviderSources): ContentGeneratorConfig | undefined {
  const { args, settings, env } = sources;
  const entries = modelEntries(settings.modelProviders);
  const authType = chooseAuthType(sources, entries);
  if (!authType) return undefined;

  const model =
    args.model ||
    fromEnvironment(authType, env).model ||
    settings.model?.name ||
    entries.find((entry) => entry.authType === authType)?.id ||
    '';
  const entry = entries.findLast((candidate) => candidate.authType === authType && candidate.id === model);
  const flags = authType === 'openai' ? { apiKey: args.openaiApiKey, baseUrl: args.openaiBaseUrl } : {};
  const { config } = resolveContentGeneratorConfigWithSources(
    {},
    authType as AuthType,
    {
      ...(settings.model?.generationConfig as Partial<ContentGeneratorConfig> | undefined),
      ...entry?.generationConfig,
      model,
      apiKey: flags.apiKey || (entry?.envKey && env[entry.envKey]),
      apiKeyEnvKey: entry?.envKey,
      baseUrl: flags.baseUrl || entry?.baseUrl,
      userAgent: `QwenCode/${VERSION} (${process.platform}; ${process.arch})`,
      proxy: args.proxy ?? settings.proxy,
      enableOpenAILogging: settings.model?.enableOpenAILogging,
      openAILoggingDir: settings.model?.openAILoggingDir,
    },
    env,
  );
  const auth = settings.security?.auth;
  config.apiKey ??= auth?.apiKey?.trim();
  config.baseUrl ??= (settings.model?.baseUrl ?? auth?.baseUrl)?.trim();
  if (authType === 'vertex-ai') config.vertexai = true;
  check(config, auth?.enforcedType);
  return config;
}

function chooseAuthType(
  { args, settings, env }: ProviderSources,
  entries: readonly ModelEntry[],
): AuthTypeName | undefined {
  if (args.authType) return args.authType as AuthTypeName;
  if (args.openaiApiKey || args.openaiBaseUrl) return 'openai';
  const auth = settings.security?.auth;
  const selected = auth?.selectedType ?? authTypeOfVariable(env);
  const wanted = args.model ?? settings.model?.name;
  const ofModel = entries.filter(({ id }) => id === wanted);
  if (ofModel.length > 0 && !ofModel.some(({ authType }) => authType === selected)) return ofModel.at(-1)!.authType;
  return (
    selected ??
    AUTH_TYPES.find((type) => fromEnvironment(type, env).apiKey) ??
    AUTH_TYPES.find((type) => fromEnvironment(type, env).baseUrl) ??
    (auth?.apiKey || auth?.baseUrl || settings.model?.baseUrl ? 'openai' : undefined) ??
    entries.find(({ envKey }) => envKey === undefined || env[envKey])?.authType
  );
}

function fromEnvironment(authType: AuthTypeName, env: NodeJS.ProcessEnv): ContentGeneratorConfig {
  return resolveContentGeneratorConfigWithSources({}, authType as AuthType, {}, env).config;
}

function authTypeOfVariable(env: NodeJS.ProcessEnv): AuthTypeName | undefined {
  const value = env['QWEN_DEFAULT_AUTH_TYPE'];
  if (!value) return undefined;
  const known = AUTH_TYPES.find((type) => type === value);
  if (known) return known;
  throw new FatalConfigError(`QWEN_DEFAULT_AUTH_TYPE is "${value}"; it must be one of: ${AUTH_TYPES.join(', ')}.`);
}

function check(config: ContentGeneratorConfig, enforcedType: string | undefined): void {
  if (enforcedType && enforcedType !== config.authType)
    throw new FatalConfigError(`The settings allow only the auth type "${enforcedType}", not "${config.authType}".`);
  const { valid, errors } = validateModelConfig(config);
  if (valid) return;
  const message = errors.map((error) => error.message).join('\n');
  const isKeyMissing = !config.apiKey && !config.baseUrl && config.authType !== ('vertex-ai' as AuthType);
  throw isKeyMissing ? new FatalAuthenticationError(message) : new FatalConfigError(message);
}
