/** Finds the row of the error tables that an error matches, and reads its numbers. */
import type { ErrorEvidence } from './errorEvidence.js';
import type { ProviderErrorDetails, ProviderErrorKind } from './providerError.js';
import { anthropicRules, bedrockRules } from './rules/anthropic.js';
import { chineseProviderRules } from './rules/chineseProviders.js';
import type { ErrorRule } from './rules/errorRule.js';
import { codeRules, kindByStatus, overflowCodeRules, overflowPhraseRules } from './rules/fallbacks.js';
import { geminiRules } from './rules/gemini.js';
import { gatewayRules, hostRules } from './rules/hosts.js';
import { limitRules } from './rules/limits.js';
import { localServerRules } from './rules/localServers.js';
import { openAiRules } from './rules/openai.js';

/** In order of trial: what only looks like an overflow comes first, the general phrases last. */
const textRules: readonly ErrorRule[] = [
  ...limitRules,
  ...openAiRules,
  ...anthropicRules,
  ...geminiRules,
  ...chineseProviderRules,
  ...localServerRules,
  ...hostRules,
  ...bedrockRules,
  ...gatewayRules,
  ...overflowPhraseRules,
  ...overflowCodeRules,
];

type Numbers = Partial<Record<'limit' | 'actual' | 'extra' | 'output' | 'outputLimit' | 'requested', number>>;

/** The kind and the numbers of an error that a server sent. */
export function recogniseError(evidence: ErrorEvidence): ProviderErrorDetails {
  const text = evidence.texts.join('\n');
  for (const rule of textRules) {
    const match = matchRule(rule, evidence, text);
    if (match !== undefined) return detailsOf(rule, match, evidence);
  }
  return { kind: kindWithoutText(evidence) };
}

/** Groups of the rule's text, or `undefined` when a condition does not hold. */
function matchRule(rule: ErrorRule, evidence: ErrorEvidence, text: string): Record<string, string> | undefined {
  const { code, status } = rule;
  if (status !== undefined && evidence.status !== undefined && !status.includes(evidence.status)) return undefined;
  if (code !== undefined && !evidence.codes.some((sent) => code.test(sent))) return undefined;
  if (rule.text === undefined) return {};
  const match = rule.text.exec(text);
  return match === null ? undefined : (match.groups ?? {});
}

function detailsOf(rule: ErrorRule, groups: Record<string, string>, evidence: ErrorEvidence): ProviderErrorDetails {
  const numbers = readNumbers(groups);
  const isOverflow = rule.kind === 'context-overflow' || rule.kind === 'window';
  const limit = (isOverflow ? evidence.contextTokens : undefined) ?? numbers.limit;
  const stated = numbers.actual === undefined ? undefined : numbers.actual + (numbers.extra ?? 0);
  const actual = (isOverflow ? evidence.promptTokens : undefined) ?? stated;
  return {
    kind: chooseKind(rule.kind, { ...numbers, limit, actual }),
    limitTokens: limit,
    actualTokens: actual,
    actualTokensIsFloor: groups['floor'] === undefined ? undefined : true,
    outputLimitTokens: numbers.outputLimit,
  };
}

function chooseKind(kind: ErrorRule['kind'], { limit, actual, requested }: Numbers): ProviderErrorKind {
  if (kind === 'rate-limit' && requested !== undefined && limit !== undefined && requested > limit) {
    return 'request-too-large-for-tier';
  }
  if (kind !== 'window') return kind;
  const promptFits = limit !== undefined && actual !== undefined && actual < limit;
  return promptFits ? 'output-overflow' : 'context-overflow';
}

function readNumbers(groups: Record<string, string>): Numbers {
  const numbers: Numbers = {};
  for (const name of ['limit', 'actual', 'extra', 'output', 'outputLimit', 'requested'] as const) {
    const value = Number((groups[name] ?? '').replaceAll(',', ''));
    if (Number.isSafeInteger(value) && value > 0) numbers[name] = value;
  }
  return numbers;
}

function kindWithoutText(evidence: ErrorEvidence): ProviderErrorKind {
  const { status, texts, codes } = evidence;
  // Cerebras answers 400 with no body at all when the prompt is too long; nobody else is known to.
  if (status === 400 && texts.length === 0 && codes.length === 0) return 'context-overflow';
  const byStatus = status === undefined ? undefined : kindByStatus[status];
  if (byStatus !== undefined) return byStatus;
  const byCode = codeRules.find((rule) => codes.some((code) => rule.code?.test(code)));
  if (byCode !== undefined) return byCode.kind as ProviderErrorKind;
  if (status === undefined) return 'stream';
  if (status >= 500) return 'server';
  return status >= 400 ? 'invalid-request' : 'stream';
}
