/** A model whose requests are told to telemetry: those of the conversation, of sub-agents and of side work alike. */
import type {
  ContentGenerator,
  CountTokensRequest,
  CountTokensResponse,
  EmbedContentRequest,
  EmbedContentResponse,
} from '../providers/contentGenerator.js';
import { ProviderError } from '../providers/errors/providerError.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { GenerateContentRequest, GenerateContentResponse } from '../types.js';

/** With telemetry off the model itself. One that reports to an earlier session's telemetry reports to this one alone. */
export function withTelemetry(generator: ContentGenerator, telemetry: Telemetry): ContentGenerator {
  const model = generator instanceof ReportedContentGenerator ? generator.model : generator;
  return telemetry.enabled ? new ReportedContentGenerator(model, telemetry) : model;
}

class ReportedContentGenerator implements ContentGenerator {
  constructor(
    readonly model: ContentGenerator,
    private readonly telemetry: Telemetry,
  ) {}

  async generateContent(request: GenerateContentRequest, userPromptId: string): Promise<GenerateContentResponse> {
    const report = new RequestReport(this.telemetry, request.model, userPromptId);
    try {
      const response = await this.model.generateContent(request, userPromptId);
      report.answered(response);
      return response;
    } catch (error) {
      report.failed(error);
      throw error;
    }
  }

  async generateContentStream(
    request: GenerateContentRequest,
    userPromptId: string,
  ): Promise<AsyncGenerator<GenerateContentResponse>> {
    const report = new RequestReport(this.telemetry, request.model, userPromptId);
    try {
      return reportedStream(await this.model.generateContentStream(request, userPromptId), report);
    } catch (error) {
      report.failed(error);
      throw error;
    }
  }

  countTokens(request: CountTokensRequest): Promise<CountTokensResponse> {
    return this.model.countTokens(request);
  }

  embedContent(request: EmbedContentRequest): Promise<EmbedContentResponse> {
    return this.model.embedContent(request);
  }

  useSummarizedThinking(): boolean {
    return this.model.useSummarizedThinking();
  }
}

async function* reportedStream(
  stream: AsyncGenerator<GenerateContentResponse>,
  report: RequestReport,
): AsyncGenerator<GenerateContentResponse> {
  const seen: GenerateContentResponse = {};
  try {
    for await (const chunk of stream) {
      seen.responseId ??= chunk.responseId;
      seen.usageMetadata = chunk.usageMetadata ?? seen.usageMetadata;
      yield chunk;
    }
  } catch (error) {
    report.failed(error);
    throw error;
  }
  report.answered(seen);
}

/** One request: told of when it is made, and when it has been answered or has failed. */
class RequestReport {
  private readonly started = performance.now();
  private readonly attributes: { model: string; prompt_id: string };

  constructor(
    private readonly telemetry: Telemetry,
    model: string,
    promptId: string,
  ) {
    this.attributes = { model, prompt_id: promptId };
    telemetry.logApiRequest(this.attributes);
  }

  answered({ responseId, usageMetadata }: GenerateContentResponse): void {
    this.telemetry.logApiResponse({
      ...this.attributes,
      duration_ms: this.duration(),
      response_id: responseId,
      input_token_count: usageMetadata?.promptTokenCount,
      output_token_count: usageMetadata?.candidatesTokenCount,
      cached_content_token_count: usageMetadata?.cachedContentTokenCount,
      thoughts_token_count: usageMetadata?.thoughtsTokenCount,
      total_token_count: usageMetadata?.totalTokenCount,
    });
  }

  failed(error: unknown): void {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    this.telemetry.logApiError({
      ...this.attributes,
      duration_ms: this.duration(),
      error: message,
      error_type: error instanceof ProviderError ? error.kind : name,
      status_code: error instanceof ProviderError ? error.status : undefined,
    });
  }

  private duration(): number {
    return Math.round(performance.now() - this.started);
  }
}
