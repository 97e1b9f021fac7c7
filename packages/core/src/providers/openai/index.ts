/** Chat completions, as OpenAI and many others speak them. */
import type { Content, GenerateContentRequest, GenerateContentResponse } from '../../types.js';
import type {
  ContentGenerator,
  ContentGeneratorConfig,
  CountTokensRequest,
  CountTokensResponse,
  EmbedContentRequest,
  EmbedContentResponse,
} from '../contentGenerator.js';
import { functionResponseText } from '../history/functionResponseText.js';
import { requestTimes, retryOptions } from '../requestDefaults.js';
import { withRetry } from '../retry.js';
import { startStream } from '../startStream.js';
import { readAnswer, readStream } from './answer.js';
import { DEFAULT_BASE_URL, OpenAiClient } from './client.js';
import { quirksOf, type ServerQuirks } from './quirks.js';
import { toChatRequest } from './request.js';
import { RequestLog, type Exchange } from './requestLog.js';
import type { WireRequest } from './wire.js';

const CHARACTERS_PER_TOKEN = 4;

/** A model behind an endpoint that speaks the OpenAI dialect. Nothing is loaded or sent before the first request. */
export function createOpenAiContentGenerator(config: ContentGeneratorConfig): ContentGenerator {
  return new OpenAiContentGenerator(config);
}

class OpenAiContentGenerator implements ContentGenerator {
  private readonly client: OpenAiClient;
  private readonly log: RequestLog;

  constructor(private readonly config: ContentGeneratorConfig) {
    this.client = new OpenAiClient(config, this.quirks(config.model));
    this.log = new RequestLog(config);
  }

  async generateContent(request: GenerateContentRequest): Promise<GenerateContentResponse> {
    const signal = signalOf(request);
    const body = this.body(request, false);
    return this.retrying(request, async () => {
      const exchange: Exchange = { request: body, responses: [] };
      try {
        const answer = await readAnswer(await this.client.post('/chat/completions', body, { signal, stream: false }));
        exchange.responses.push(answer);
        return answer;
      } catch (error) {
        exchange.error = this.client.explain(error, signal);
        throw exchange.error;
      } finally {
        await this.log.write(exchange);
      }
    });
  }

  /**
   * Retries happen until the first piece of the answer is there; an error after it is thrown by the generator. The
   * promise resolves when that first piece has come.
   */
  async generateContentStream(request: GenerateContentRequest): Promise<AsyncGenerator<GenerateContentResponse>> {
    const signal = signalOf(request);
    const body = this.body(request, true);
    return startStream(() => this.stream(body, signal), retryOptions(this.config, request));
  }

  /** An approximation made here, of texts only, at four characters a token: the dialect has no call for it. */
  async countTokens({ contents }: CountTokensRequest): Promise<CountTokensResponse> {
    const characters = contents.reduce((sum, content) => sum + charactersOf(content), 0);
    return { totalTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN) };
  }

  async embedContent({ model, contents }: EmbedContentRequest): Promise<EmbedContentResponse> {
    const { signal } = new AbortController();
    const body = { model, input: contents.map(textOf), encoding_format: 'float' };
    return this.retrying({}, async () => {
      const response = await this.client.post('/embeddings', body, { signal, stream: false });
      const { data } = (await response.json()) as { data: Array<{ embedding: number[] }> };
      return { embeddings: data.map(({ embedding }) => ({ values: embedding })) };
    });
  }

  useSummarizedThinking(): boolean {
    return false;
  }

  private async *stream(body: WireRequest, signal: AbortSignal): AsyncGenerator<GenerateContentResponse> {
    const connection = new AbortController();
    const disconnect = (): void => connection.abort();
    signal.addEventListener('abort', disconnect, { once: true });
    const exchange: Exchange = { request: body, responses: [] };
    try {
      if (signal.aborted) disconnect();
      const response = await this.client.post('/chat/completions', body, { signal: connection.signal, stream: true });
      for await (const piece of readStream(response, requestTimes(this.config).idle, disconnect)) {
        exchange.responses.push(piece);
        yield piece;
      }
    } catch (error) {
      exchange.error = this.client.explain(error, signal);
      throw exchange.error;
    } finally {
      signal.removeEventListener('abort', disconnect);
      await this.log.write(exchange);
    }
  }

  private body(request: GenerateContentRequest, stream: boolean): WireRequest {
    return toChatRequest(request, {
      config: this.config,
      quirks: this.quirks(request.model || this.config.model),
      stream,
      outputCapSetting: process.env['QWEN_CODE_MAX_OUTPUT_TOKENS'],
    });
  }

  private quirks(model: string): ServerQuirks {
    return quirksOf(this.config.baseUrl ?? DEFAULT_BASE_URL, model);
  }

  private retrying<T>(
    request: Pick<GenerateContentRequest, 'config' | 'onRetry'>,
    operation: () => Promise<T>,
  ): Promise<T> {
    return withRetry(operation, retryOptions(this.config, request));
  }
}

function signalOf(request: GenerateContentRequest): AbortSignal {
  return request.config?.abortSignal ?? new AbortController().signal;
}

function charactersOf(content: Content): number {
  return (content.parts ?? []).reduce((sum, part) => {
    if (part.functionResponse) return sum + functionResponseText(part.functionResponse).text.length;
    return sum + (part.functionCall ? JSON.stringify(part.functionCall).length : (part.text?.length ?? 0));
  }, 0);
}

function textOf(content: Content): string {
  return (content.parts ?? []).map((part) => part.text ?? '').join('\n');
}
