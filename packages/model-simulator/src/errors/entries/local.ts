import { openAiBody, type ErrorEntry, type ErrorNumbers } from '../entry.js';

function llamaCppBody({ prompt, window }: ErrorNumbers): unknown {
  return {
    error: {
      code: 400,
      message: `request (${prompt} tokens) exceeds the available context size (${window} tokens), try increasing it`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: prompt,
      n_ctx: window,
    },
  };
}

/** Servers people run themselves: llama.cpp, vLLM, SGLang, Ollama, LM Studio and their like. */
export const localErrors = {
  'llama.cpp-prompt': { meaning: 'context-overflow', status: 400, body: llamaCppBody },
  'llama.cpp-old': {
    meaning: 'context-overflow',
    status: 500,
    body: () => ({
      error: {
        code: 500,
        message:
          'the request exceeds the available context size. try increasing the context size or enable context shift',
        type: 'server_error',
      },
    }),
  },
  'ollama-llama.cpp': {
    meaning: 'context-overflow',
    status: 400,
    body: (numbers) => openAiBody(JSON.stringify(llamaCppBody(numbers)), null, 'invalid_request_error'),
  },
  'ollama-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ prompt, window }) =>
      openAiBody(
        `prompt too long; exceeded max context length by ${prompt - window} tokens`,
        null,
        'invalid_request_error',
      ),
  },
  'vllm-total': {
    meaning: 'output-overflow',
    status: 400,
    body: ({ window, output }) => {
      const floor = Math.max(0, window - output + 1);
      return openAiBody(
        `This model's maximum context length is ${window} tokens. However, you requested ${output} output tokens and your prompt contains at least ${floor} input tokens, for a total of at least ${floor + output} tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=${floor})`,
        400,
        'BadRequestError',
        'input_tokens',
      );
    },
  },
  'vllm-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) =>
      openAiBody(
        `Input length (${prompt}) exceeds model's maximum context length (${window}).`,
        400,
        'BadRequestError',
      ),
  },
  'vllm-negative': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) =>
      openAiBody(
        `max_tokens must be at least 1, got ${window - prompt}. (parameter=max_tokens, value=${window - prompt})`,
        400,
        'BadRequestError',
        'max_tokens',
      ),
  },
  'vllm-output-cap': {
    meaning: 'output-cap',
    status: 400,
    body: ({ output, limit }) =>
      openAiBody(
        `max_tokens: ${output} is greater than the output limit of ${limit} tokens. (parameter=max_tokens, value=${output})`,
        400,
        'BadRequestError',
        'max_tokens',
      ),
  },
  'lmstudio-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ prompt, window }) => ({
      error: `The number of tokens to keep from the initial prompt is greater than the context length (n_keep: ${prompt}>= n_ctx: ${window}). Try to load the model with a larger context length, or provide a shorter input.`,
    }),
  },
  'lmstudio-log': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ prompt, window }) => ({
      error: `Trying to keep the first ${prompt} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
    }),
  },
  'local-prompt-and-generation': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ prompt, window }) =>
      openAiBody(
        `prompt is too long: ${prompt} tokens > ${window} maximum (prompt + generation)`,
        'context_length_exceeded',
        'invalid_request_error',
      ),
  },
  'local-commas': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ prompt, window }) =>
      openAiBody(
        `Prompt has ${prompt.toLocaleString('en-US')} tokens, but the configured context size is ${window.toLocaleString('en-US')} tokens`,
        'context_length_exceeded',
        'invalid_request_error',
      ),
  },
  'local-plain': {
    meaning: 'context-overflow',
    status: 400,
    body: () =>
      openAiBody('400 Prompt exceeds maximum context length', 'context_length_exceeded', 'invalid_request_error'),
  },
} satisfies Record<string, ErrorEntry>;
