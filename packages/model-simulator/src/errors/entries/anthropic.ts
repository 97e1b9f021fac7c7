import { anthropicBody, type ErrorEntry } from '../entry.js';

const invalid = 'invalid_request_error';

/** Anthropic and Bedrock. */
export const anthropicErrors = {
  'anthropic-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ prompt, window }) => anthropicBody(invalid, `prompt is too long: ${prompt} tokens > ${window} maximum`),
  },
  'anthropic-total': {
    meaning: 'output-overflow',
    status: 400,
    body: ({ prompt, output, window }) =>
      anthropicBody(
        invalid,
        `input length and \`max_tokens\` exceed context limit: ${prompt} + ${output} > ${window}, decrease input length or \`max_tokens\` and try again`,
      ),
  },
  'anthropic-bytes': {
    meaning: 'payload-too-large',
    status: 413,
    body: () => anthropicBody('request_too_large', 'Request exceeds the maximum size'),
  },
  'anthropic-413-tokens': {
    meaning: 'context-overflow',
    status: 413,
    body: () => anthropicBody(invalid, 'Prompt is too long'),
  },
  'anthropic-tier': {
    meaning: 'request-too-large-for-tier',
    status: 429,
    body: () => anthropicBody('rate_limit_error', 'Extra usage is required for long context requests.'),
  },
  'anthropic-output-cap': {
    meaning: 'output-cap',
    status: 400,
    body: ({ output, limit, model }) =>
      anthropicBody(
        invalid,
        `max_tokens: ${output} > ${limit}, which is the maximum allowed number of output tokens for ${model}`,
      ),
  },
  'anthropic-many-images': {
    meaning: 'image-limit',
    status: 400,
    body: () =>
      anthropicBody(
        invalid,
        'messages.3.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
      ),
  },
  'anthropic-image-bytes': {
    meaning: 'image-limit',
    status: 400,
    body: () =>
      anthropicBody(
        invalid,
        'messages.3.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes',
      ),
  },
  'anthropic-rate-limit': {
    meaning: 'rate-limit',
    status: 429,
    headers: { 'retry-after': '1' },
    body: ({ limit }) =>
      anthropicBody(
        'rate_limit_error',
        `This request would exceed your organization's rate limit of ${limit} input tokens per minute.`,
      ),
  },
  'anthropic-overloaded': {
    meaning: 'overloaded',
    status: 529,
    body: () => anthropicBody('overloaded_error', 'Overloaded'),
  },
  'anthropic-quota': {
    meaning: 'quota',
    status: 400,
    body: () =>
      anthropicBody(
        invalid,
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      ),
  },
  'anthropic-auth': {
    meaning: 'auth',
    status: 401,
    body: () => anthropicBody('authentication_error', 'invalid x-api-key'),
  },
  'bedrock-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: () => ({
      __type: 'ValidationException',
      message: 'The model returned the following errors: Input is too long for requested model.',
    }),
  },
  'bedrock-prompt-numbers': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ prompt, window }) => ({
      __type: 'ValidationException',
      message: `The model returned the following errors: prompt is too long: ${prompt} tokens > ${window} maximum`,
    }),
  },
  'bedrock-too-many': {
    meaning: 'context-overflow',
    status: 400,
    body: () => ({ __type: 'ValidationException', message: 'Too many input tokens' }),
  },
  'bedrock-throttle': {
    meaning: 'rate-limit',
    status: 429,
    body: () => ({
      __type: 'ThrottlingException',
      message: 'Too many tokens, please wait before trying again.',
    }),
  },
} satisfies Record<string, ErrorEntry>;
