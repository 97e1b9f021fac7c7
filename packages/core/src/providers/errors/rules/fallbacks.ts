/** What is left when no provider's wording matched: codes, common phrases, statuses, in this order. */
import type { ProviderErrorKind } from '../providerError.js';
import { pattern, type ErrorRule } from './errorRule.js';

/** Statuses with which a provider refuses a request for its content. */
const REFUSALS = [400, 413, 422] as const;

export const overflowCodeRules: readonly ErrorRule[] = [
  {
    source: 'OpenAI and imitators, proxies, Copilot',
    kind: 'context-overflow',
    code: /^(?:context_length_exceeded|context_too_large|model_max_prompt_tokens_exceeded|context_window_exceeded|model_context_window_exceeded)$/i,
  },
];

export const overflowPhraseRules: readonly ErrorRule[] = [
  { source: 'any', kind: 'context-overflow', text: pattern`maximum context length (?:is|of) {limit}` },
  { source: 'any', kind: 'context-overflow', text: pattern`maximum context length` },
  { source: 'any', kind: 'context-overflow', text: pattern`\b{actual} tokens? > {limit} (?:maximum|max|limit)` },
  { source: 'any', kind: 'context-overflow', text: pattern`\bprompt (?:is )?too long\b` },
  {
    source: 'any',
    kind: 'context-overflow',
    text: pattern`\binput token (?:count|length) (?:is )?(?:too long|exceeds)`,
  },
  { source: 'any', kind: 'context-overflow', text: pattern`context[_ ](?:length|window)(?: \w+)?[_ ]exceed(?:ed|s)` },
  {
    source: 'any',
    kind: 'context-overflow',
    text: pattern`exceeds? (?:the |this )?(?:model's )?(?:maximum )?context (?:length|window|size)`,
  },
  {
    source: 'any',
    kind: 'context-overflow',
    text: pattern`\b(?:input|prompt|messages?|context)\b[^.\n]{0,60}?\btokens?\b[^.\n]{0,60}?\bexceeds?\b`,
    status: REFUSALS,
  },
  { source: 'any', kind: 'context-overflow', text: pattern`\btoo many tokens\b(?! per)`, status: REFUSALS },
];

export const codeRules: readonly ErrorRule[] = [
  { source: 'any', kind: 'rate-limit', code: /^(?:RESOURCE_EXHAUSTED|rate_limit.*)$/i },
  { source: 'Gemini', kind: 'overloaded', code: /^(?:UNAVAILABLE|server_overloaded|slow_down)$/i },
  { source: 'any', kind: 'not-found', code: /^(?:NOT_FOUND|not_found_error|model_not_found)$/i },
  {
    source: 'any',
    kind: 'server',
    code: /^(?:api_error|server_error|internal_error|INTERNAL|internal_server_error|InternalServerException)$/i,
  },
  {
    source: 'any',
    kind: 'invalid-request',
    code: /^(?:invalid_request_error|invalid_request|INVALID_ARGUMENT|FAILED_PRECONDITION|BadRequestError|ValidationException|invalid_parameter_error)$/i,
  },
];

/** What a status means when neither text nor code said more. */
export const kindByStatus: Readonly<Record<number, ProviderErrorKind>> = {
  401: 'auth',
  402: 'quota',
  403: 'auth',
  404: 'not-found',
  405: 'not-found',
  408: 'timeout',
  410: 'not-found',
  413: 'payload-too-large',
  429: 'rate-limit',
  529: 'overloaded',
};
