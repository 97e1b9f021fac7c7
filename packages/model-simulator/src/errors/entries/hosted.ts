import { googleBody, openAiBody, type ErrorEntry } from '../entry.js';

const invalid = 'invalid_request_error';

/** Hosts of other people's models: OpenRouter, Together, Groq, Cerebras, Mistral, xAI, Cohere, Zed, LiteLLM. */
export const hostedErrors = {
  'openrouter-total': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt, tools, output }) => ({
      error: {
        code: 400,
        message: `This endpoint's maximum context length is ${window} tokens. However, you requested about ${prompt + output} tokens (${prompt - tools} of text input, ${tools} of tool input, ${output} in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
      },
    }),
  },
  'openrouter-input': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) => ({
      error: {
        code: 400,
        message: `Input length ${prompt} exceeds the maximum allowed input length of ${window} tokens.`,
      },
    }),
  },
  'together-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) =>
      openAiBody(
        `The input (${prompt} tokens) is longer than the model's context length (${window} tokens).`,
        null,
        invalid,
      ),
  },
  'groq-too-large': {
    meaning: 'request-too-large-for-tier',
    status: 413,
    body: ({ model, limit, prompt, output }) => ({
      error: {
        message: `Request too large for model \`${model}\` in organization \`org_simulator\` service tier \`on_demand\` on tokens per minute (TPM): Limit ${limit}, Requested ${prompt + output}, please reduce your message size and try again.`,
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    }),
  },
  'groq-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: () => ({
      error: {
        message: 'Please reduce the length of the messages or completion.',
        type: invalid,
        param: 'messages',
        code: 'context_length_exceeded',
      },
    }),
  },
  'groq-rate-limit': {
    meaning: 'rate-limit',
    status: 429,
    headers: { 'retry-after': '5' },
    body: ({ model, limit, prompt }) => ({
      error: {
        message: `Rate limit reached for model \`${model}\` in organization \`org_simulator\` on tokens per minute (TPM): Limit ${limit}, Used ${limit - 100}, Requested ${prompt}. Please try again in 4.77s.`,
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    }),
  },
  'cerebras-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) => ({
      message: `Please reduce the length of the messages or completion. Current length is ${prompt} while limit is ${window}`,
      type: invalid,
      param: 'messages',
      code: 'context_length_exceeded',
    }),
  },
  'no-body-413': { meaning: 'payload-too-large', status: 413, body: () => null },
  'mistral-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) => ({
      object: 'error',
      message: `Prompt contains ${prompt} tokens and 0 draft tokens, too large for model with ${window} maximum context length`,
      type: 'invalid_request_prompt',
      param: null,
      code: '3051',
    }),
  },
  'xai-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) =>
      `This model's maximum prompt length is ${window} but the request contains ${prompt} tokens.`,
  },
  'cohere-total': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window }) => ({ message: `too many tokens: total tokens exceeds the model's max of ${window}` }),
  },
  'zed-prompt': {
    meaning: 'context-overflow',
    status: 403,
    body: ({ window, prompt }) => ({
      code: 'http_403',
      message: `Context window exceeded: ${prompt} tokens exceeds the limit of ${window} tokens`,
    }),
  },
  'litellm-total': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt, output }) =>
      googleBody(
        400,
        `Requested token count exceeds the model's maximum context length of ${window} tokens. You requested a total of ${prompt + output} tokens: ${prompt} tokens from the input messages and ${output} tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.`,
        'INVALID_ARGUMENT',
      ),
  },
  'nginx-bytes': {
    meaning: 'payload-too-large',
    status: 413,
    body: () =>
      '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  },
  'gateway-bytes': {
    meaning: 'payload-too-large',
    status: 413,
    body: () => 'Failed to buffer the request body: length limit exceeded',
  },
  'gateway-502': {
    meaning: 'server',
    status: 502,
    body: () => '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>',
  },
} satisfies Record<string, ErrorEntry>;
