/** Errors of providers by name, and which of them each style of refusal uses. */
import { anthropicErrors } from './entries/anthropic.js';
import { chineseErrors } from './entries/chinese.js';
import { googleErrors } from './entries/google.js';
import { hostedErrors } from './entries/hosted.js';
import { localErrors } from './entries/local.js';
import { openAiErrors } from './entries/openai.js';
import type { ErrorEntry } from './entry.js';

const entries = {
  ...openAiErrors,
  ...anthropicErrors,
  ...googleErrors,
  ...hostedErrors,
  ...chineseErrors,
  ...localErrors,
};

export type ProviderErrorName = keyof typeof entries;

/** Every error body the simulator knows, by name. */
export const providerErrors: Readonly<Record<ProviderErrorName, ErrorEntry>> = entries;

interface Style {
  /** The prompt alone is larger than the window. */
  prompt: ProviderErrorName;
  /** The prompt fits, prompt plus `max_tokens` does not. Default: `prompt`. */
  total?: ProviderErrorName;
  /** `max_tokens` is above the model's own limit. Default: the words of OpenAI. */
  outputCap?: ProviderErrorName;
}

const styles = {
  openai: { prompt: 'openai-prompt', total: 'openai-total', outputCap: 'openai-output-cap' },
  'openai-gpt5': { prompt: 'openai-gpt5', total: 'openai-total', outputCap: 'openai-output-cap' },
  'openai-responses': { prompt: 'openai-responses', outputCap: 'openai-output-cap' },
  azure: { prompt: 'azure-prompt', total: 'openai-total', outputCap: 'openai-output-cap' },
  copilot: { prompt: 'copilot-prompt' },
  anthropic: { prompt: 'anthropic-prompt', total: 'anthropic-total', outputCap: 'anthropic-output-cap' },
  bedrock: { prompt: 'bedrock-prompt' },
  gemini: { prompt: 'gemini-prompt', outputCap: 'gemini-output-cap' },
  'gemini-array': { prompt: 'gemini-array', outputCap: 'gemini-output-cap' },
  'gemini-nested': { prompt: 'gemini-nested', outputCap: 'gemini-output-cap' },
  vertex: { prompt: 'vertex-prompt', outputCap: 'gemini-output-cap' },
  openrouter: { prompt: 'openrouter-total' },
  together: { prompt: 'together-prompt' },
  groq: { prompt: 'groq-prompt' },
  cerebras: { prompt: 'cerebras-prompt' },
  mistral: { prompt: 'mistral-prompt' },
  xai: { prompt: 'xai-prompt' },
  cohere: { prompt: 'cohere-total' },
  litellm: { prompt: 'litellm-total' },
  dashscope: { prompt: 'dashscope-prompt', outputCap: 'dashscope-output-cap' },
  deepseek: { prompt: 'deepseek-total', outputCap: 'deepseek-output-cap' },
  moonshot: { prompt: 'moonshot-prompt' },
  glm: { prompt: 'glm-prompt' },
  'glm-hosted': { prompt: 'glm-hosted' },
  minimax: { prompt: 'minimax-prompt' },
  'llama.cpp': { prompt: 'llama.cpp-prompt' },
  'ollama-llama.cpp': { prompt: 'ollama-llama.cpp' },
  ollama: { prompt: 'ollama-prompt' },
  vllm: { prompt: 'vllm-total', outputCap: 'vllm-output-cap' },
  lmstudio: { prompt: 'lmstudio-prompt' },
} satisfies Record<string, Style>;

/** Whose words a refusal uses. */
export type ErrorStyle = keyof typeof styles;

export type RefusalReason = 'prompt' | 'total' | 'outputCap';

export const errorStyles = Object.keys(styles) as ErrorStyle[];

/** The error a style answers a too large request with. */
export function refusalEntry(style: ErrorStyle, reason: RefusalReason): ErrorEntry {
  const names: Style = styles[style];
  const name =
    reason === 'prompt' ? names.prompt : reason === 'total' ? (names.total ?? names.prompt) : names.outputCap;
  return providerErrors[name ?? 'openai-output-cap'];
}
