/** Tells what is missing or wrong in a model's configuration before a request is made with it. */
import { AuthType, type ContentGeneratorConfig } from '../providers/contentGenerator.js';
import { PROVIDER_VARIABLES } from './providerVariables.js';

interface ModelConfigValidation {
  valid: boolean;
  /** For people: what is wrong, which value, what to do. */
  errors: Error[];
}

/** Fields that must be positive numbers where they are set. */
const POSITIVE = ['timeout', 'contextWindowSize', 'retryInitialDelayMs', 'retryMaxDelayMs'] as const;

/** A configuration with errors cannot be used. A missing key is one only where no own server or header is named. */
export function validateModelConfig(config: ContentGeneratorConfig): ModelConfigValidation {
  const authType = config.authType ?? AuthType.USE_OPENAI;
  const errors =
    authType === AuthType.QWEN_OAUTH
      ? [qwenOauthError()]
      : [
          ...modelErrors(config, authType),
          ...keyErrors(config, authType),
          ...headerErrors(config),
          ...valueErrors(config),
        ];
  return { valid: errors.length === 0, errors };
}

function qwenOauthError(): Error {
  return new Error(
    'The auth type "qwen-oauth" (signing in with a Qwen account) is not supported. Use "openai" with OPENAI_API_KEY, ' +
      'OPENAI_BASE_URL and OPENAI_MODEL instead; Alibaba Cloud Model Studio gives keys for Qwen models.',
  );
}

function modelErrors({ model }: ContentGeneratorConfig, authType: AuthType): Error[] {
  if (model.trim() !== '') return [];
  const [variable] = PROVIDER_VARIABLES[authType].model;
  return [new Error(`No model is named for the auth type "${authType}". Set ${variable}, or name one with --model.`)];
}

function keyErrors(config: ContentGeneratorConfig, authType: AuthType): Error[] {
  const { apiKey, apiKeyEnvKey, baseUrl, customHeaders } = config;
  if (apiKey && !isHeaderValue(apiKey)) {
    // The key itself is not shown.
    const origin = apiKeyEnvKey ? ` from ${apiKeyEnvKey}` : '';
    return [new Error(`The API key${origin} holds a line break or another character no key has. Copy the key again.`)];
  }
  if (apiKey || baseUrl || customHeaders || authType === AuthType.USE_VERTEX_AI) return [];
  const variable = apiKeyEnvKey ?? PROVIDER_VARIABLES[authType].apiKey[0];
  return [new Error(`No API key for the auth type "${authType}". Set ${variable}.`)];
}

function headerErrors({ customHeaders = {} }: ContentGeneratorConfig): Error[] {
  return Object.entries(customHeaders).flatMap(([name, value]) => {
    if (!HEADER_NAME.test(name)) return [new Error(`customHeaders: "${name}" is no name of a header.`)];
    if (isHeaderValue(value)) return [];
    return [new Error(`customHeaders: the value of "${name}" holds a character that a header cannot have.`)];
  });
}

/** The token of RFC 9110, 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;

/** What RFC 9110, 5.5 allows: visible characters, space, tab and the upper half of Latin-1. */
function isHeaderValue(value: unknown): boolean {
  return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function valueErrors(config: ContentGeneratorConfig): Error[] {
  const errors: Error[] = [];
  for (const [what, url] of [
    ['base URL', config.baseUrl],
    ['proxy', config.proxy],
  ] as const) {
    if (!url) continue;
    if (!/^https?:\/\/./.test(url)) errors.push(new Error(`The ${what} "${url}" must begin with http:// or https://.`));
    else if (!URL.canParse(url)) errors.push(new Error(`The ${what} "${url}" is no valid URL.`));
  }
  for (const field of POSITIVE) {
    const value = config[field];
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) {
      errors.push(new Error(`${field} is ${value}; it must be a number above 0.`));
    }
  }
  return errors;
}
