import { asObject } from '../../json.js';
import type { Dialect, WireResponse } from '../dialect.js';
import { anthropicStopReason, completeAnthropic, streamAnthropic } from './encode.js';
import { parseAnthropic } from './parse.js';
import { validateAnthropic } from './validate.js';

const types: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

function error(status: number, message: string, details: { type?: string } = {}): WireResponse {
  const type = details.type ?? types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  const requestId = 'req_simulator';
  return {
    status,
    headers: { 'request-id': requestId },
    body: { type: 'error', error: { type, message }, request_id: requestId },
  };
}

/** The Anthropic messages dialect. */
export const anthropicDialect: Dialect = {
  name: 'anthropic',
  parse: (body) => parseAnthropic(body),
  validate: validateAnthropic,
  error,
  refuseKey(headers, _path, key) {
    if (headers['x-api-key'] === key || headers['authorization'] === `Bearer ${key}`) return undefined;
    return error(401, headers['x-api-key'] === undefined ? 'x-api-key header is required' : 'invalid x-api-key');
  },
  finishReason: anthropicStopReason,
  complete: completeAnthropic,
  stream: streamAnthropic,
  streamError: (body) => ({
    text: `event: error\ndata: ${JSON.stringify('error' in asObject(body) ? body : { type: 'error', error: body })}\n\n`,
    closing: false,
  }),
};
