import type { Dialect, WireResponse } from '../dialect.js';
import { asObject } from '../../json.js';
import { completeGemini, dataEvent, geminiFinishReason, streamGemini } from './encode.js';
import { parseGemini } from './parse.js';
import { validateGemini } from './validate.js';

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
  529: 'UNAVAILABLE',
};

function error(status: number, message: string): WireResponse {
  return { status, body: { error: { code: status, message, status: statuses[status] ?? 'INTERNAL' } } };
}

/** The Gemini dialect. */
export const geminiDialect: Dialect = {
  name: 'gemini',
  parse: parseGemini,
  validate: validateGemini,
  error,
  refuseKey(headers, path, key) {
    const given = headers['x-goog-api-key'] ?? new URL(path, 'http://localhost').searchParams.get('key');
    return given === key ? undefined : error(400, 'API key not valid. Please pass a valid API key.');
  },
  finishReason: geminiFinishReason,
  complete: completeGemini,
  stream: streamGemini,
  streamError: (body) => dataEvent('error' in asObject(body) ? body : { error: body }, false),
};
