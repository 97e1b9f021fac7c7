/** How each family of models is told to think. Source: Anthropic's documentation of extended and adaptive thinking. */

/**
 * - `adaptive`: the model decides how much to think; `thinking: {type: "adaptive"}`.
 * - `budget`: thinks up to a number of tokens; `thinking: {type: "enabled", budget_tokens}`.
 * - `none`: does not think.
 */
type ThinkingMode = 'adaptive' | 'budget' | 'none';

export interface ThinkingSupport {
  mode: ThinkingMode;
  /** Whether the model thinks when neither user nor request say anything. */
  byDefault: boolean;
}

interface ThinkingRow extends ThinkingSupport {
  /** Found within the lower-case model name. */
  models: RegExp;
}

/** The first row that matches holds. */
const rows: readonly ThinkingRow[] = [
  { models: /claude-(?:2|instant|3-(?:5|opus|sonnet|haiku))/, mode: 'none', byDefault: false },
  { models: /claude-3[.-]7/, mode: 'budget', byDefault: true },
  { models: /claude-(?:opus|sonnet|haiku)-4(?:[-.@](?:[0-5]\b|20\d{6}|latest)|$)/, mode: 'budget', byDefault: true },
  { models: /claude-/, mode: 'adaptive', byDefault: true },
];

/** Other vendors' models behind an Anthropic endpoint: many refuse an unasked `thinking` block. */
const otherModels: ThinkingSupport = { mode: 'budget', byDefault: false };

export function thinkingSupport(model: string): ThinkingSupport {
  const name = model.toLowerCase();
  return rows.find(({ models }) => models.test(name)) ?? otherModels;
}
