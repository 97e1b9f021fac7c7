/**
 * Failures that talk of tokens, limits or sizes but are no overflow of the window, and per-minute limits that no waiting
 * satisfies. They are tried before every overflow rule.
 */
import { pattern, type ErrorRule } from './errorRule.js';

/** A per-minute limit or a tier smaller than the request. */
const tierRules: readonly ErrorRule[] = [
  {
    source: 'OpenAI, Groq: a request above the per-minute limit',
    kind: 'request-too-large-for-tier',
    text: pattern`request too large for [^]{0,200}?limit:? {limit}, requested:? {requested}`,
  },
  {
    source: 'Anthropic: tier without long context',
    kind: 'request-too-large-for-tier',
    text: pattern`extra usage is required for long context`,
  },
];

const outputCapRules: readonly ErrorRule[] = [
  {
    source: 'Anthropic',
    kind: 'output-cap',
    text: pattern`max_tokens: \d[\d,]* > {outputLimit}, which is the maximum allowed number of output tokens`,
  },
  {
    source: 'DeepSeek',
    kind: 'output-cap',
    text: pattern`valid range of max_tokens is \[\d+, ?{outputLimit}\]`,
  },
  {
    source: 'DashScope',
    kind: 'output-cap',
    text: pattern`range of max_(?:completion_)?tokens should be \[\d+, ?{outputLimit}\]`,
  },
  {
    source: 'OpenAI',
    kind: 'output-cap',
    text: pattern`max_(?:completion_)?tokens is too large: [^]{0,40}?supports at most {outputLimit} completion tokens`,
  },
  {
    source: 'Groq',
    kind: 'output-cap',
    text: pattern`max_(?:completion_)?tokens.? must be less than or equal to .?{outputLimit}`,
  },
  {
    source: 'Bedrock',
    kind: 'output-cap',
    text: pattern`maximum tokens you requested exceeds the model limit of {outputLimit}`,
  },
  {
    source: 'Vertex: an inclusive to exclusive range, so no number is taken',
    kind: 'output-cap',
    text: pattern`maxOutputTokens value of \d+ but the supported range is`,
  },
  {
    source: 'vLLM',
    kind: 'output-cap',
    text: pattern`greater than the output limit of {outputLimit} tokens`,
  },
  {
    source: 'any',
    kind: 'output-cap',
    text: pattern`exceeds? (?:the )?(?:model's )?(?:maximum )?output (?:token )?limit`,
  },
];

const pairingRules: readonly ErrorRule[] = [
  {
    source: 'DashScope, OpenAI',
    kind: 'invalid-request',
    text: pattern`tool_call_ids? did not have response messages|must be followed by tool messages|tool message must follow|must be a response to a prece?eding message with .?tool_calls`,
  },
  {
    source: 'Anthropic, Bedrock',
    kind: 'invalid-request',
    text: pattern`without .?tool_result.? blocks|unexpected .?tool_use_id.?|number of toolResult blocks|Expected toolResult blocks`,
  },
  { source: 'MiniMax', kind: 'invalid-request', text: pattern`tool result's tool id` },
  {
    source: 'Gemini',
    kind: 'invalid-request',
    text: pattern`number of function response parts|function (?:call|response) turn comes immediately after`,
  },
  {
    source: 'Anthropic: thinking blocks',
    kind: 'invalid-request',
    text: pattern`thinking.{0,40}blocks?.{0,80}cannot be modified|invalid .?signature.? in .?thinking`,
  },
];

const imageRules: readonly ErrorRule[] = [
  { source: 'Anthropic', kind: 'image-limit', text: pattern`image dimensions exceed max allowed size` },
  { source: 'Anthropic', kind: 'image-limit', text: pattern`image exceeds \d+(?:\.\d+)? ?[KM]i?B maximum` },
  { source: 'Anthropic', kind: 'image-limit', text: pattern`could not process image` },
  { source: 'Anthropic', kind: 'image-limit', code: /^image_(?:dimensions_)?too_large$/ },
  { source: 'OpenAI', kind: 'image-limit', code: /^(?:invalid_image(?:_.*)?|image_parse_error|image_too_large)$/ },
  { source: 'any', kind: 'image-limit', text: pattern`too many images|image (?:size )?(?:is )?too large` },
];

const quotaRules: readonly ErrorRule[] = [
  {
    source: 'OpenAI, DashScope, Moonshot, Anthropic',
    kind: 'quota',
    code: /^(?:insufficient_quota|insufficient_balance|billing_error|billing_hard_limit_reached|exceeded_current_quota_error|arrearage|1113)$/i,
  },
  {
    source: 'any',
    kind: 'quota',
    text: pattern`credit balance is too low|insufficient (?:account )?(?:balance|quota|credits?|funds)|free allocated quota exceeded|account is in arrears|requires more credits`,
  },
  {
    source: 'Gemini: a quota per day',
    kind: 'quota',
    code: /PerDay/,
  },
];

const rateRules: readonly ErrorRule[] = [
  {
    source: 'Gemini: input tokens per minute, which the next minute brings back',
    kind: 'rate-limit',
    text: pattern`input_token_count, limit: {limit}[^]{0,400}?retry in \d`,
  },
  {
    source: 'Gemini: input tokens per minute, and no wait is named',
    kind: 'request-too-large-for-tier',
    text: pattern`input_token_count, limit: {limit}`,
  },
  {
    source: 'OpenAI, Groq: tokens per minute; above the limit it is a matter of the tier',
    kind: 'rate-limit',
    text: pattern`rate limit reached[^]{0,200}?tokens per (?:min|day)[^]{0,40}?limit:? {limit}, used:? [\d,]+, requested:? {requested}`,
  },
  { source: 'DashScope, Bedrock', kind: 'rate-limit', code: /^Throttling/i },
  {
    source: 'OpenAI, Groq, Anthropic',
    kind: 'rate-limit',
    code: /^(?:rate_limit_exceeded|rate_limit_error|limit_requests|too_many_requests)$/i,
  },
  {
    source: 'Groq and others',
    kind: 'rate-limit',
    text: pattern`rate limit(?:ed)?\b[^]{0,200}?(?:used|try again|reached|exceeded)`,
  },
  { source: 'Bedrock', kind: 'rate-limit', text: pattern`too many (?:tokens|requests), please wait` },
  {
    source: 'Zhipu, Anthropic, Gemini, OpenAI',
    kind: 'overloaded',
    text: pattern`temporarily overloaded|(?:model|server|engine|service) is (?:currently )?overloaded|^\W*overloaded\W*$`,
  },
  { source: 'Anthropic, Zhipu', kind: 'overloaded', code: /^(?:overloaded_error|1305)$/ },
];

const authRules: readonly ErrorRule[] = [
  {
    source: 'Anthropic, OpenAI, Gemini',
    kind: 'auth',
    code: /^(?:authentication_error|permission_error|invalid_api_key|invalid_authentication_error|API_KEY_INVALID|UNAUTHENTICATED|PERMISSION_DENIED)$/i,
  },
  {
    source: 'any',
    kind: 'auth',
    text: pattern`(?:incorrect|invalid|missing|expired) (?:anthropic |x-)?api[ -]?key|api key (?:not valid|not found|is invalid|expired)|invalid x-api-key`,
  },
];

const timeoutRules: readonly ErrorRule[] = [
  { source: 'any', kind: 'timeout', code: /^(?:DEADLINE_EXCEEDED|timeout_error|request_timeout)$/i },
];

export const limitRules: readonly ErrorRule[] = [
  ...tierRules,
  ...outputCapRules,
  ...pairingRules,
  ...imageRules,
  ...quotaRules,
  ...rateRules,
  ...authRules,
  ...timeoutRules,
];
