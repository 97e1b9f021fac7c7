/** llama.cpp, vLLM, SGLang, TGI, Ollama, LM Studio. */
import { pattern, type ErrorRule } from './errorRule.js';

export const localServerRules: readonly ErrorRule[] = [
  {
    source: 'vLLM: counts only up to the limit, so the prompt is "at least" that long',
    kind: 'window',
    text: pattern`maximum context length is {limit} tokens[^]{0,80}?requested {output} output tokens and your prompt contains (?<floor>at least )?{actual} input tokens`,
  },
  {
    source: 'vLLM: max_tokens above what the prompt leaves',
    kind: 'window',
    text: pattern`max_(?:completion_)?tokens'? is too large: {output}\. ?this model's maximum context length is {limit} tokens and your request has {actual} input tokens`,
  },
  {
    source: 'vLLM, old',
    kind: 'context-overflow',
    text: pattern`maximum context length is {limit} tokens[^]{0,80}?requested {actual} tokens in the messages`,
  },
  {
    source: 'vLLM, new',
    kind: 'context-overflow',
    text: pattern`input length \({actual}\) exceeds model's maximum context length \({limit}\)`,
  },
  {
    source: 'vLLM: the room left for output is negative',
    kind: 'context-overflow',
    text: pattern`max_tokens must be at least 1, got -\d+`,
  },
  {
    source: 'GLM hosts on vLLM',
    kind: 'window',
    text: pattern`passed {actual} input tokens and requested {output} output tokens[^]{0,60}?context length is only {limit} tokens`,
  },
  {
    source: 'TGI',
    kind: 'window',
    text: pattern`max_new_tokens.? must be <= {limit}\. given: {actual} .?inputs.? tokens and {output} .?max_new_tokens`,
  },
  {
    source: 'llama.cpp',
    kind: 'context-overflow',
    text: pattern`request \({actual} tokens\) exceeds the available context size \({limit} tokens\)`,
  },
  { source: 'llama.cpp, old', kind: 'context-overflow', text: pattern`exceeds the available context size` },
  { source: 'llama.cpp', kind: 'context-overflow', code: /^exceed_context_size_error$/ },
  {
    source: 'Ollama: names only the excess',
    kind: 'context-overflow',
    text: pattern`prompt too long; exceeded max context length`,
  },
  {
    source: 'LM Studio',
    kind: 'context-overflow',
    text: pattern`n_keep: {actual} ?>= ?n_ctx: {limit}`,
  },
  {
    source: 'LM Studio, old',
    kind: 'context-overflow',
    text: pattern`tokens to keep from the initial prompt is greater than the context length`,
  },
  {
    source: 'LM Studio, log form',
    kind: 'context-overflow',
    text: pattern`keep the first {actual} tokens when context the overflows[^]{0,80}?context length of only {limit} tokens`,
  },
  {
    source: 'other local servers',
    kind: 'context-overflow',
    text: pattern`prompt has {actual} tokens, but the configured context size is {limit} tokens`,
  },
];
