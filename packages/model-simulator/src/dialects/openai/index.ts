import { asObject } from '../../json.js';
import type { Dialect, WireResponse } from '../dialect.js';
import { completeOpenAi, openAiFinishReason, streamOpenAi } from './encode.js';
import { parseOpenAi } from './parse.js';
import { validateOpenAi } from './validate.js';

const types: Record<number, string> = {
  401: 'invalid_request_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  429: 'requests',
};

const codes: Record<number, string> = { 401: 'invalid_api_key', 404: 'model_not_found', 429: 'rate_limit_exceeded' };

function error(
  status: number,
  message: string,
  details: { code?: string; type?: string; path?: string } = {},
): WireResponse {
  const type = details.type ?? types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
  return {
    status,
    headers: { 'x-request-id': 'req_simulator' },
    body: { error: { message, type, param: details.path ?? null, code: details.code ?? codes[status] ?? null } },
  };
}

/** The OpenAI chat completions dialect. */
export const openAiDialect: Dialect = {
  name: 'openai',
  parse: (body) => parseOpenAi(body),
  validate: validateOpenAi,
  error,
  refuseKey(headers, _path, key) {
    if (headers['authorization'] === `Bearer ${key}`) return undefined;
    return error(401, 'Incorrect API key provided. You can find your API key in the settings of your account.');
  },
  finishReason: openAiFinishReason,
  complete: completeOpenAi,
  stream: streamOpenAi,
  streamError: (body) => ({
    text: `data: ${JSON.stringify('error' in asObject(body) ? body : { error: body })}\n\n`,
    closing: false,
  }),
};
