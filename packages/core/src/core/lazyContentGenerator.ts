/** A model behind an adapter that is loaded with the first request. */
import type {
  ContentGenerator,
  CountTokensRequest,
  CountTokensResponse,
  EmbedContentRequest,
  EmbedContentResponse,
} from '../providers/contentGenerator.js';
import type { GenerateContentRequest, GenerateContentResponse } from '../types.js';

export class LazyContentGenerator implements ContentGenerator {
  private loading: Promise<ContentGenerator> | undefined;

  constructor(private readonly load: () => Promise<ContentGenerator>) {}

  async generateContent(request: GenerateContentRequest, userPromptId: string): Promise<GenerateContentResponse> {
    return (await this.adapter()).generateContent(request, userPromptId);
  }

  async generateContentStream(
    request: GenerateContentRequest,
    userPromptId: string,
  ): Promise<AsyncGenerator<GenerateContentResponse>> {
    return (await this.adapter()).generateContentStream(request, userPromptId);
  }

  async countTokens(request: CountTokensRequest): Promise<CountTokensResponse> {
    return (await this.adapter()).countTokens(request);
  }

  async embedContent(request: EmbedContentRequest): Promise<EmbedContentResponse> {
    return (await this.adapter()).embedContent(request);
  }

  /** Thoughts of an adapter that is not loaded yet are none. */
  useSummarizedThinking(): boolean {
    return false;
  }

  private adapter(): Promise<ContentGenerator> {
    this.loading ??= this.load();
    return this.loading;
  }
}
