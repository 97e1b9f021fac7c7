/** Properties that servers people run themselves tell of the loaded model. */
import type { WireResponse } from '../dialects/dialect.js';
import type { JsonObject } from '../request.js';
import type { ModelListContext } from './modelLists.js';

/** Answers a path of llama.cpp, Ollama or LM Studio when the simulator stands in for that server. */
export function serverProperties(method: string, path: string, lists: ModelListContext): WireResponse | undefined {
  if (lists.kind === 'llama.cpp') return llamaCpp(method, path, lists);
  if (lists.kind === 'ollama') return ollama(method, path, lists);
  return lists.kind === 'lmstudio' && method === 'GET' ? lmStudio(path, lists) : undefined;
}

function llamaCpp(
  method: string,
  path: string,
  { models, window, options }: ModelListContext,
): WireResponse | undefined {
  if (method === 'GET' && path === '/health') return { status: 200, body: { status: 'ok' } };
  if (method !== 'GET' || path !== '/props') return undefined;
  return {
    status: 200,
    body: {
      default_generation_settings: { n_ctx: window, params: { n_predict: options.outputCap ?? -1 } },
      total_slots: 1,
      model_path: `/models/${models[0] ?? 'model'}.gguf`,
      chat_template: '',
    },
  };
}

function ollama(method: string, path: string, { models, window }: ModelListContext): WireResponse | undefined {
  const entry = (id: string): JsonObject => ({
    name: id,
    model: id,
    size: 5_200_000_000,
    details: { format: 'gguf', family: 'qwen3', parameter_size: '8B', quantization_level: 'Q4_K_M' },
  });
  if (method === 'GET' && path === '/api/version') return { status: 200, body: { version: '0.12.0' } };
  if (method === 'GET' && path === '/api/tags') return { status: 200, body: { models: models.map(entry) } };
  if (method === 'GET' && path === '/api/ps') {
    return { status: 200, body: { models: models.map((id) => ({ ...entry(id), context_length: window })) } };
  }
  if (method !== 'POST' || path !== '/api/show') return undefined;
  return {
    status: 200,
    body: {
      parameters: `num_ctx                        ${window}`,
      details: entry('')['details'],
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': window * 2 },
      capabilities: ['completion', 'tools'],
    },
  };
}

function lmStudio(path: string, { models, window }: ModelListContext): WireResponse | undefined {
  const entries = models.map((id) => ({
    id,
    object: 'model',
    type: 'llm',
    arch: 'qwen3',
    state: 'loaded',
    max_context_length: window * 2,
    loaded_context_length: window,
  }));
  if (path === '/api/v0/models') return { status: 200, body: { object: 'list', data: entries } };
  const entry = entries.find(({ id }) => path === `/api/v0/models/${encodeURIComponent(id)}`);
  return entry && { status: 200, body: entry };
}
