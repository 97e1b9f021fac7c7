/** Whether a request fits the context window, and how much output it has room for. */
import { refusalEntry, type RefusalReason } from './errors/catalogue.js';
import type { WireResponse } from './dialects/dialect.js';
import { DEFAULT_CONTEXT_WINDOW, type SimulatorOptions, type WindowRule } from './options.js';
import type { DialectName, SimulatedRequestContent } from './request.js';
import type { PromptTokens } from './tokens/promptTokens.js';

export interface WindowDecision {
  oversized: boolean;
  refusal?: WireResponse;
  /** Tokens the answer may have. */
  outputRoom: number;
}

/** Tokens of the context window. */
export function windowOf(options: SimulatorOptions): number {
  return options.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
}

export function windowRule(options: SimulatorOptions, dialect: DialectName): WindowRule {
  return options.enforceWindow ?? (dialect === 'gemini' ? 'prompt' : 'total');
}

/** Applies the window rule to a request of so many prompt tokens. */
export function decideWindow(
  content: SimulatedRequestContent,
  prompt: PromptTokens,
  options: SimulatorOptions,
): WindowDecision {
  const window = windowOf(options);
  const rule = windowRule(options, content.dialect);
  const asked = content.maxOutputTokens;
  const refuse = (reason: RefusalReason): WireResponse => {
    const entry = refusalEntry(options.errorStyle ?? content.dialect, reason);
    const numbers = {
      window,
      prompt: prompt.total,
      output: asked ?? 0,
      tools: prompt.toolTokens,
      limit: options.outputCap ?? 0,
      model: content.model,
    };
    return { status: entry.status, headers: entry.headers, body: entry.body(numbers) };
  };
  const promptTooLong = rule === 'prompt' ? prompt.total > window : prompt.total + 1 > window;
  const totalTooLong = rule === 'total' && prompt.total + (asked ?? 0) > window;
  const oversized = promptTooLong || totalTooLong;
  const room = rule === 'total' ? window - prompt.total : Infinity;
  const outputRoom = Math.max(1, Math.min(asked ?? Infinity, options.outputCap ?? Infinity, room));
  if (asked !== undefined && options.outputCap !== undefined && asked > options.outputCap) {
    return { oversized, outputRoom, refusal: refuse('outputCap') };
  }
  if (!oversized || rule === 'silent' || rule === 'off') return { oversized, outputRoom };
  return { oversized, outputRoom, refusal: refuse(promptTooLong ? 'prompt' : 'total') };
}
