/** Models behind the Anthropic messages API, at Anthropic or at any compatible endpoint. */
import { abortErrorOf } from '../../utils/abortError.js';
import type { GenerateContentRequest, GenerateContentResponse } from '../../types.js';
import type {
  ContentGenerator,
  ContentGeneratorConfig,
  CountTokensRequest,
  CountTokensResponse,
  EmbedContentResponse,
} from '../contentGenerator.js';
import { ProviderError } from '../errors/providerError.js';
import { endedEarly } from '../errors/networkFailure.js';
import { toProviderError } from '../errors/toProviderError.js';
import { requestTimes, retryOptions } from '../requestDefaults.js';
import { withRetry } from '../retry.js';
import { startStream } from '../startStream.js';
import { withIdleTimeout } from '../streamIdle.js';
import { DEFAULT_BASE_URL, MessagesClient } from './client.js';
import { toMessages } from './messages.js';
import { messagesBody, type MessagesBody } from './request.js';
import { toResponse } from './response.js';
import { StreamTranslator } from './streamTranslator.js';

export class AnthropicContentGenerator implements ContentGenerator {
  private readonly client: MessagesClient;

  constructor(private readonly settings: ContentGeneratorConfig) {
    this.client = new MessagesClient(settings);
  }

  async generateContent(request: GenerateContentRequest): Promise<GenerateContentResponse> {
    const signal = request.config?.abortSignal;
    const body = messagesBody(request, this.settings);
    return withRetry(
      async () => {
        try {
          return toResponse(await this.client.create(body, signal ?? new AbortController().signal));
        } catch (error) {
          throw this.translated(error, signal);
        }
      },
      retryOptions(this.settings, request),
    );
  }

  async generateContentStream(request: GenerateContentRequest): Promise<AsyncGenerator<GenerateContentResponse>> {
    const signal = request.config?.abortSignal;
    const body = messagesBody(request, this.settings);
    return startStream(() => this.attempt(body, signal), retryOptions(this.settings, request));
  }

  async countTokens({ model, contents }: CountTokensRequest): Promise<CountTokensResponse> {
    try {
      const { input_tokens } = await this.client.countTokens({ model, messages: toMessages(contents, this.settings) });
      return { totalTokens: input_tokens };
    } catch (error) {
      throw this.translated(error, undefined);
    }
  }

  embedContent(): Promise<EmbedContentResponse> {
    const error = new ProviderError('The Anthropic API has no embeddings. Configure another provider for them.', {
      kind: 'invalid-request',
    });
    return Promise.reject(error);
  }

  useSummarizedThinking(): boolean {
    return false;
  }

  private async *attempt(body: MessagesBody, signal: AbortSignal | undefined): AsyncGenerator<GenerateContentResponse> {
    const connection = new AbortController();
    const signals = signal === undefined ? connection.signal : AbortSignal.any([signal, connection.signal]);
    const translator = new StreamTranslator();
    try {
      const { idle } = requestTimes(this.settings);
      const events = withIdleTimeout(await this.client.stream(body, signals), idle, () => connection.abort());
      for await (const event of events) {
        if (event.type === 'ping' || event.type === 'error') continue;
        const chunk = translator.translate(event);
        if (chunk !== undefined) yield chunk;
      }
      if (!translator.isComplete) throw endedEarly(this.settings.baseUrl ?? DEFAULT_BASE_URL);
    } catch (error) {
      throw this.translated(error, signal);
    } finally {
      connection.abort();
    }
  }

  private translated(error: unknown, signal: AbortSignal | undefined): Error {
    if (signal?.aborted) return abortErrorOf(signal);
    return toProviderError(error, {
      url: this.settings.baseUrl ?? DEFAULT_BASE_URL,
      apiKeyEnvKey: this.settings.apiKeyEnvKey,
    });
  }
}
