/** HTTP to an Anthropic-compatible endpoint through the vendor's SDK, which is loaded with the first request. */
import type Anthropic from '@anthropic-ai/sdk';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { ProviderError } from '../errors/providerError.js';
import { fetchFor } from '../fetchFor.js';
import { requestTimes, userAgentOf, type RequestTimes } from '../requestDefaults.js';
import type { MessagesBody } from './request.js';

export const DEFAULT_BASE_URL = 'https://api.anthropic.com';

const API_VERSION = '2023-06-01';

const BETA_HEADER = 'anthropic-beta';

/** Lets models with a thinking budget think between tool calls, not only before the first. */
const INTERLEAVED_THINKING = 'interleaved-thinking-2025-05-14';

export class MessagesClient {
  private readonly sdks = new Map<boolean, Promise<Anthropic>>();
  private readonly times: RequestTimes;

  constructor(private readonly settings: ContentGeneratorConfig) {
    this.times = requestTimes(settings);
  }

  async create(body: MessagesBody, signal: AbortSignal): Promise<Anthropic.Message> {
    const client = await this.client(false);
    return client.post('/v1/messages', {
      body,
      headers: this.headersFor(body),
      signal,
      timeout: this.times.unstreamed,
    });
  }

  async countTokens(body: Anthropic.MessageCountTokensParams): Promise<Anthropic.MessageTokensCount> {
    const client = await this.client(false);
    return client.post('/v1/messages/count_tokens', { body });
  }

  /**
   * Sends a request for a stream and waits for the response to begin. The events include pings, which show that the
   * connection lives.
   *
   * @throws what the SDK throws, and `ProviderError` when the answer is no event stream. The events throw the parsed
   *   body of an error event.
   */
  async stream(body: MessagesBody, signal: AbortSignal): Promise<AsyncGenerator<StreamEvent>> {
    const client = await this.client(true);
    const headers = this.headersFor(body);
    const options = { body: { ...body, stream: true }, headers, signal, stream: true, timeout: this.times.streamed };
    const response = await client.post('/v1/messages', options).asResponse();
    if (!isEventStream(response)) throw await notAStream(response);
    return readEvents(response);
  }

  /** Beta features of ours are added to those that the user's own header names. */
  private headersFor({ thinking, tools }: MessagesBody): Record<string, string> {
    if (thinking?.type !== 'enabled' || !tools) return {};
    const ofUser = Object.entries(this.settings.customHeaders ?? {}).find(
      ([name]) => name.toLowerCase() === BETA_HEADER,
    );
    return { [BETA_HEADER]: [...(ofUser ? [ofUser[1]] : []), INTERLEAVED_THINKING].join(',') };
  }

  /** One client for streams and one for the rest, which waits longer and so needs another `fetch`. */
  private client(stream: boolean): Promise<Anthropic> {
    const { streamed, unstreamed, idle } = this.times;
    const known = this.sdks.get(stream);
    const client = known ?? createClient(this.settings, Math.max(stream ? streamed : unstreamed, idle));
    this.sdks.set(stream, client);
    return client;
  }
}

export type StreamEvent = Anthropic.RawMessageStreamEvent | { type: 'ping' } | { type: 'error' };

async function createClient(settings: ContentGeneratorConfig, longestWaitMs: number): Promise<Anthropic> {
  const { apiKey = '', baseUrl, customHeaders } = settings;
  const [{ Anthropic: Sdk }, fetch] = await Promise.all([
    import('@anthropic-ai/sdk'),
    fetchFor(settings, longestWaitMs),
  ]);
  return new Sdk({
    apiKey,
    baseURL: baseUrl ?? DEFAULT_BASE_URL,
    maxRetries: 0,
    logLevel: 'off',
    fetch,
    defaultHeaders: {
      // The version of the API that every compatible server speaks, and its header for the key; the SDK's are newer.
      'anthropic-version': API_VERSION,
      'x-api-key': apiKey,
      authorization: null,
      'user-agent': userAgentOf(settings),
      ...customHeaders,
    },
  });
}

async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  const { Stream } = await import('@anthropic-ai/sdk/core/streaming');
  for await (const { event, data } of Stream.rawEvents(response)) {
    if (data === '') continue;
    const parsed = parseEvent(data);
    if (event === 'error' || parsed.type === 'error') throw parsed;
    yield parsed;
  }
}

function isEventStream(response: Response): boolean {
  return /text\/event-stream/i.test(response.headers.get('content-type') ?? 'text/event-stream');
}

async function notAStream(response: Response): Promise<unknown> {
  const body = await response.text();
  if (/"error"/.test(body)) return { body };
  const type = response.headers.get('content-type') ?? 'no content type';
  return new ProviderError(
    `The server answered with ${type} instead of an event stream. Check the base URL and the auth type.`,
    {
      kind: 'stream',
    },
  );
}

function parseEvent(data: string): StreamEvent {
  try {
    return JSON.parse(data) as StreamEvent;
  } catch (error) {
    throw new ProviderError(
      `The stream held an event that is not JSON: ${data.slice(0, 200)}`,
      { kind: 'stream' },
      { cause: error },
    );
  }
}
