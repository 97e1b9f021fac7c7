/** Endpoints beside generation: model lists, server properties, counting. */
import type { WireResponse } from '../dialects/dialect.js';
import { DEFAULT_CONTEXT_WINDOW } from '../options.js';
import type { RecordedProbe } from '../recording.js';
import { answerCounting } from './countingEndpoints.js';
import type { GenerationContext } from './generation.js';
import { serverProperties } from './localServers.js';
import { anthropicModels, geminiModels, openAiModel, openAiModels, type ModelListContext } from './modelLists.js';

export type ProbeRequest = Omit<RecordedProbe, 'status'>;

/** Answers any request that is not a generation. */
export function answerProbe(request: ProbeRequest, context: GenerationContext): WireResponse {
  const path = new URL(request.path, 'http://localhost').pathname;
  const { options } = context;
  const lists: ModelListContext = {
    kind: options.serverKind ?? 'openai',
    models: options.models ?? ['simulated-model'],
    window: options.contextWindow ?? DEFAULT_CONTEXT_WINDOW,
    options,
  };
  const found =
    request.method === 'POST'
      ? (answerCounting(path, request.body, context) ?? serverProperties(request.method, path, lists))
      : (modelList(request, path, lists) ?? serverProperties(request.method, path, lists));
  return found ?? notFound(request.method, path);
}

function modelList(request: ProbeRequest, path: string, lists: ModelListContext): WireResponse | undefined {
  if (path.includes('/v1beta/models')) return geminiModels(path, lists);
  if (/^(\/[^/]+)?\/v1\/models$/.test(path)) {
    return request.headers['anthropic-version'] ? anthropicModels(lists) : openAiModels(lists);
  }
  const id = /\/v1\/models\/(.+)$/.exec(path)?.[1];
  if (id === undefined || !lists.models.includes(decodeURIComponent(id))) return undefined;
  return { status: 200, body: openAiModel(decodeURIComponent(id), lists) };
}

function notFound(method: string, path: string): WireResponse {
  const message = `Unknown request URL: ${method} ${path}. Please check the URL for typos.`;
  return {
    status: 404,
    body: { error: { message, type: 'invalid_request_error', param: null, code: 'unknown_url' } },
  };
}
