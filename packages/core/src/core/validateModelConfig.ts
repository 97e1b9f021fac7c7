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
      : [...modelErrors(config, authType), ...keyErrors(config, authType), ...valueErrors(config)];
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
  if (config.apiKey || config.baseUrl || config.customHeaders || authType === AuthType.USE_VERTEX_AI) return [];
  const variable = config.apiKeyEnvKey ?? PROVIDER_VARIABLES[authType].apiKey[0];
  return [new Error(`No API key for the auth type "${authType}". Set ${variable}.`)];
}

function valueErrors(config: ContentGeneratorConfig): Error[] {
  const errors: Error[] = [];
  if (config.baseUrl && !/^https?:\/\/./.test(config.baseUrl)) {
    errors.push(new Error(`The base URL "${config.baseUrl}" must begin with http:// or https://.`));
  }
  for (const field of POSITIVE) {
    const value = config[field];
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) {
      errors.push(new Error(`${field} is ${value}; it must be a number above 0.`));
    }
  }
  return errors;
}
