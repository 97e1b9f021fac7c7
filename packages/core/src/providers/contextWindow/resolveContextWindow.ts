/** How large the model's context window is, and how we know. */
import { AuthType, type ContentGeneratorConfig } from '../contentGenerator.js';
import { isLoopback, serverKindOf, type ServerKind } from '../openai/quirks.js';
import { DEFAULT_TOKEN_LIMIT, knownTokenLimit } from '../tokenLimits.js';
import { fetchJson } from './fetchJson.js';
import {
  windowOfLlamaCpp,
  windowOfLmStudio,
  windowOfModelList,
  windowOfOllama,
  type ReportedWindow,
} from './windowReaders.js';

export interface ContextWindow {
  /** Input plus output, in tokens. */
  tokens: number;
  source: 'user' | 'server' | 'model-table' | 'default';
  /** For people: where the number is from. */
  detail: string;
}

type Endpoint = Pick<
  ContentGeneratorConfig,
  'model' | 'authType' | 'baseUrl' | 'apiKey' | 'customHeaders' | 'contextWindowSize'
>;

export interface ResolveContextWindowOptions {
  /** `local` asks only servers on this machine or network, so that no hosted provider's first request waits. */
  probe?: 'local' | 'always' | 'never';
  /** Milliseconds for all probes together; default 500 on this machine, 2,000 elsewhere. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

const LOCAL_KINDS: ReadonlySet<ServerKind> = new Set<ServerKind>(['vllm', 'llama.cpp', 'ollama', 'lmstudio', 'local']);

/**
 * The user's own `contextWindowSize`, else what the server says, else the table of known models, else 131,072. Never
 * throws but for an abort: a server that does not say is not an error.
 */
export async function resolveContextWindow(
  endpoint: Endpoint,
  options: ResolveContextWindowOptions = {},
): Promise<ContextWindow> {
  const set = endpoint.contextWindowSize;
  if (set !== undefined && Number.isFinite(set) && set > 0) {
    return { tokens: set, source: 'user', detail: 'contextWindowSize of your settings' };
  }
  const reported = isProbed(endpoint, options.probe ?? 'local') ? await askServer(endpoint, options) : undefined;
  if (reported) return { ...reported, source: 'server' };
  const known = knownTokenLimit(endpoint.model, 'input');
  if (known !== undefined) {
    return { tokens: known, source: 'model-table', detail: `the table of known models, for ${endpoint.model}` };
  }
  return {
    tokens: DEFAULT_TOKEN_LIMIT,
    source: 'default',
    detail: `the default: nothing is known of ${endpoint.model || 'the model'}; set contextWindowSize if it is another`,
  };
}

function isProbed({ authType, baseUrl }: Endpoint, probe: 'local' | 'always' | 'never'): boolean {
  if (!baseUrl || probe === 'never' || (authType !== undefined && authType !== AuthType.USE_OPENAI)) return false;
  return probe === 'always' || LOCAL_KINDS.has(serverKindOf(baseUrl));
}

/** Asks everything a server of this kind may answer, at once; the most exact answer counts. */
async function askServer(
  endpoint: Endpoint,
  options: ResolveContextWindowOptions,
): Promise<ReportedWindow | undefined> {
  const { model, apiKey, customHeaders } = endpoint;
  const baseUrl = endpoint.baseUrl!.replace(/\/+$/, '');
  const root = baseUrl.replace(/\/v\d+$/, '');
  const kind = serverKindOf(baseUrl);
  const timeoutMs = options.timeoutMs ?? (isLoopback(baseUrl) ? 500 : 2_000);
  const headers = { ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}), ...customHeaders };
  const ask = (url: string, body?: object): Promise<unknown> =>
    fetchJson(url, { timeoutMs, headers, body, signal: options.signal });
  const isMaybe = (asked: ServerKind): boolean => kind === asked || kind === 'local';
  const [lmStudio, props, running, shown, list] = await Promise.all([
    isMaybe('lmstudio') ? ask(`${root}/api/v0/models`) : undefined,
    isMaybe('llama.cpp') ? ask(`${root}/props`) : undefined,
    isMaybe('ollama') ? ask(`${root}/api/ps`) : undefined,
    isMaybe('ollama') ? ask(`${root}/api/show`, { model }) : undefined,
    ask(`${baseUrl}/models`),
  ]);
  return (
    windowOfLmStudio(lmStudio, model) ??
    windowOfLlamaCpp(props) ??
    windowOfOllama(running, shown, model) ??
    windowOfModelList(list, model)
  );
}
