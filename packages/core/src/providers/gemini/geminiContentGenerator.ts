/** Models behind the Gemini API or Vertex AI. */
import type { GoogleGenAI } from '@google/genai';
import { abortErrorOf } from '../../utils/abortError.js';
import type { GenerateContentRequest, GenerateContentResponse } from '../../types.js';
import type {
  ContentGenerator,
  ContentGeneratorConfig,
  CountTokensRequest,
  CountTokensResponse,
  EmbedContentRequest,
  EmbedContentResponse,
} from '../contentGenerator.js';
import { endedEarly } from '../errors/networkFailure.js';
import { toProviderError } from '../errors/toProviderError.js';
import { requestTimes, retryOptions, type RequestTimes } from '../requestDefaults.js';
import { withRetry } from '../retry.js';
import { startStream } from '../startStream.js';
import { withIdleTimeout } from '../streamIdle.js';
import { baseUrlOf, createClient } from './client.js';
import { toContents } from './contents.js';
import { generateContentParameters } from './request.js';
import { ResponseReader } from './responseReader.js';

export class GeminiContentGenerator implements ContentGenerator {
  private readonly times: RequestTimes;
  private readonly clients = new Map<boolean, Promise<GoogleGenAI>>();

  constructor(private readonly settings: ContentGeneratorConfig) {
    this.times = requestTimes(settings);
  }

  async generateContent(request: GenerateContentRequest): Promise<GenerateContentResponse> {
    const signal = request.config?.abortSignal;
    return withRetry(
      async () => {
        const connection = new AbortController();
        try {
          const { models } = await this.client(false);
          const parameters = generateContentParameters(request, this.settings, linked(signal, connection.signal));
          const response = await this.within(this.times.unstreamed, connection, models.generateContent(parameters));
          return new ResponseReader(request.contents.length).read(response);
        } catch (error) {
          throw this.translated(error, signal);
        }
      },
      retryOptions(this.settings, request),
    );
  }

  async generateContentStream(request: GenerateContentRequest): Promise<AsyncGenerator<GenerateContentResponse>> {
    return startStream(() => this.attempt(request), retryOptions(this.settings, request));
  }

  async countTokens({ model, contents }: CountTokensRequest): Promise<CountTokensResponse> {
    return this.translating(async ({ models }) => {
      const counted = await models.countTokens({ model, contents: toContents(model, contents, this.settings) });
      return { totalTokens: counted.totalTokens ?? 0 };
    });
  }

  async embedContent({ model, contents }: EmbedContentRequest): Promise<EmbedContentResponse> {
    return this.translating(async ({ models }) => {
      const { embeddings = [] } = await models.embedContent({ model, contents });
      return { embeddings: embeddings.map(({ values = [] }) => ({ values })) };
    });
  }

  useSummarizedThinking(): boolean {
    return true;
  }

  private async *attempt(request: GenerateContentRequest): AsyncGenerator<GenerateContentResponse> {
    const signal = request.config?.abortSignal;
    const connection = new AbortController();
    const reader = new ResponseReader(request.contents.length);
    try {
      const { models } = await this.client(true);
      const parameters = generateContentParameters(request, this.settings, linked(signal, connection.signal));
      const stream = await this.within(this.times.streamed, connection, models.generateContentStream(parameters));
      for await (const chunk of withIdleTimeout(stream, this.times.idle, () => connection.abort())) {
        const response = reader.read(chunk);
        if (saysSomething(response)) yield response;
      }
      if (!reader.isComplete) throw endedEarly(baseUrlOf(this.settings));
    } catch (error) {
      throw this.translated(error, signal);
    } finally {
      connection.abort();
    }
  }

  /** One client for streams and one for the rest, which waits longer and so needs another `fetch`. */
  private client(stream: boolean): Promise<GoogleGenAI> {
    const { streamed, unstreamed, idle } = this.times;
    const known = this.clients.get(stream);
    const client = known ?? createClient(this.settings, Math.max(stream ? streamed : unstreamed, idle));
    this.clients.set(stream, client);
    return client;
  }

  /** The client's own time limit would also end a stream that is long under way. */
  private async within<T>(milliseconds: number, connection: AbortController, response: Promise<T>): Promise<T> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      connection.abort();
    }, milliseconds);
    try {
      return await response;
    } catch (error) {
      throw isLate ? new Error('Request timed out.', { cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async translating<T>(operation: (client: GoogleGenAI) => Promise<T>): Promise<T> {
    try {
      return await operation(await this.client(false));
    } catch (error) {
      throw this.translated(error, undefined);
    }
  }

  private translated(error: unknown, signal: AbortSignal | undefined): Error {
    if (signal?.aborted) return abortErrorOf(signal);
    return toProviderError(error, { url: baseUrlOf(this.settings), apiKeyEnvKey: this.settings.apiKeyEnvKey });
  }
}

function linked(signal: AbortSignal | undefined, connection: AbortSignal): AbortSignal {
  return signal === undefined ? connection : AbortSignal.any([signal, connection]);
}

/** Pieces that hold nothing would count as a beginning of the answer, after which nothing is retried. */
function saysSomething({ candidates, usageMetadata }: GenerateContentResponse): boolean {
  const [candidate] = candidates ?? [];
  return Boolean(candidate?.content?.parts?.length || candidate?.finishReason || (usageMetadata && !candidate));
}
