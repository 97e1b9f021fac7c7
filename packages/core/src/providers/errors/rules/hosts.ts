/** Hosts and gateways: OpenRouter, Together, Groq, Cerebras, Mistral, xAI, Cohere, Zed, and proxies in between. */
import { pattern, type ErrorRule } from './errorRule.js';

export const hostRules: readonly ErrorRule[] = [
  {
    source: 'OpenRouter, Poolside',
    kind: 'context-overflow',
    text: pattern`input length {actual} exceeds the maximum allowed input length of {limit} tokens`,
  },
  {
    source: 'Together',
    kind: 'context-overflow',
    text: pattern`input \({actual} tokens\) is longer than the model's context length \({limit} tokens\)`,
  },
  {
    source: 'Cerebras',
    kind: 'context-overflow',
    text: pattern`reduce the length of the messages or completion\. current length is {actual} while limit is {limit}`,
  },
  { source: 'Groq', kind: 'context-overflow', text: pattern`reduce the length of the messages or completion` },
  {
    source: 'Mistral',
    kind: 'context-overflow',
    text: pattern`prompt contains {actual} tokens[^]{0,60}?too large for model with {limit} maximum context length`,
  },
  {
    source: 'xAI',
    kind: 'context-overflow',
    text: pattern`maximum prompt length is {limit} but the request contains {actual} tokens`,
  },
  {
    source: 'Zed',
    kind: 'context-overflow',
    text: pattern`context window exceeded: {actual} tokens exceeds the limit of {limit} tokens`,
  },
  {
    source: 'Cohere',
    kind: 'context-overflow',
    text: pattern`total tokens exceeds the model's max of {limit}`,
  },
];

export const gatewayRules: readonly ErrorRule[] = [
  {
    source: 'nginx, Express',
    kind: 'payload-too-large',
    text: pattern`(?:request entity|payload|request body) too large`,
  },
  { source: 'axum', kind: 'payload-too-large', text: pattern`buffer the request body: length limit exceeded` },
];
