/** The thinking configuration of a request. */
import type { ThinkingLevel } from '@google/genai';
import type { ThinkingConfig } from '../../types.js';
import type { ReasoningConfig } from '../contentGenerator.js';
import { geminiModel, type ThinkingControl } from './models.js';

type Effort = NonNullable<Exclude<ReasoningConfig, false>['effort']>;
type ByBudget = Extract<ThinkingControl, { by: 'budget' }>;
type ByLevel = Extract<ThinkingControl, { by: 'level' }>;

/** Tokens by effort, before the model's own bounds; medium leaves the amount to the model. */
const BUDGETS: Readonly<Record<Effort, number>> = { low: 4_096, medium: -1, high: 16_384, max: 32_768 };

/** The API's own value for "as much as the model thinks right". */
const DYNAMIC = -1;

/**
 * Thinks as the request asks, else as the settings say, else as the model likes. A request without thoughts turns thinking
 * off, or to the least where the model cannot do without; `undefined` for models that do not think.
 */
export function thinkingConfig(
  model: string,
  asked: ThinkingConfig | undefined,
  reasoning: ReasoningConfig | undefined,
): ThinkingConfig | undefined {
  const { thinking } = geminiModel(model);
  if (thinking.by === 'none') return undefined;
  if (asked?.includeThoughts === false || asked?.thinkingBudget === 0 || reasoning === false)
    return leastThinking(thinking);
  if (asked?.thinkingLevel !== undefined || asked?.thinkingBudget !== undefined)
    return { ...asked, includeThoughts: true };
  return {
    includeThoughts: true,
    ...(thinking.by === 'budget' ? budget(thinking, reasoning) : level(thinking, reasoning)),
  };
}

function leastThinking(thinking: ByBudget | ByLevel): ThinkingConfig {
  if (thinking.by === 'level') return { includeThoughts: false, thinkingLevel: thinking.least as ThinkingLevel };
  return { includeThoughts: false, thinkingBudget: thinking.canBeOff ? 0 : thinking.least };
}

function budget({ least, most }: ByBudget, reasoning: Exclude<ReasoningConfig, false> | undefined): ThinkingConfig {
  const tokens = reasoning?.budget_tokens ?? BUDGETS[reasoning?.effort ?? 'medium'];
  return tokens === DYNAMIC ? {} : { thinkingBudget: Math.max(least, Math.min(tokens, most)) };
}

function level(thinking: ByLevel, reasoning: Exclude<ReasoningConfig, false> | undefined): ThinkingConfig {
  switch (reasoning?.effort) {
    case 'low':
      return { thinkingLevel: 'LOW' as ThinkingLevel };
    case 'medium':
      return thinking.hasMedium ? { thinkingLevel: 'MEDIUM' as ThinkingLevel } : {};
    case 'high':
    case 'max':
      return { thinkingLevel: 'HIGH' as ThinkingLevel };
    default:
      return {};
  }
}
