/** Model lists in the shapes of the servers that are stood in for. */
import type { WireResponse } from '../dialects/dialect.js';
import type { ServerKind, SimulatorOptions } from '../options.js';
import type { JsonObject } from '../request.js';

const CREATED = 1_700_000_000;

export interface ModelListContext {
  kind: ServerKind;
  models: string[];
  window: number;
  options: SimulatorOptions;
}

/** `/v1/models` in the OpenAI shape, with what each server adds of the window. */
export function openAiModels(context: ModelListContext): WireResponse {
  return { status: 200, body: { object: 'list', data: context.models.map((id) => openAiModel(id, context)) } };
}

export function openAiModel(id: string, { kind, window }: ModelListContext): JsonObject {
  const base = { id, object: 'model', created: CREATED, owned_by: kind };
  switch (kind) {
    case 'vllm':
      return { ...base, root: id, parent: null, max_model_len: window, permission: [] };
    case 'openrouter':
      return {
        id,
        name: id,
        created: CREATED,
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

/** `/v1/models` in the Anthropic shape. */
export function anthropicModels({ models, window, options }: ModelListContext): WireResponse {
  const data = models.map((id) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: '2025-01-01T00:00:00Z',
    max_input_tokens: window,
    max_tokens: options.outputCap ?? null,
  }));
  return { status: 200, body: { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null } };
}

/** `/v1beta/models` or one model of it. */
export function geminiModels(path: string, { models, window, options }: ModelListContext): WireResponse | undefined {
  const entries = models.map((id) => ({
    name: `models/${id}`,
    version: '001',
    displayName: id,
    inputTokenLimit: window,
    outputTokenLimit: options.outputCap ?? 65_536,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  }));
  if (path.endsWith('/v1beta/models')) return { status: 200, body: { models: entries } };
  const entry = entries.find(({ name }) => path.endsWith(`/v1beta/${name}`));
  return entry && { status: 200, body: entry };
}
