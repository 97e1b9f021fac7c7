import { openAiBody, type ErrorEntry } from '../entry.js';

const invalid = 'invalid_request_error';

/** OpenAI, Azure and GitHub Copilot. */
export const openAiErrors = {
  'openai-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) =>
      openAiBody(
        `This model's maximum context length is ${window} tokens. However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`,
        'context_length_exceeded',
        invalid,
        'messages',
      ),
  },
  'openai-functions': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt, tools }) =>
      openAiBody(
        `This model's maximum context length is ${window} tokens. However, your messages resulted in ${prompt} tokens (${prompt - tools} in the messages, ${tools} in the functions). Please reduce the length of the messages or functions.`,
        'context_length_exceeded',
        invalid,
        'messages',
      ),
  },
  'openai-total': {
    meaning: 'output-overflow',
    status: 400,
    body: ({ window, prompt, output }) =>
      openAiBody(
        `This model's maximum context length is ${window} tokens. However, you requested ${prompt + output} tokens (${prompt} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`,
        'context_length_exceeded',
        invalid,
        'messages',
      ),
  },
  'openai-gpt5': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) =>
      openAiBody(
        `Input tokens exceed the configured limit of ${window} tokens. Your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`,
        null,
        invalid,
      ),
  },
  'openai-responses': {
    meaning: 'context-overflow',
    status: 400,
    body: () =>
      openAiBody(
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
        'context_length_exceeded',
        invalid,
        'input',
      ),
  },
  'openai-proxy': {
    meaning: 'context-overflow',
    status: 400,
    body: () =>
      openAiBody(
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
        'context_too_large',
        invalid,
      ),
  },
  'openai-output-cap': {
    meaning: 'output-cap',
    status: 400,
    body: ({ output, limit }) =>
      openAiBody(
        `max_tokens is too large: ${output}. This model supports at most ${limit} completion tokens, whereas you provided ${output}.`,
        'invalid_value',
        invalid,
        'max_tokens',
      ),
  },
  'openai-tpm': {
    meaning: 'request-too-large-for-tier',
    status: 429,
    body: ({ model, limit, prompt, output }) =>
      openAiBody(
        `Request too large for ${model} on tokens per min (TPM): Limit ${limit}, Requested ${prompt + output}. The input or output tokens must be reduced in order to run successfully.`,
        'rate_limit_exceeded',
        'tokens',
      ),
  },
  'openai-rate-limit': {
    meaning: 'rate-limit',
    status: 429,
    headers: { 'retry-after': '1' },
    body: ({ model, limit, prompt }) =>
      openAiBody(
        `Rate limit reached for ${model} on tokens per min (TPM): Limit ${limit}, Used ${limit - 1}, Requested ${prompt}. Please try again in 1s.`,
        'rate_limit_exceeded',
        'tokens',
      ),
  },
  'openai-quota': {
    meaning: 'quota',
    status: 429,
    body: () =>
      openAiBody(
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
        'insufficient_quota',
      ),
  },
  'openai-auth': {
    meaning: 'auth',
    status: 401,
    body: () => openAiBody('Incorrect API key provided: sk-...0000.', 'invalid_api_key', invalid),
  },
  'azure-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) =>
      openAiBody(
        `Input tokens exceed the configured limit of ${window} tokens. Your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`,
        'context_length_exceeded',
        invalid,
        'messages',
      ),
  },
  'copilot-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) => ({
      error: {
        message: `prompt token count of ${prompt} exceeds the limit of ${window}`,
        code: 'model_max_prompt_tokens_exceeded',
      },
    }),
  },
} satisfies Record<string, ErrorEntry>;
