/** Gemini API, Code Assist and Vertex AI. */
import { pattern, type ErrorRule } from './errorRule.js';

export const geminiRules: readonly ErrorRule[] = [
  {
    source: 'Gemini: both numbers',
    kind: 'context-overflow',
    text: pattern`input token count \({actual}\) exceeds the maximum number of tokens allowed \({limit}\)`,
  },
  {
    source: 'Gemini: limit only',
    kind: 'context-overflow',
    text: pattern`input token count exceeds the maximum number of tokens allowed {limit}`,
  },
  {
    source: 'Vertex and Gemma',
    kind: 'context-overflow',
    text: pattern`input token count is {actual} but (?:the )?model only supports up to {limit}`,
  },
  {
    source: 'Vertex-hosted GLM, SGLang, LiteLLM',
    kind: 'window',
    text: pattern`maximum context length of {limit} tokens[^]{0,80}?: {actual} tokens from the input messages and {output} tokens for the completion`,
  },
];
