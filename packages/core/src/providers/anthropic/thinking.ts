/** Decides whether and how much a request makes the model think, and how much it may write. */
import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentConfig } from '../../types.js';
import type { ContentGeneratorConfig, ReasoningConfig } from '../contentGenerator.js';
import { CAPPED_DEFAULT_MAX_TOKENS, hasExplicitOutputLimit, tokenLimit } from '../tokenLimits.js';
import { thinkingSupport } from './thinkingModels.js';

/** The part of the configuration that this module reads. */
type ThinkingSettings = Pick<ContentGeneratorConfig, 'reasoning' | 'samplingParams'>;

type Effort = NonNullable<Exclude<ReasoningConfig, false>['effort']>;

/** Thinking budget by effort, in tokens. With the default answer cap, medium stays below the 20,000 kept free for output. */
const BUDGETS: Readonly<Record<Effort, number>> = { low: 4_096, medium: 12_000, high: 32_000, max: 56_000 };

/** The API's least budget; also the least room left for the answer itself. */
const LEAST_TOKENS = 1_024;

/** The fields of a request that thinking and output length decide together. */
export interface OutputFields {
  max_tokens: number;
  thinking?: Anthropic.ThinkingConfigParam;
  output_config?: Anthropic.OutputConfig;
}

/**
 * `max_tokens` is what the request, the settings or `QWEN_CODE_MAX_OUTPUT_TOKENS` say, never above the model's known
 * limit; otherwise a modest answer plus the thinking budget.
 *
 * @param canThink false when this particular history or tool choice forbids a thinking block.
 */
export function outputFields(
  model: string,
  config: GenerateContentConfig,
  settings: ThinkingSettings,
  canThink: boolean,
): OutputFields {
  const budget = canThink ? thinkingBudget(model, config, settings.reasoning) : 0;
  const wanted =
    statedMaxTokens(config, settings) ?? Math.min(CAPPED_DEFAULT_MAX_TOKENS, tokenLimit(model, 'output')) + budget;
  const max_tokens = hasExplicitOutputLimit(model) ? Math.min(wanted, tokenLimit(model, 'output')) : wanted;
  if (budget === 0) return { max_tokens };
  if (thinkingSupport(model).mode === 'adaptive') return { max_tokens, ...adaptiveThinking(settings.reasoning) };
  const budget_tokens = Math.min(budget, max_tokens - LEAST_TOKENS);
  return budget_tokens < LEAST_TOKENS ? { max_tokens } : { max_tokens, thinking: { type: 'enabled', budget_tokens } };
}

function adaptiveThinking(reasoning: ReasoningConfig | undefined): Omit<OutputFields, 'max_tokens'> {
  const effort = reasoning ? reasoning.effort : undefined;
  return {
    thinking: { type: 'adaptive', display: 'summarized' },
    ...(effort === undefined ? {} : { output_config: { effort } }),
  };
}

/** Tokens to think at most; 0 for no thinking. */
function thinkingBudget(model: string, config: GenerateContentConfig, reasoning: ReasoningConfig | undefined): number {
  const support = thinkingSupport(model);
  const { includeThoughts, thinkingBudget: asked } = config.thinkingConfig ?? {};
  if (support.mode === 'none' || includeThoughts === false || asked === 0 || reasoning === false) return 0;
  if (asked !== undefined && asked > 0) return asked;
  if (reasoning === undefined && !support.byDefault) return 0;
  return reasoning?.budget_tokens ?? BUDGETS[reasoning?.effort ?? 'medium'];
}

/** The user's cap also holds for requests that ask for more. */
function statedMaxTokens(
  { maxOutputTokens }: GenerateContentConfig,
  { samplingParams }: ThinkingSettings,
): number | undefined {
  const stated = [maxOutputTokens, samplingParams?.max_tokens].filter(isCap);
  if (stated.length > 0) return Math.min(...stated);
  const fromEnvironment = Number(process.env['QWEN_CODE_MAX_OUTPUT_TOKENS']);
  return isCap(fromEnvironment) ? fromEnvironment : undefined;
}

function isCap(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isInteger(tokens) && tokens > 0;
}
