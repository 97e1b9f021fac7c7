/** The vendor's client, loaded when the first request is made. */
import type { OpenAI } from 'openai';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { abortErrorOf } from '../../utils/abortError.js';
import { toProviderError } from '../errors/toProviderError.js';
import { fetchFor } from '../fetchFor.js';
import { requestTimes, userAgentOf } from '../requestDefaults.js';
import type { ServerQuirks } from './quirks.js';

export const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
export interface PostOptions {
  signal: AbortSignal;
  /** Whether the answer is asked for as a stream. */
  stream: boolean;
}

/** Sends JSON to one endpoint. */
export class OpenAiClient {
  private readonly clients = new Map<boolean, Promise<OpenAI>>();

  constructor(
    private readonly config: ContentGeneratorConfig,
    private readonly quirks: ServerQuirks,
  ) {}

  /**
   * The response to a POST, its body unread.
   *
   * @throws ProviderError when the server refuses or cannot be reached, AbortError when the signal aborts
   */
  async post(path: string, body: object, { signal, stream }: PostOptions): Promise<Response> {
    try {
      const client = await this.client(stream);
      return (await client.post(path, { body, signal }).asResponse()) as Response;
    } catch (error) {
      throw this.explain(error, signal);
    }
  }

  /** The error to throw for whatever a request or the reading of its answer threw. */
  explain(error: unknown, signal: AbortSignal): Error {
    if (signal.aborted) return abortErrorOf(signal);
    return toProviderError(error, {
      url: this.config.baseUrl ?? DEFAULT_BASE_URL,
      apiKeyEnvKey: this.config.apiKeyEnvKey,
    });
  }

  private client(stream: boolean): Promise<OpenAI> {
    const known = this.clients.get(stream);
    if (known) return known;
    const created = createClient(this.config, this.quirks, stream);
    this.clients.set(stream, created);
    return created;
  }
}

async function createClient(config: ContentGeneratorConfig, quirks: ServerQuirks, stream: boolean): Promise<OpenAI> {
  const { streamed, unstreamed, idle } = requestTimes(config);
  const timeout = stream ? streamed : unstreamed;
  const [{ OpenAI, APIError }, fetch] = await Promise.all([
    import('openai'),
    fetchFor(config, Math.max(timeout, idle)),
  ]);
  /** The vendor's client reads only `error` of an error body; many servers put their message beside it. */
  class TolerantClient extends OpenAI {
    protected override makeStatusError(
      ...[status, body, message, headers]: Parameters<OpenAI['makeStatusError']>
    ): ReturnType<OpenAI['makeStatusError']> {
      const error = (body as { error?: unknown } | undefined)?.error ?? body;
      return APIError.generate(status, { error }, message, headers);
    }
  }
  return new TolerantClient({
    // The client insists on a key; without one of the user's no Authorization header is sent (below).
    apiKey: config.apiKey || 'none',
    adminAPIKey: null,
    // Names from OPENAI_ORG_ID and OPENAI_PROJECT_ID are OpenAI's business only.
    ...(quirks.kind === 'openai' ? {} : { organization: null, project: null }),
    baseURL: config.baseUrl ?? DEFAULT_BASE_URL,
    timeout,
    maxRetries: 0,
    logLevel: 'off',
    fetch,
    defaultHeaders: {
      'User-Agent': userAgentOf(config),
      ...quirks.headers,
      ...(config.apiKey ? {} : { Authorization: null }),
      ...config.customHeaders,
    },
  });
}
