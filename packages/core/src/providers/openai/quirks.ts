/** Where servers that speak the OpenAI dialect differ, as data. */
import type { ThinkingSwitch } from './thinking.js';

export type ServerKind =
  | 'openai'
  | 'azure'
  | 'dashscope'
  | 'deepseek'
  | 'openrouter'
  | 'moonshot'
  | 'zhipu'
  | 'groq'
  | 'vllm'
  | 'llama.cpp'
  | 'ollama'
  | 'lmstudio'
  | 'local'
  | 'hosted';

export interface ServerQuirks {
  kind: ServerKind;
  /** How thinking is turned on and off. */
  thinking: ThinkingSwitch;
  /** The field in which the model's earlier reasoning goes back; without one it stays home. */
  reasoningField?: 'reasoning_content' | 'reasoning';
  /** Whether a tool message may hold images; else they follow in a user message. */
  mediaInToolMessages: boolean;
  /** Reasoning models take the output cap as `max_completion_tokens` only. */
  completionTokensField?: boolean;
  /** Whether `top_k` and `repetition_penalty` are known parameters. */
  extendedSampling: boolean;
  headers?: Readonly<Record<string, string>>;
}

const local = { mediaInToolMessages: true, extendedSampling: true } as const;

const QUIRKS: Readonly<Record<ServerKind, Omit<ServerQuirks, 'kind'>>> = {
  openai: {
    thinking: 'reasoning-effort',
    mediaInToolMessages: false,
    completionTokensField: true,
    extendedSampling: false,
  },
  azure: {
    thinking: 'reasoning-effort',
    mediaInToolMessages: false,
    completionTokensField: true,
    extendedSampling: false,
  },
  dashscope: {
    thinking: 'enable-thinking',
    reasoningField: 'reasoning_content',
    mediaInToolMessages: true,
    extendedSampling: true,
  },
  deepseek: {
    thinking: 'thinking-type',
    reasoningField: 'reasoning_content',
    mediaInToolMessages: false,
    extendedSampling: false,
  },
  openrouter: {
    thinking: 'openrouter',
    reasoningField: 'reasoning',
    mediaInToolMessages: false,
    extendedSampling: true,
    headers: { 'X-Title': 'Qwen Code' },
  },
  moonshot: {
    thinking: 'thinking-type',
    reasoningField: 'reasoning_content',
    mediaInToolMessages: false,
    extendedSampling: false,
  },
  zhipu: {
    thinking: 'thinking-type',
    reasoningField: 'reasoning_content',
    mediaInToolMessages: false,
    extendedSampling: false,
  },
  groq: { thinking: 'effort-none', mediaInToolMessages: false, extendedSampling: false },
  vllm: { ...local, thinking: 'chat-template', reasoningField: 'reasoning_content' },
  'llama.cpp': { ...local, thinking: 'chat-template', reasoningField: 'reasoning_content' },
  ollama: { ...local, thinking: 'effort-none', mediaInToolMessages: false },
  lmstudio: { ...local, thinking: 'chat-template', mediaInToolMessages: false },
  local: { ...local, thinking: 'chat-template', reasoningField: 'reasoning_content' },
  hosted: { thinking: 'by-model', mediaInToolMessages: false, completionTokensField: true, extendedSampling: false },
};

const HOSTS: ReadonlyArray<readonly [host: RegExp, kind: ServerKind]> = [
  [/(^|\.)api\.openai\.com$/, 'openai'],
  [/\.openai\.azure\.com$|\.services\.ai\.azure\.com$/, 'azure'],
  [/(^|\.)dashscope(-\w+)?\.aliyuncs\.com$|(^|\.)portal\.qwen\.ai$|(^|\.)modelscope\.(cn|ai)$/, 'dashscope'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
  [/(^|\.)moonshot\.(cn|ai)$|(^|\.)kimi\.com$/, 'moonshot'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)bigmodel\.cn$|(^|\.)z\.ai$/, 'zhipu'],
];

/** The ports on which local servers listen unless told otherwise. */
export const LOCAL_PORTS: Readonly<Record<number, ServerKind>> = {
  11434: 'ollama',
  8080: 'llama.cpp',
  1234: 'lmstudio',
  8000: 'vllm',
};

const PRIVATE_HOST =
  /^(localhost|.*\.localhost|.*\.local|.*\.internal|0\.0\.0\.0|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\]|\[f[cd].*\]|[^.]+)$/;

/** Models whose servers want their reasoning back within a tool loop, wherever they run. */
const REPLAYED_MODELS = /deepseek-(v3\.[2-9]|v4|reasoner)|kimi-k2-thinking|kimi-k2\.5|minimax-m2|glm-(4\.[5-9]|5)/i;

/** Which server stands behind a base URL; a host nobody knows is `hosted`, one on this machine or network `local`. */
export function serverKindOf(baseUrl: string): ServerKind {
  if (!URL.canParse(baseUrl)) return 'hosted';
  const { hostname, port } = new URL(baseUrl);
  const known = HOSTS.find(([host]) => host.test(hostname));
  if (known) return known[1];
  return PRIVATE_HOST.test(hostname) ? (LOCAL_PORTS[Number(port)] ?? 'local') : 'hosted';
}

/** How the server behind `baseUrl` wants to be spoken to about `model`. */
export function quirksOf(baseUrl: string, model: string): ServerQuirks {
  const kind = serverKindOf(baseUrl);
  const quirks: ServerQuirks = { kind, ...QUIRKS[kind] };
  if (kind === 'hosted' && REPLAYED_MODELS.test(model)) return { ...quirks, reasoningField: 'reasoning_content' };
  return quirks;
}

/** Whether a base URL leads to this machine. */
export function isLoopback(baseUrl: string): boolean {
  return (
    URL.canParse(baseUrl) &&
    /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(new URL(baseUrl).hostname)
  );
}
