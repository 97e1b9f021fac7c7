import { openAiBody, type ErrorEntry } from '../entry.js';

const invalid = 'invalid_request_error';

/** DashScope/Qwen, DeepSeek, Moonshot/Kimi, GLM/Zhipu and MiniMax. */
export const chineseErrors = {
  'dashscope-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window }) => ({
      error: {
        message: `<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, ${window}]`,
        type: invalid,
        param: null,
        code: 'invalid_parameter_error',
      },
      request_id: '00000000-0000-4000-8000-000000000000',
    }),
  },
  'dashscope-output-cap': {
    meaning: 'output-cap',
    status: 400,
    body: ({ limit }) =>
      openAiBody(
        `<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, ${limit}]`,
        'invalid_parameter_error',
        invalid,
      ),
  },
  'dashscope-pairing': {
    meaning: 'invalid-request',
    status: 400,
    body: () =>
      openAiBody(
        '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[571].role',
        'invalid_parameter_error',
        invalid,
      ),
  },
  'deepseek-total': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt, output }) =>
      openAiBody(
        `This model's maximum context length is ${window} tokens. However, you requested ${prompt + output} tokens (${prompt} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`,
        invalid,
        invalid,
      ),
  },
  'deepseek-output-cap': {
    meaning: 'output-cap',
    status: 400,
    body: ({ limit }) =>
      openAiBody(`Invalid max_tokens value, the valid range of max_tokens is [1, ${limit}]`, invalid, invalid),
  },
  'moonshot-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt }) => ({
      error: {
        message: `Invalid request: Your request exceeded model token limit: ${window} (requested: ${prompt})`,
        type: invalid,
      },
    }),
  },
  'moonshot-bytes': {
    meaning: 'payload-too-large',
    status: 400,
    body: () => ({
      error: { message: 'Invalid request: total message size 3145728 exceeds limit 2097152', type: invalid },
    }),
  },
  'glm-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: () => ({ error: { code: '1261', message: 'Prompt exceeds max length' } }),
  },
  'glm-total': {
    meaning: 'context-overflow',
    status: 400,
    body: () => ({ error: { code: '1210', message: 'tokens in request more than max tokens allowed' } }),
  },
  'glm-hosted': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window, prompt, output }) =>
      openAiBody(
        `You passed ${prompt} input tokens and requested ${output} output tokens. However, the model's context length is only ${window} tokens, resulting in a maximum input length of ${Math.max(0, window - output)} tokens. Please reduce the length of the input prompt.`,
        400,
        'BadRequestError',
      ),
  },
  'glm-overloaded': {
    meaning: 'overloaded',
    status: 429,
    body: () => ({
      error: { code: '1305', message: 'The service may be temporarily overloaded, please try again later' },
    }),
  },
  'minimax-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: () => ({
      type: 'error',
      error: {
        type: 'bad_request_error',
        message: 'invalid params, context window exceeds limit (2013)',
        http_code: '400',
      },
    }),
  },
  'chinese-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: () => openAiBody('输入内容超过最大长度限制，请缩短上下文长度后重试', null, invalid),
  },
  'chinese-bytes': {
    meaning: 'payload-too-large',
    status: 413,
    body: () => openAiBody('请求体大小超出了当前模型的上限（最大 30 MB）', null, invalid),
  },
} satisfies Record<string, ErrorEntry>;
