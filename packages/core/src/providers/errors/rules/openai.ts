/** OpenAI, Azure OpenAI and GitHub Copilot; DeepSeek and many servers repeat the classic wording. */
import { pattern, type ErrorRule } from './errorRule.js';

export const openAiRules: readonly ErrorRule[] = [
  {
    source: 'OpenAI classic, DeepSeek, OpenRouter: prompt and completion counted apart',
    kind: 'window',
    text: pattern`maximum context length is {limit} tokens[^]{0,120}?\({actual} (?:in the messages|of text input)(?:,? (?:and )?{extra} (?:in the functions|of tool input))?,? (?:and )?{output} in the (?:completion|output)\)`,
  },
  {
    source: 'OpenAI classic: prompt only',
    kind: 'context-overflow',
    text: pattern`maximum context length is {limit} tokens[^]{0,80}?messages resulted in {actual} tokens`,
  },
  {
    source: 'OpenAI GPT-5 family and Azure: limit is the input cap',
    kind: 'context-overflow',
    text: pattern`input tokens exceed the configured limit of {limit} tokens\.? your messages resulted in {actual} tokens`,
  },
  {
    source: 'OpenAI Responses and proxies',
    kind: 'context-overflow',
    text: pattern`input exceeds the context window of this model`,
  },
  {
    source: 'GitHub Copilot',
    kind: 'context-overflow',
    text: pattern`prompt token count of {actual} exceeds the limit of {limit}`,
  },
  {
    source: 'OpenAI: one text field beyond its size',
    kind: 'payload-too-large',
    code: /^string_above_max_length$/,
  },
];
