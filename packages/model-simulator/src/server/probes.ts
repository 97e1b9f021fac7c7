/** Endpoints beside generation: model lists and server properties. */
import type { WireResponse } from '../dialects/dialect.js';
import { DEFAULT_CONTEXT_WINDOW, type ServerKind, type SimulatorOptions } from '../options.js';
import type { RecordedProbe } from '../recording.js';
import type { JsonObject } from '../request.js';
import type { GenerationContext } from './generation.js';

export type ProbeRequest = Omit<RecordedProbe, 'status'>;

/** Answers any request that is not a generation. */
export function answerProbe(request: ProbeRequest, context: GenerationContext): WireResponse {
  const path = new URL(request.path, 'http://localhost').pathname;
  const { options } = context;
  const kind = options.serverKind ?? 'openai';
  const models = options.models ?? ['simulated-model'];
  const window = options.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
  if (request.method === 'GET' && /\/v1\/models$/.test(path) && !path.startsWith('/api/')) {
    return { status: 200, body: { object: 'list', data: models.map((id) => modelEntry(id, kind, window)) } };
  }
  const special = serverProperties(request, path, kind, models, options, window);
  return (
    special ?? {
      status: 404,
      body: {
        error: {
          message: `Unknown request URL: ${request.method} ${path}.`,
          type: 'invalid_request_error',
          param: null,
          code: 'unknown_url',
        },
      },
    }
  );
}

function modelEntry(id: string, kind: ServerKind, window: number): JsonObject {
  const base = { id, object: 'model', created: 1_700_000_000, owned_by: kind };
  switch (kind) {
    case 'vllm':
      return { ...base, root: id, parent: null, max_model_len: window, permission: [] };
    case 'openrouter':
      return {
        id,
        name: id,
        created: 1_700_000_000,
        context_length: window,
        architecture: { modality: 'text->text', input_modalities: ['text'], output_modalities: ['text'] },
        top_provider: { context_length: window, max_completion_tokens: null, is_moderated: false },
      };
    case 'llama.cpp':
      return { ...base, owned_by: 'llamacpp', meta: { n_vocab: 151_936, n_ctx_train: window * 2, n_embd: 1_024 } };
    default:
      return base;
  }
}

function serverProperties(
  request: ProbeRequest,
  path: string,
  kind: ServerKind,
  models: string[],
  options: SimulatorOptions,
  window: number,
): WireResponse | undefined {
  const at = (method: string, wanted: string, wantedKind: ServerKind): boolean =>
    request.method === method && path === wanted && kind === wantedKind;
  if (at('GET', '/props', 'llama.cpp')) {
    const body = {
      default_generation_settings: { n_ctx: window, params: { n_predict: options.outputCap ?? -1 } },
      total_slots: 1,
      model_path: `/models/${models[0]}.gguf`,
      chat_template: '',
    };
    return { status: 200, body };
  }
  if (at('GET', '/api/tags', 'ollama')) return { status: 200, body: { models: models.map(ollamaModel) } };
  if (at('GET', '/api/ps', 'ollama')) {
    return { status: 200, body: { models: models.map((id) => ({ ...ollamaModel(id), context_length: window })) } };
  }
  if (at('POST', '/api/show', 'ollama')) {
    const body = {
      parameters: `num_ctx                        ${window}`,
      details: { family: 'qwen3', parameter_size: '8B', quantization_level: 'Q4_K_M' },
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': window * 2 },
      capabilities: ['completion', 'tools'],
    };
    return { status: 200, body };
  }
  if (request.method === 'GET' && path.startsWith('/api/v0/models') && kind === 'lmstudio') {
    const entries = models.map((id) => lmStudioModel(id, window));
    const id = decodeURIComponent(path.slice('/api/v0/models/'.length));
    if (path === '/api/v0/models') return { status: 200, body: { object: 'list', data: entries } };
    const entry = entries.find((model) => model['id'] === id);
    return entry && { status: 200, body: entry };
  }
  return undefined;
}

function ollamaModel(id: string): JsonObject {
  return { name: id, model: id, size: 5_200_000_000, details: { family: 'qwen3', parameter_size: '8B' } };
}

function lmStudioModel(id: string, window: number): JsonObject {
  return {
    id,
    object: 'model',
    type: 'llm',
    arch: 'qwen3',
    state: 'loaded',
    max_context_length: window * 2,
    loaded_context_length: window,
  };
}
