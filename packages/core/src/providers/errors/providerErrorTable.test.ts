/** Every wording of the error table, in the three shapes in which it reaches an adapter. */
import { APIError as AnthropicApiError } from '@anthropic-ai/sdk';
import { ApiError as GeminiApiError } from '@google/genai';
import { APIError as OpenAiApiError } from 'openai';
import { describe, expect, test } from 'vitest';
import type { ProviderErrorDetails } from './providerError.js';
import { toProviderError } from './toProviderError.js';

interface Row {
  name: string;
  status: number;
  /** The response body: parsed JSON, or text. */
  body: unknown;
  expected: Partial<ProviderErrorDetails>;
  /** The text a person should see; by default the message within the body. */
  message?: string;
}

const openAi = (message: string, fields: object = {}): object => ({
  error: { message, type: 'invalid_request_error', param: 'messages', code: null, ...fields },
});
const anthropic = (message: string, type = 'invalid_request_error'): object => ({
  type: 'error',
  error: { type, message },
});
const gemini = (message: string, status = 'INVALID_ARGUMENT', code = 400, details: object[] = []): object => ({
  error: { code, message, status, errors: [{ message, domain: 'global', reason: 'badRequest' }], details },
});

const overflow = (limitTokens?: number, actualTokens?: number): Partial<ProviderErrorDetails> => ({
  kind: 'context-overflow',
  limitTokens,
  actualTokens,
});
const outputOverflow = (limitTokens: number, actualTokens: number): Partial<ProviderErrorDetails> => ({
  kind: 'output-overflow',
  limitTokens,
  actualTokens,
});

const llamaCppBody = {
  error: {
    code: 400,
    message: 'request (70123 tokens) exceeds the available context size (65536 tokens), try increasing it',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 70123,
    n_ctx: 65536,
  },
};

const overflows: Row[] = [
  {
    name: 'OpenAI classic, prompt over',
    status: 400,
    body: openAi(
      "This model's maximum context length is 128000 tokens. However, you requested 135000 tokens (131000 in the messages, 4000 in the completion). Please reduce the length of the messages or completion.",
      { code: 'context_length_exceeded' },
    ),
    expected: { ...overflow(128000, 131000), code: 'context_length_exceeded' },
  },
  {
    name: 'OpenAI classic, with functions',
    status: 400,
    body: openAi(
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (7000 in the messages, 1500 in the functions, and 500 in the completion). Please reduce the length of the messages, functions, or completion.",
      { code: 'context_length_exceeded' },
    ),
    expected: overflow(8192, 8500),
  },
  {
    name: 'OpenAI classic, prompt fits',
    status: 400,
    body: openAi(
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (7000 in the messages, 2000 in the completion). Please reduce the length of the messages or completion.",
      { code: 'context_length_exceeded' },
    ),
    expected: outputOverflow(8192, 7000),
  },
  {
    name: 'OpenAI classic, prompt only',
    status: 400,
    body: openAi(
      "This model's maximum context length is 16,385 tokens. However, your messages resulted in 20,001 tokens. Please reduce the length of the messages.",
      { code: 'context_length_exceeded' },
    ),
    expected: overflow(16385, 20001),
  },
  {
    name: 'OpenAI GPT-5',
    status: 400,
    body: openAi(
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens. Please reduce the length of the messages.',
      { type: 'invalid_request_error' },
    ),
    expected: overflow(272000, 509178),
  },
  {
    name: 'OpenAI Responses',
    status: 400,
    body: openAi('Your input exceeds the context window of this model. Please adjust your input and try again.', {
      code: 'context_length_exceeded',
      param: 'input',
    }),
    expected: overflow(),
  },
  {
    name: 'OpenAI, proxy variant',
    status: 400,
    body: openAi('Your input exceeds the context window of this model. Please adjust your input and try again.', {
      code: 'context_too_large',
    }),
    expected: overflow(),
  },
  {
    name: 'code alone',
    status: 400,
    body: openAi('Bad request', { code: 'context_length_exceeded' }),
    expected: overflow(),
  },
  {
    name: 'DeepSeek',
    status: 400,
    body: openAi(
      "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (66000 in the messages, 4000 in the completion). Please reduce the length of the messages or completion.",
      { code: 'invalid_request_error' },
    ),
    expected: overflow(65536, 66000),
  },
  {
    name: 'Anthropic prompt',
    status: 400,
    body: anthropic('prompt is too long: 210000 tokens > 200000 maximum'),
    expected: { ...overflow(200000, 210000), code: 'invalid_request_error' },
  },
  {
    name: 'Anthropic prompt and output',
    status: 400,
    body: anthropic(
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    ),
    expected: outputOverflow(200000, 188240),
  },
  { name: 'Anthropic 413 about tokens', status: 413, body: anthropic('Prompt is too long'), expected: overflow() },
  {
    name: 'Gemini',
    status: 400,
    body: gemini('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
    expected: { ...overflow(1048576, 1200000), code: 'INVALID_ARGUMENT' },
  },
  {
    name: 'Gemini, limit only',
    status: 400,
    body: gemini('The input token count exceeds the maximum number of tokens allowed 1048576.'),
    expected: overflow(1048576),
  },
  {
    name: 'Gemini, array and shown as 500',
    status: 500,
    body: [gemini('The input token count (1,200,000) exceeds the maximum number of tokens allowed (1,048,576).')],
    expected: overflow(1048576, 1200000),
  },
  {
    name: 'Gemini, JSON in a string in JSON in a string',
    status: 400,
    body: {
      error: {
        message: JSON.stringify({
          error: {
            message: JSON.stringify(
              gemini('The input token count (50) exceeds the maximum number of tokens allowed (32768).'),
            ),
          },
        }),
        code: 400,
      },
    },
    message: 'The input token count (50) exceeds the maximum number of tokens allowed (32768).',
    expected: overflow(32768, 50),
  },
  {
    name: 'Gemini, debugInfo',
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'Request contains an invalid argument.',
        status: 'INVALID_ARGUMENT',
        debugInfo: 'detail: The input token count exceeds the maximum number of tokens allowed 131072.',
      },
    },
    expected: overflow(131072),
  },
  {
    name: 'Vertex',
    status: 400,
    body: gemini(
      'Unable to submit request because the input token count is 40000 but model only supports up to 32768.',
    ),
    expected: overflow(32768, 40000),
  },
  {
    name: 'Vertex-hosted GLM, SGLang, LiteLLM',
    status: 400,
    body: gemini(
      "Requested token count exceeds the model's maximum context length of 202752 tokens. You requested a total of 230000 tokens: 198000 tokens from the input messages and 32000 tokens for the completion.",
    ),
    expected: outputOverflow(202752, 198000),
  },
  ...[30720, 129024, 202752, 204800, 258048, 983616].map((limit) => ({
    name: `DashScope ${limit}`,
    status: 400,
    body: openAi(`<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, ${limit}]`, {
      code: 'invalid_parameter_error',
      param: null,
      request_id: '8f1c',
    }),
    expected: overflow(limit),
  })),
  {
    name: 'OpenRouter with tool input',
    status: 400,
    body: {
      error: {
        code: 400,
        message:
          "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (120000 of text input, 12000 of tool input, 8000 in the output). Please reduce the length of either one.",
      },
    },
    expected: overflow(131072, 132000),
  },
  {
    name: 'OpenRouter around another provider',
    status: 400,
    body: {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          provider_name: 'X',
          raw: JSON.stringify(anthropic('prompt is too long: 210000 tokens > 200000 maximum')),
        },
      },
    },
    message: 'prompt is too long: 210000 tokens > 200000 maximum',
    expected: overflow(200000, 210000),
  },
  {
    name: 'Poolside',
    status: 400,
    body: openAi('Input length 140000 exceeds the maximum allowed input length of 131072 tokens.'),
    expected: overflow(131072, 140000),
  },
  {
    name: 'Together',
    status: 400,
    body: openAi("The input (40000 tokens) is longer than the model's context length (32768 tokens)."),
    expected: overflow(32768, 40000),
  },
  {
    name: 'Groq window',
    status: 400,
    body: openAi('Please reduce the length of the messages or completion.'),
    expected: overflow(),
  },
  {
    name: 'Cerebras',
    status: 400,
    body: openAi(
      'Please reduce the length of the messages or completion. Current length is 140000 while limit is 131072',
    ),
    expected: overflow(131072, 140000),
  },
  {
    name: 'Mistral',
    status: 400,
    body: {
      object: 'error',
      message:
        'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
      type: 'invalid_request_prompt',
      code: '3051',
    },
    expected: overflow(131072, 140000),
  },
  {
    name: 'Mistral with images',
    status: 400,
    body: {
      object: 'error',
      message:
        'Prompt contains 140000 tokens and 0 images, which is too large for model with 131072 maximum context length',
    },
    expected: overflow(131072, 140000),
  },
  {
    name: 'xAI',
    status: 400,
    body: "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    expected: overflow(131072, 140000),
  },
  { name: 'llama.cpp', status: 400, body: llamaCppBody, expected: overflow(65536, 70123) },
  {
    name: 'llama.cpp, old',
    status: 400,
    body: {
      error: 'the request exceeds the available context size. try increasing the context size or enable context shift',
    },
    expected: overflow(),
  },
  {
    name: 'llama.cpp behind Ollama',
    status: 400,
    body: openAi(JSON.stringify(llamaCppBody)),
    message: llamaCppBody.error.message,
    expected: overflow(65536, 70123),
  },
  {
    name: 'vLLM, "at least" is a floor',
    status: 400,
    body: {
      error: {
        message:
          "This model's maximum context length is 64000 tokens. However, you requested 8000 output tokens and your prompt contains at least 56001 input tokens, for a total of at least 64001 tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=56001)",
        type: 'BadRequestError',
        param: 'input_tokens',
        code: 400,
      },
    },
    expected: { ...outputOverflow(64000, 56001), actualTokensIsFloor: true },
  },
  {
    name: 'vLLM, new',
    status: 400,
    body: openAi("Input length (70000) exceeds model's maximum context length (65536).", {
      type: 'BadRequestError',
      code: 400,
    }),
    expected: overflow(65536, 70000),
  },
  {
    name: 'vLLM, negative room',
    status: 400,
    body: openAi('max_tokens must be at least 1, got -7584. (parameter=max_tokens, value=-7584)', {
      type: 'BadRequestError',
      code: 400,
    }),
    expected: overflow(),
  },
  {
    name: 'vLLM, max_tokens above the rest',
    status: 400,
    body: openAi(
      "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 32768 tokens and your request has 1200 input tokens (32000 > 32768 - 1200).",
    ),
    expected: outputOverflow(32768, 1200),
  },
  {
    name: 'GLM on vLLM',
    status: 400,
    body: openAi(
      "You passed 100000 input tokens and requested 32000 output tokens. However, the model's context length is only 131072 tokens, resulting in a maximum input length of 99072 tokens.",
    ),
    expected: outputOverflow(131072, 100000),
  },
  {
    name: 'Ollama',
    status: 400,
    body: { error: 'prompt too long; exceeded max context length by 512 tokens' },
    expected: overflow(),
  },
  {
    name: 'LM Studio',
    status: 400,
    body: {
      error:
        'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9000>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.',
    },
    expected: overflow(4096, 9000),
  },
  {
    name: 'LM Studio, old',
    status: 400,
    body: { error: 'The number of tokens to keep from the initial prompt is greater than the context length.' },
    expected: overflow(),
  },
  {
    name: 'LM Studio, log form',
    status: 400,
    body: {
      error:
        'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    },
    expected: overflow(4096, 9000),
  },
  {
    name: 'Bedrock',
    status: 400,
    body: {
      __type: 'ValidationException',
      message: 'The model returned the following errors: Input is too long for requested model.',
    },
    expected: { ...overflow(), code: 'ValidationException' },
  },
  {
    name: 'Bedrock around Anthropic',
    status: 400,
    body: { message: 'The model returned the following errors: prompt is too long: 210000 tokens > 200000 maximum' },
    expected: overflow(200000, 210000),
  },
  { name: 'Bedrock, too many', status: 400, body: { message: 'Too many input tokens' }, expected: overflow() },
  {
    name: 'Bedrock, characters',
    status: 400,
    body: {
      message:
        'Malformed input request: expected maxLength: 400000, actual: 512345, please reformat your input and try again.',
    },
    expected: overflow(),
  },
  {
    name: 'Bedrock stream',
    status: 400,
    body: { __type: 'ModelStreamErrorException', message: 'Input is too long' },
    expected: overflow(),
  },
  {
    name: 'Copilot',
    status: 400,
    body: openAi('prompt token count of 70000 exceeds the limit of 64000', {
      code: 'model_max_prompt_tokens_exceeded',
    }),
    expected: overflow(64000, 70000),
  },
  {
    name: 'Copilot, older',
    status: 400,
    body: openAi('prompt token count of 130000 exceeds the limit of 128000', { code: '', type: '' }),
    expected: overflow(128000, 130000),
  },
  {
    name: 'Moonshot',
    status: 400,
    body: openAi('Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)'),
    expected: overflow(262144, 300000),
  },
  {
    name: 'Zhipu 1261',
    status: 400,
    body: { error: { code: '1261', message: 'Prompt exceeds max length' } },
    expected: { ...overflow(), code: '1261' },
  },
  {
    name: 'Zhipu, other',
    status: 400,
    body: openAi('tokens in request more than max tokens allowed'),
    expected: overflow(),
  },
  { name: 'Zhipu, short', status: 400, body: openAi('token limit exceeded'), expected: overflow() },
  {
    name: 'MiniMax',
    status: 400,
    body: openAi('invalid params, context window exceeds limit (2013)', { type: 'bad_request_error' }),
    expected: overflow(),
  },
  {
    name: 'Zed',
    status: 403,
    body: { code: 'http_403', message: 'Context window exceeded: 210000 tokens exceeds the limit of 200000 tokens' },
    expected: overflow(200000, 210000),
  },
  {
    name: 'Cohere',
    status: 400,
    body: { message: "total tokens exceeds the model's max of 128000" },
    expected: overflow(128000),
  },
  { name: 'Chinese, length', status: 400, body: openAi('输入超过最大长度'), expected: overflow() },
  { name: 'Chinese, context', status: 400, body: openAi('请求超出模型上下文长度限制'), expected: overflow() },
  {
    name: 'local server with commas',
    status: 400,
    body: openAi('Prompt has 70,123 tokens, but the configured context size is 65,536 tokens'),
    expected: overflow(65536, 70123),
  },
  {
    name: 'local server, prompt and generation',
    status: 400,
    body: openAi('prompt is too long: 70123 tokens > 65536 maximum (prompt + generation)', {
      code: 'context_length_exceeded',
    }),
    expected: overflow(65536, 70123),
  },
  {
    name: 'local server, no numbers',
    status: 400,
    body: openAi('400 Prompt exceeds maximum context length'),
    expected: overflow(),
  },
];

const others: Row[] = [
  {
    name: 'OpenAI, one request above the per-minute limit',
    status: 429,
    body: openAi(
      'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 45000. The input or output tokens must be reduced in order to run successfully.',
      { code: 'rate_limit_exceeded', type: 'tokens' },
    ),
    expected: { kind: 'request-too-large-for-tier', limitTokens: 30000, actualTokens: undefined },
  },
  {
    name: 'Groq, one request above the per-minute limit',
    status: 413,
    body: openAi(
      'Request too large for model `x` in organization `org` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size and try again.',
      { code: 'rate_limit_exceeded', type: 'tokens' },
    ),
    expected: { kind: 'request-too-large-for-tier', limitTokens: 6000 },
  },
  {
    name: 'Groq, rate limit',
    status: 429,
    body: openAi(
      'Rate limit reached for model `x` in organization `org` on tokens per minute (TPM): Limit 6000, Used 5000, Requested 2000. Please try again in 4.77s.',
      { code: 'rate_limit_exceeded', type: 'tokens' },
    ),
    expected: { kind: 'rate-limit', retryAfterMs: 4770 },
  },
  {
    name: 'OpenAI, rate limit that no waiting satisfies',
    status: 429,
    body: openAi(
      'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 1, Requested 45000. Please try again in 30s.',
    ),
    expected: { kind: 'request-too-large-for-tier', limitTokens: 30000 },
  },
  {
    name: 'OpenAI, requests per day',
    status: 429,
    body: openAi(
      'Rate limit reached for gpt-4o on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s.',
    ),
    expected: { kind: 'rate-limit', limitTokens: undefined, retryAfterMs: 432000 },
  },
  {
    name: 'Anthropic, tier gate',
    status: 429,
    body: anthropic('Extra usage is required for long context requests.', 'rate_limit_error'),
    expected: { kind: 'request-too-large-for-tier' },
  },
  {
    name: 'Anthropic, tier gate as 403',
    status: 403,
    body: anthropic('Extra usage is required for long context requests.', 'billing_error'),
    expected: { kind: 'request-too-large-for-tier' },
  },
  {
    name: 'Anthropic, rate limit',
    status: 429,
    body: anthropic(
      'This request would exceed your organization’s rate limit of 30,000 input tokens per minute.',
      'rate_limit_error',
    ),
    expected: { kind: 'rate-limit', code: 'rate_limit_error', limitTokens: undefined },
  },
  {
    name: 'Anthropic, output cap',
    status: 400,
    body: anthropic(
      'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-5',
    ),
    expected: { kind: 'output-cap', outputLimitTokens: 64000, limitTokens: undefined },
  },
  {
    name: 'DeepSeek, output cap',
    status: 400,
    body: openAi('Invalid max_tokens value, the valid range of max_tokens is [1, 393216]'),
    expected: { kind: 'output-cap', outputLimitTokens: 393216, limitTokens: undefined },
  },
  {
    name: 'DashScope, output cap',
    status: 400,
    body: openAi('<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 65536]'),
    expected: { kind: 'output-cap', outputLimitTokens: 65536 },
  },
  {
    name: 'OpenAI, output cap',
    status: 400,
    body: openAi(
      'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
      {
        param: 'max_tokens',
        code: 'invalid_value',
      },
    ),
    expected: { kind: 'output-cap', outputLimitTokens: 16384 },
  },
  {
    name: 'Anthropic, many-image dimensions',
    status: 400,
    body: anthropic(
      'messages.12.content.3.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    ),
    expected: { kind: 'image-limit', limitTokens: undefined },
  },
  {
    name: 'Anthropic, image dimensions',
    status: 400,
    body: anthropic(
      'messages.0.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    ),
    expected: { kind: 'image-limit' },
  },
  {
    name: 'Anthropic, image bytes',
    status: 400,
    body: anthropic(
      'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 7340032 bytes > 5242880 bytes',
    ),
    expected: { kind: 'image-limit' },
  },
  {
    name: 'Anthropic, bytes',
    status: 413,
    body: anthropic('Request exceeds the maximum size', 'request_too_large'),
    expected: { kind: 'payload-too-large', code: 'request_too_large' },
  },
  {
    name: 'Moonshot, bytes',
    status: 400,
    body: openAi('total message size 3000000 exceeds limit 2097152'),
    expected: { kind: 'payload-too-large', limitTokens: undefined },
  },
  {
    name: 'nginx',
    status: 413,
    body: '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>',
    expected: { kind: 'payload-too-large' },
    message: '413 Request Entity Too Large: nginx',
  },
  { name: 'gateway text', status: 413, body: 'request entity too large', expected: { kind: 'payload-too-large' } },
  {
    name: 'gateway buffer',
    status: 500,
    body: 'Failed to buffer the request body: length limit exceeded',
    expected: { kind: 'payload-too-large' },
  },
  {
    name: 'gateway, Chinese',
    status: 400,
    body: openAi('请求体大小超出了当前模型的上限（最大 30 MB）'),
    expected: { kind: 'payload-too-large' },
  },
  {
    name: 'Cloudflare',
    status: 502,
    body: '<!DOCTYPE html><html><head><title>host | 502: Bad gateway</title><style>a{}</style></head><body><script>x</script>Bad gateway</body></html>',
    expected: { kind: 'server' },
    message: 'host | 502: Bad gateway: Bad gateway',
  },
  {
    name: 'Gemini free tier, tokens per minute',
    status: 429,
    body: gemini(
      'You exceeded your current quota, please check your plan and billing details. * Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_input_token_count, limit: 250000\nPlease retry in 33.508s.',
      'RESOURCE_EXHAUSTED',
      429,
      [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateContentInputTokensPerModelPerMinute-FreeTier', quotaValue: '250000' }],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '33s' },
      ],
    ),
    expected: { kind: 'rate-limit', limitTokens: 250000, retryAfterMs: 33000 },
  },
  {
    name: 'Gemini free tier, no wait named',
    status: 429,
    body: gemini(
      'You exceeded your current quota. * Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_input_token_count, limit: 250000, model: gemini-2.5-pro',
      'RESOURCE_EXHAUSTED',
      429,
    ),
    expected: { kind: 'request-too-large-for-tier', limitTokens: 250000 },
  },
  {
    name: 'vLLM, output cap',
    status: 400,
    body: openAi(
      'max_tokens: 9000 is greater than the output limit of 8192 tokens. (parameter=max_tokens, value=9000)',
    ),
    expected: { kind: 'output-cap', outputLimitTokens: 8192, limitTokens: undefined },
  },
  {
    name: 'Gemini free tier, requests per day',
    status: 429,
    body: gemini('You exceeded your current quota.', 'RESOURCE_EXHAUSTED', 429, [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }],
      },
    ]),
    expected: { kind: 'quota' },
  },
  {
    name: 'Bedrock throttle',
    status: 429,
    body: { __type: 'ThrottlingException', message: 'Too many tokens, please wait before trying again.' },
    expected: { kind: 'rate-limit' },
  },
  {
    name: 'Zhipu overload',
    status: 429,
    body: openAi('The service may be temporarily overloaded, please try again later'),
    expected: { kind: 'overloaded' },
  },
  {
    name: 'Anthropic overload',
    status: 529,
    body: anthropic('Overloaded', 'overloaded_error'),
    expected: { kind: 'overloaded' },
  },
  {
    name: 'Gemini overload',
    status: 503,
    body: gemini('The model is overloaded. Please try again later.', 'UNAVAILABLE', 503),
    expected: { kind: 'overloaded' },
  },
  {
    name: 'DashScope pairing',
    status: 400,
    body: openAi(
      '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[571].role',
    ),
    expected: { kind: 'invalid-request', limitTokens: undefined },
  },
  {
    name: 'Anthropic pairing',
    status: 400,
    body: anthropic('messages.4: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01'),
    expected: { kind: 'invalid-request' },
  },
  {
    name: 'Bedrock pairing',
    status: 400,
    body: {
      message:
        'The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.',
    },
    expected: { kind: 'invalid-request' },
  },
  {
    name: 'MiniMax pairing, the same 2013',
    status: 400,
    body: openAi("invalid params, tool result's tool id(call_1) not found (2013)"),
    expected: { kind: 'invalid-request', limitTokens: undefined, actualTokens: undefined },
  },
  {
    name: 'Anthropic thinking',
    status: 400,
    body: anthropic(
      'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
    ),
    expected: { kind: 'invalid-request' },
  },
  {
    name: 'OpenAI quota',
    status: 429,
    body: openAi('You exceeded your current quota, please check your plan and billing details.', {
      code: 'insufficient_quota',
      type: 'insufficient_quota',
    }),
    expected: { kind: 'quota', code: 'insufficient_quota' },
  },
  {
    name: 'Anthropic credit',
    status: 400,
    body: anthropic('Your credit balance is too low to access the Anthropic API.'),
    expected: { kind: 'quota' },
  },
  { name: 'DeepSeek balance', status: 402, body: openAi('Insufficient Balance'), expected: { kind: 'quota' } },
  {
    name: 'OpenAI key',
    status: 401,
    body: openAi('Incorrect API key provided: sk-x.', { code: 'invalid_api_key' }),
    expected: { kind: 'auth', code: 'invalid_api_key' },
  },
  {
    name: 'Anthropic key',
    status: 401,
    body: anthropic('invalid x-api-key', 'authentication_error'),
    expected: { kind: 'auth' },
  },
  {
    name: 'Gemini key',
    status: 400,
    body: gemini('API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT', 400, [
      { reason: 'API_KEY_INVALID' },
    ]),
    expected: { kind: 'auth' },
  },
  {
    name: 'model not found',
    status: 404,
    body: openAi('The model `x` does not exist', { code: 'model_not_found' }),
    expected: { kind: 'not-found' },
  },
  {
    name: 'other refusal',
    status: 400,
    body: openAi("Unsupported value: 'temperature'"),
    expected: { kind: 'invalid-request' },
  },
  {
    name: 'server error',
    status: 500,
    body: anthropic('Internal server error', 'api_error'),
    expected: { kind: 'server' },
  },
  {
    name: 'timeout words in a refusal are no overflow',
    status: 504,
    body: 'upstream request timeout',
    expected: { kind: 'server' },
  },
];

const rows = [...overflows, ...others];

function check(row: Row, error: unknown, status: number | undefined): void {
  const { message, details } = toProviderError(error);
  expect(details).toMatchObject(
    Object.fromEntries(Object.entries(row.expected).filter(([, value]) => value !== undefined)),
  );
  for (const [name, value] of Object.entries(row.expected)) {
    if (value === undefined) expect(details).not.toHaveProperty(name);
  }
  if (status !== undefined) expect(details.status).toBe(status);
  if (row.message !== undefined) expect(message).toBe(row.message);
}

describe('as an HTTP response', () => {
  test.each(rows)('$name', (row) => {
    check(row, { status: row.status, headers: {}, body: row.body }, row.status);
    const text = typeof row.body === 'string' ? row.body : JSON.stringify(row.body);
    check(row, { status: row.status, headers: new Headers(), body: text }, row.status);
  });
});

describe('as an error of the OpenAI SDK', () => {
  test.each(rows)('$name', (row) => {
    const [body, text] = typeof row.body === 'string' ? [undefined, row.body] : [row.body as object, undefined];
    const unwrapped = Array.isArray(body) ? { error: body } : body;
    const whole = unwrapped === undefined || 'error' in unwrapped ? unwrapped : { error: unwrapped };
    check(row, OpenAiApiError.generate(row.status, whole, text, new Headers()), row.status);
  });
});

describe('as an error of the Anthropic SDK', () => {
  test.each(rows)('$name', (row) => {
    const [body, text] = typeof row.body === 'string' ? [undefined, row.body] : [row.body as object, undefined];
    check(row, AnthropicApiError.generate(row.status, body, text, new Headers()), row.status);
  });
});

describe('as an error of the Gemini SDK', () => {
  test.each(rows)('$name', (row) => {
    const body =
      typeof row.body === 'string' ? { error: { message: row.body, code: row.status, status: 'x' } } : row.body;
    check(row, new GeminiApiError({ status: row.status, message: JSON.stringify(body) }), row.status);
  });
});

describe('as an error event of a stream', () => {
  test.each(rows.filter((row) => typeof row.body === 'object'))('$name', (row) => {
    const event = Array.isArray(row.body) ? { error: row.body as unknown } : row.body;
    check(row, event, undefined);
    check(row, JSON.stringify(event), undefined);
  });
});
