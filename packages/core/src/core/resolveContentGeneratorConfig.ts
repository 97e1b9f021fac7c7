/** Puts a model's configuration together and remembers where each part came from. */
import { AuthType, type ContentGeneratorConfig } from '../providers/contentGenerator.js';
import { PROVIDER_VARIABLES } from './providerVariables.js';

/** What is asked of the program around the model. */
export interface ContentGeneratorHost {
  getProxy?(): string | undefined;
}

/** Where a value is from; `detail` names the variable or setting. */
interface ConfigSource {
  kind: 'given' | 'env' | 'host' | 'default';
  detail?: string;
}

type ContentGeneratorConfigSources = Partial<Record<keyof ContentGeneratorConfig, ConfigSource>>;

interface ResolvedContentGeneratorConfig {
  config: ContentGeneratorConfig;
  sources: ContentGeneratorConfigSources;
}

/** Preferred first where keys of several providers are set. */
const AUTH_TYPES_BY_PREFERENCE = [
  AuthType.USE_OPENAI,
  AuthType.USE_ANTHROPIC,
  AuthType.USE_GEMINI,
  AuthType.USE_VERTEX_AI,
] as const;

/**
 * The values given win, then the environment's. The configuration may be incomplete: `validateModelConfig` tells.
 *
 * @param authType the kind of provider; when absent, `QWEN_DEFAULT_AUTH_TYPE`, else the first with a key in the
 *   environment, else `openai`
 */
export function resolveContentGeneratorConfigWithSources(
  host: ContentGeneratorHost,
  authType: AuthType | undefined,
  generationConfig: Partial<ContentGeneratorConfig> = {},
  environment: NodeJS.ProcessEnv = process.env,
): ResolvedContentGeneratorConfig {
  const given = Object.entries(generationConfig).filter(([, value]) => value !== undefined);
  const config: ContentGeneratorConfig = { model: '', ...Object.fromEntries(given) };
  const sources: ContentGeneratorConfigSources = Object.fromEntries(given.map(([key]) => [key, { kind: 'given' }]));

  const kind = authTypeOf(authType ?? config.authType, environment);
  config.authType = kind.value;
  sources.authType = kind.source;

  for (const field of ['apiKey', 'baseUrl', 'model'] as const) {
    // A value read from a file ends in a line break.
    if (config[field]) config[field] = config[field].trim();
    if (config[field]) continue;
    const variable = PROVIDER_VARIABLES[kind.value][field].find((name) => environment[name]?.trim());
    if (!variable) continue;
    config[field] = environment[variable]!.trim();
    sources[field] = { kind: 'env', detail: variable };
    if (field === 'apiKey') config.apiKeyEnvKey = variable;
  }
  const proxy = host.getProxy?.();
  if (config.proxy === undefined && proxy) {
    config.proxy = proxy;
    sources.proxy = { kind: 'host' };
  }
  return { config, sources };
}

function authTypeOf(
  given: AuthType | undefined,
  environment: NodeJS.ProcessEnv,
): { value: AuthType; source: ConfigSource } {
  if (given) return { value: given, source: { kind: 'given' } };
  const named = environment['QWEN_DEFAULT_AUTH_TYPE'];
  const known = Object.values(AuthType).find((type) => type === named);
  if (known) return { value: known, source: { kind: 'env', detail: 'QWEN_DEFAULT_AUTH_TYPE' } };
  for (const type of AUTH_TYPES_BY_PREFERENCE) {
    const variable = PROVIDER_VARIABLES[type].apiKey.find((name) => environment[name]?.trim());
    if (variable) return { value: type, source: { kind: 'env', detail: variable } };
  }
  return { value: AuthType.USE_OPENAI, source: { kind: 'default' } };
}
