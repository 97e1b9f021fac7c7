/** The models that a provider's server offers. */
import type { ContentGeneratorConfig } from '@qwen-code/qwen-code-core';

/** Time for the whole question, in milliseconds. */
const TIMEOUT_MS = 8_000;

/** Where the public services are. */
export const PUBLIC_BASE_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
} as const;

type Endpoint = Pick<ContentGeneratorConfig, 'authType' | 'baseUrl' | 'apiKey' | 'customHeaders'>;

/**
 * Ids in the order of the server.
 * @throws an error for people: the server cannot be reached, refuses the key, or answers with something else.
 */
export async function fetchModels(endpoint: Endpoint, signal?: AbortSignal): Promise<string[]> {
  const { url, headers } = requestFor(endpoint);
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { ...headers, ...endpoint.customHeaders },
      signal: AbortSignal.any(signals),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`${new URL(url).host} cannot be reached: ${reasonOf(error)}`, { cause: error });
  }
  if (!response.ok) throw new Error(refusal(new URL(url), response.status));
  const ids = modelIds(await response.json().catch(() => undefined));
  if (ids.length === 0) throw new Error(`${url} lists no models. Is it the base URL of a model server?`);
  return ids;
}

function requestFor({ authType, baseUrl, apiKey }: Endpoint): { url: string; headers: Record<string, string> } {
  const given = baseUrl?.replace(/\/+$/, '');
  if (authType === 'anthropic') {
    const root = (given ?? PUBLIC_BASE_URLS.anthropic).replace(/\/v1$/, '');
    const headers = { 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) };
    return { url: `${root}/v1/models?limit=1000`, headers };
  }
  if (authType === 'gemini') {
    const root = (given ?? PUBLIC_BASE_URLS.gemini).replace(/\/v1beta$/, '');
    return { url: `${root}/v1beta/models?pageSize=1000`, headers: apiKey ? { 'x-goog-api-key': apiKey } : {} };
  }
  return {
    url: `${given ?? PUBLIC_BASE_URLS.openai}/models`,
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
  };
}

/** `{data: [{id}]}` of OpenAI and Anthropic, `{models: [{name: 'models/…'}]}` of Gemini. */
function modelIds(body: unknown): string[] {
  const { data, models } = (typeof body === 'object' && body !== null ? body : {}) as {
    data?: unknown;
    models?: unknown;
  };
  const entries = (Array.isArray(data) ? data : Array.isArray(models) ? models : []) as Array<{
    id?: unknown;
    name?: unknown;
  } | null>;
  return entries.flatMap((entry) => {
    const id = entry?.id ?? entry?.name;
    return typeof id === 'string' ? [id.replace(/^models\//, '')] : [];
  });
}

function refusal({ host }: URL, status: number): string {
  if (status === 401 || status === 403) return `${host} refuses the key (HTTP ${status}).`;
  if (status === 404) return `${host} has no list of models there (HTTP 404): is the base URL right?`;
  return `${host} answered with HTTP ${status}.`;
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as {
    name?: string;
    message?: string;
    cause?: { code?: string; message?: string };
  };
  if (name === 'TimeoutError') return `no answer in ${TIMEOUT_MS / 1_000} seconds`;
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
