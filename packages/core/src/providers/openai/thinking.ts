/** The fields that turn a model's thinking off, or set how much it thinks, at each kind of server. */
import type { ReasoningConfig } from '../contentGenerator.js';
import { normalize } from '../tokenLimits.js';

/**
 * - `enable-thinking`: `enable_thinking` and `thinking_budget` (DashScope).
 * - `chat-template`: a variable of the chat template (vLLM, llama.cpp, LM Studio).
 * - `thinking-type`: `thinking: {type}` (DeepSeek, Moonshot, Zhipu).
 * - `reasoning-effort`: OpenAI's models, each with a least effort of its own.
 * - `effort-none`: `reasoning_effort: "none"` turns thinking off (Ollama).
 * - `openrouter`: OpenRouter's `reasoning` object.
 * - `by-model`: a gateway; what the model's own vendor takes.
 */
export type ThinkingSwitch =
  | 'enable-thinking'
  | 'chat-template'
  | 'thinking-type'
  | 'reasoning-effort'
  | 'effort-none'
  | 'openrouter'
  | 'by-model';

type Fields = Record<string, unknown>;
type ReasoningWish = Exclude<ReasoningConfig, false>;

/** Models that cannot answer without thinking; they refuse a switch that says so. */
const ALWAYS_THINKING = /(^|[/-])(r1|qwq|magistral|reasoner)\b|-thinking\b/i;

/** Fields that ask `model` not to think, or to think as little as it can. */
export function thinkingOff(kind: ThinkingSwitch, model: string): Fields {
  switch (kind) {
    case 'enable-thinking':
      return { enable_thinking: false };
    case 'chat-template':
      return { chat_template_kwargs: { enable_thinking: false } };
    case 'thinking-type':
      return { thinking: { type: 'disabled' } };
    case 'effort-none':
      return { reasoning_effort: 'none' };
    case 'reasoning-effort':
      return defined('reasoning_effort', leastEffort(model));
    case 'openrouter':
      return openRouterOff(model);
    case 'by-model':
      if (/qwen/i.test(model)) return { enable_thinking: false, chat_template_kwargs: { enable_thinking: false } };
      if (/deepseek|kimi|glm/i.test(model))
        return ALWAYS_THINKING.test(model) ? {} : { thinking: { type: 'disabled' } };
      return defined('reasoning_effort', leastEffort(model));
  }
}

/** Fields that ask `model` to think as much as the user wants. */
export function thinkingOn(kind: ThinkingSwitch, model: string, wish: ReasoningWish): Fields {
  const { effort, budget_tokens: budget } = wish;
  switch (kind) {
    case 'enable-thinking':
      return { enable_thinking: true, ...defined('thinking_budget', budget) };
    case 'chat-template':
      return {
        chat_template_kwargs: { enable_thinking: true },
        ...defined('reasoning_effort', gptOssEffort(model, effort)),
      };
    case 'thinking-type':
      return { thinking: { type: 'enabled' } };
    case 'effort-none':
      return defined('reasoning_effort', effort === 'max' ? 'high' : effort);
    case 'reasoning-effort':
    case 'by-model':
      return leastEffort(model) === undefined ? {} : defined('reasoning_effort', openAiEffort(model, effort));
    case 'openrouter':
      return {
        reasoning:
          budget === undefined ? { effort: effort === 'max' ? 'high' : (effort ?? 'medium') } : { max_tokens: budget },
      };
  }
}

/**
 * OpenAI's reasoning models go down to different efforts: GPT-5.1 and later to `none`, GPT-5 to `minimal`, the o-series,
 * Codex and gpt-oss to `low`; GPT-5 Pro knows `high` only. `undefined` for models that do not reason.
 */
function leastEffort(model: string): string | undefined {
  const name = normalize(model);
  if (/^gpt-5(\.\d+)?-pro/.test(name)) return 'high';
  if (/^(o\d|gpt-oss|gpt-5-codex|gpt-5\.1-codex)/.test(name)) return 'low';
  if (/^gpt-5\.\d/.test(name)) return /-chat/.test(name) ? undefined : 'none';
  return /^gpt-5(?!-chat)/.test(name) ? 'minimal' : undefined;
}

function openAiEffort(model: string, effort: ReasoningWish['effort']): string | undefined {
  if (effort !== 'max') return effort;
  return /^gpt-5\.([2-9]|\d\d)/.test(normalize(model)) ? 'xhigh' : 'high';
}

function gptOssEffort(model: string, effort: ReasoningWish['effort']): string | undefined {
  return /gpt-oss/i.test(model) ? openAiEffort(model, effort) : undefined;
}

function openRouterOff(model: string): Fields {
  const least = leastEffort(model);
  if (least !== undefined) return { reasoning: { effort: least } };
  if (/gemini-(2\.5-pro|3)/i.test(model)) return { reasoning: { effort: 'low' } };
  return ALWAYS_THINKING.test(model) ? {} : { reasoning: { enabled: false } };
}

function defined(key: string, value: unknown): Fields {
  return value === undefined ? {} : { [key]: value };
}
