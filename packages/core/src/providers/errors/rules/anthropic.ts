/** Anthropic and AWS Bedrock. */
import { pattern, type ErrorRule } from './errorRule.js';

export const anthropicRules: readonly ErrorRule[] = [
  {
    source: 'Anthropic: prompt and output',
    kind: 'window',
    text: pattern`input length and .?max_tokens.? exceed context limit: {actual} \+ {output} > {limit}`,
  },
  {
    source: 'Anthropic, Bedrock and local servers: prompt',
    kind: 'context-overflow',
    text: pattern`prompt is too long: {actual} tokens > {limit}`,
  },
  {
    source: 'Anthropic: bytes',
    kind: 'payload-too-large',
    text: pattern`request exceeds the maximum size`,
  },
  { source: 'Anthropic: bytes', kind: 'payload-too-large', code: /^request_too_large$/ },
];

export const bedrockRules: readonly ErrorRule[] = [
  {
    source: 'Bedrock and Bedrock streams',
    kind: 'context-overflow',
    text: pattern`\binput is too long\b`,
  },
  { source: 'Bedrock', kind: 'context-overflow', text: pattern`too many input tokens` },
  {
    source: 'Bedrock: characters, so no token numbers',
    kind: 'context-overflow',
    text: pattern`expected maxLength: \d+, actual: \d+`,
  },
];
