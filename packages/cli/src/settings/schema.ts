/**
 * The settings this program knows, as data: `settings.json` is checked against this table, and the type `Settings` is
 * read off it. Defaults live where a setting is used, not here.
 */
import { AUTH_TYPES, APPROVAL_MODES, OUTPUT_FORMATS } from '../choices.js';
import { boolean, choice, list, number, record, removed, text, textOrList, type SettingsOf } from './kinds.js';
import { isObject } from '../utils/isObject.js';
import { isRulesByFolder, type RuleLists } from './permissionRules.js';

const GENERATION_CONFIG = {
  timeout: number({ min: 1 }),
  streamIdleTimeoutMs: number({ min: 1 }),
  maxRetries: number({ min: 0, integer: true }),
  retryErrorCodes: record<number[]>('a list of HTTP status numbers', isNumberList),
  retryInitialDelayMs: number({ min: 0 }),
  retryMaxDelayMs: number({ min: 0 }),
  enableCacheControl: boolean(),
  splitToolMedia: boolean(),
  schemaCompliance: choice(['auto', 'openapi_30']),
  contextWindowSize: number({ min: 1, integer: true }),
  samplingParams: record(),
  reasoning: record<false | Record<string, unknown>>(
    'false or an object',
    (value) => value === false || isObject(value),
  ),
  customHeaders: record(),
  extra_body: record(),
  modalities: record(),
};

export const SETTINGS_SCHEMA = {
  mcpServers: record(),
  modelProviders: record(),
  env: record<Record<string, string>>('an object of texts', isTextRecord),
  proxy: text(),
  fastModel: text(),
  disableAllHooks: boolean(),
  hooks: record(),
  general: { chatRecording: boolean(), vimMode: boolean() },
  output: { format: choice(OUTPUT_FORMATS) },
  ui: {
    hideTips: boolean(),
    hideBanner: boolean(),
    theme: text(),
    accessibility: { screenReader: boolean() },
  },
  model: {
    name: text(),
    baseUrl: text(),
    maxSessionTurns: number({ integer: true }),
    sessionTokenLimit: number({ integer: true }),
    chatCompression: {
      contextPercentageThreshold: removed(),
      imageTokenEstimate: number({ min: 1, integer: true }),
    },
    enableOpenAILogging: boolean(),
    openAILoggingDir: text(),
    generationConfig: GENERATION_CONFIG,
  },
  context: {
    fileName: textOrList(),
    includeDirectories: list(),
    loadFromIncludeDirectories: boolean(),
    fileFiltering: { respectGitIgnore: boolean(), respectQwenIgnore: boolean() },
  },
  permissions: {
    allow: list(),
    ask: list(),
    deny: list(),
    folders: record<Record<string, RuleLists>>('an object of folders with lists of rules', isRulesByFolder),
  },
  slashCommands: { disabled: list() },
  tools: {
    core: list('replace'),
    allowed: list(),
    exclude: list(),
    approvalMode: choice(APPROVAL_MODES),
    truncateToolOutputThreshold: number({ min: 1, integer: true }),
  },
  mcp: { allowed: list('replace'), excluded: list() },
  security: {
    folderTrust: { enabled: boolean() },
    auth: { selectedType: choice(AUTH_TYPES), enforcedType: choice(AUTH_TYPES), apiKey: text(), baseUrl: text() },
  },
  advanced: { excludedEnvVars: list(), runtimeOutputDir: text() },
  telemetry: {
    enabled: boolean(),
    target: choice(['local', 'gcp']),
    otlpEndpoint: text(),
    otlpProtocol: choice(['grpc', 'http']),
    logPrompts: boolean(),
    outfile: text(),
  },
};

/** What a settings file may hold; every key may be absent. */
export type Settings = SettingsOf<typeof SETTINGS_SCHEMA>;

function isTextRecord(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((item) => typeof item === 'string');
}

function isNumberList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}
