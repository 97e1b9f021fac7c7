/** What a simulator can be told. */
import type { ErrorStyle } from './errors/catalogue.js';
import type { FaultRule } from './faults.js';
import type { RecordedRequest } from './recording.js';
import type { Scenario, SimulatedUsage } from './reply.js';
import type { SimulatedRequest } from './request.js';
import type { TokenizerChoice } from './tokens/tokenizer.js';

/** Which server's endpoints and model list stand beside the chat endpoints. */
export type ServerKind = 'openai' | 'openrouter' | 'vllm' | 'llama.cpp' | 'ollama' | 'lmstudio';

/**
 * - `normal`: always, streamed or not. `only-with-include_usage`: OpenAI streams report it only when asked.
 * - `absent`: never. `zero`: every count 0. `null-last`: the last chunk says `usage: null`.
 */
export type UsageMode = 'normal' | 'absent' | 'only-with-include_usage' | 'zero' | 'null-last';

/**
 * - `total`: prompt plus output cap must fit (OpenAI-compatible servers, Anthropic).
 * - `prompt`: the prompt alone must fit (Gemini).
 * - `silent`: the front of the prompt is cut away without a word (Ollama).
 * - `off`: everything is accepted.
 */
export type WindowRule = 'total' | 'prompt' | 'silent' | 'off';

export interface ValidationQuirks {
  /** User and assistant must take turns (Anthropic of old, many chat templates). Default: true for Anthropic only. */
  alternateRoles?: boolean;
  /** Calls and results are refused when the request declares no tools. Default: true for Anthropic only. */
  toolsRequiredForCalls?: boolean;
  /** Any `tool_choice` but `auto` is refused. Default false. */
  onlyAutomaticToolChoice?: boolean;
  /** Largest body in bytes. Default: no limit but Anthropic's 32 MB. */
  maxBodyBytes?: number;
  /** How a too large body is refused. Default `json`. */
  bodyLimitResponse?: 'json' | 'html' | 'none';
}

export interface SimulatorOptions {
  /** Decides the answers; default: repeats what the user said. */
  respond?: Scenario;
  /** Port on 127.0.0.1; default: any free one. */
  port?: number;
  /** Tokens of prompt plus output; default 131,072. */
  contextWindow?: number;
  /** Largest `max_tokens` the model takes; default: no limit of its own. */
  outputCap?: number;
  /** Default `o200k`. */
  tokenizer?: TokenizerChoice;
  /** Default: `total`, for Gemini `prompt`. */
  enforceWindow?: WindowRule;
  /** Whose words a refusal uses; default: the dialect's home provider. */
  errorStyle?: ErrorStyle;
  /** `strict` refuses malformed requests, `record` only notes them. Default `strict`. */
  validate?: 'strict' | 'record';
  quirks?: ValidationQuirks;
  /** Prompts remembered by the prefix cache, and its granularity and minimum in tokens. Defaults 64, 1 and 0. */
  cache?: { prompts?: number; blockTokens?: number; minimumTokens?: number };
  /** Whether Anthropic requests are cached only up to their `cache_control` marks (as the provider does). Default true. */
  cacheBreakpoints?: boolean;
  usage?: UsageMode;
  /** Where OpenAI streams carry the usage. Default `own-chunk`. */
  usageIn?: 'own-chunk' | 'finish-chunk';
  /** The last word on the usage that is reported. */
  adjustUsage?: (usage: SimulatedUsage, request: SimulatedRequest) => SimulatedUsage;
  /** How OpenAI answers carry reasoning. Default `reasoning_content`. */
  reasoningField?: 'reasoning_content' | 'reasoning' | 'think-tags';
  /** Default `openai`. */
  serverKind?: ServerKind;
  /** Ids in model lists. Default one, `simulated-model`. */
  models?: string[];
  /** Requests must carry this key. Default: none is asked for. */
  apiKey?: string;
  /** Tokens of every image; by default as the provider computes them. */
  imageTokens?: number;
  /** Milliseconds before the first byte for every prompt token that is not cached. Default 0. */
  prefillMsPerToken?: number;
  /** Characters of text a streamed event carries. Default 40. */
  streamCharacters?: number;
  faults?: FaultRule[];
  /** Told of every model request when its response has ended, whole or not. */
  onAnswered?: (request: RecordedRequest) => void;
}

export const DEFAULT_CONTEXT_WINDOW = 131_072;
