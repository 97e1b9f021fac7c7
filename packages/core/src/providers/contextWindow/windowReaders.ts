/** Reads a model's context window out of what servers publish about their models. All numbers are tokens. */

export interface ReportedWindow {
  tokens: number;
  /** Which field of which document the number is from. */
  detail: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The names under which `/v1/models` entries carry the window, the one that really applies first. */
const MODEL_LIST_FIELDS = [
  'loaded_context_length',
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
];

/** `/v1/models` of OpenRouter (`context_length`), vLLM (`max_model_len`) and others. */
export function windowOfModelList(document: unknown, model: string): ReportedWindow | undefined {
  const entry = entryOf(document, model);
  if (!entry) return undefined;
  const provider = tokens(fieldsOf(entry['top_provider'])['context_length']);
  for (const field of MODEL_LIST_FIELDS) {
    const window = tokens(entry[field]);
    if (window === undefined) continue;
    // OpenRouter: the provider it would choose may allow less than the model can.
    return provider !== undefined && provider < window
      ? { tokens: provider, detail: 'top_provider.context_length of /v1/models' }
      : { tokens: window, detail: `${field} of /v1/models` };
  }
  return undefined;
}

/** LM Studio's `/api/v0/models`: the window the model was loaded with, else the largest it could have. */
export function windowOfLmStudio(document: unknown, model: string): ReportedWindow | undefined {
  const entry = entryOf(document, model);
  for (const field of ['loaded_context_length', 'max_context_length']) {
    const window = tokens(entry?.[field]);
    if (window !== undefined) return { tokens: window, detail: `${field} of LM Studio's /api/v0/models` };
  }
  return undefined;
}

/** llama.cpp's `/props`: the window of one slot. */
export function windowOfLlamaCpp(document: unknown): ReportedWindow | undefined {
  const window = tokens(fieldsOf(fieldsOf(document)['default_generation_settings'])['n_ctx']);
  return window === undefined ? undefined : { tokens: window, detail: "n_ctx of llama.cpp's /props" };
}

/**
 * Ollama: `/api/ps` knows the window a loaded model really has; else the model file's `num_ctx` applies; else only the
 * model's own maximum is known, of which Ollama may give less.
 */
export function windowOfOllama(running: unknown, shown: unknown, model: string): ReportedWindow | undefined {
  const loaded = listOf(fieldsOf(running)['models']).find(
    ({ name, model: id }) => isSameModel(model, name) || isSameModel(model, id),
  );
  const inUse = tokens(loaded?.['context_length']);
  if (inUse !== undefined) return { tokens: inUse, detail: "context_length of the loaded model in Ollama's /api/ps" };
  const parameters = fieldsOf(shown)['parameters'];
  const set = typeof parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(parameters)?.[1] : undefined;
  const chosen = tokens(Number(set));
  if (chosen !== undefined) return { tokens: chosen, detail: "num_ctx in Ollama's /api/show" };
  const facts = Object.entries(fieldsOf(fieldsOf(shown)['model_info']));
  const most = tokens(facts.find(([key]) => key.endsWith('.context_length'))?.[1]);
  if (most === undefined) return undefined;
  return {
    tokens: most,
    detail: "the model's own maximum in Ollama's /api/show; Ollama may load it with less (OLLAMA_CONTEXT_LENGTH)",
  };
}

/** Ids of the models in a `/v1/models` document. */
export function modelIds(document: unknown): string[] {
  return listOf(fieldsOf(document)['data']).flatMap(({ id }) => (typeof id === 'string' && id !== '' ? [id] : []));
}

/** The model's entry; a server with one model serves it under any name. */
function entryOf(document: unknown, model: string): Fields | undefined {
  const entries = listOf(fieldsOf(document)['data']);
  return entries.find(({ id }) => isSameModel(model, id)) ?? (entries.length === 1 ? entries[0] : undefined);
}

function isSameModel(model: string, id: unknown): boolean {
  return id === model || id === `${model}:latest`;
}

function tokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
