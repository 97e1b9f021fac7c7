/** The port through which everything above talks to a model. */
import type { Content, GenerateContentRequest, GenerateContentResponse } from '../types.js';

/** The wire dialect and the kind of login, as users name them in settings and with `--auth-type`. */
export enum AuthType {
  USE_OPENAI = 'openai',
  QWEN_OAUTH = 'qwen-oauth',
  USE_GEMINI = 'gemini',
  USE_VERTEX_AI = 'vertex-ai',
  USE_ANTHROPIC = 'anthropic',
}

/** What kinds of media a model takes as input. */
export interface InputModalities {
  image?: boolean;
  pdf?: boolean;
  audio?: boolean;
  video?: boolean;
}

/** Sampling parameters, sent to OpenAI-compatible servers under exactly these names. */
export interface SamplingParams {
  top_p?: number;
  top_k?: number;
  repetition_penalty?: number;
  presence_penalty?: number;
  frequency_penalty?: number;
  temperature?: number;
  /** Output cap in tokens. */
  max_tokens?: number;
  [key: string]: unknown;
}

/** How much a model reasons; `false` turns reasoning off. */
export type ReasoningConfig = false | { effort?: 'low' | 'medium' | 'high' | 'max'; budget_tokens?: number };

/** Everything an adapter needs to know of one endpoint and one model. Times are milliseconds, sizes are tokens. */
export interface ContentGeneratorConfig {
  model: string;
  apiKey?: string;
  /** Name of the environment variable the key came from, for messages to people. */
  apiKeyEnvKey?: string;
  baseUrl?: string;
  vertexai?: boolean;
  authType?: AuthType;
  enableOpenAILogging?: boolean;
  openAILoggingDir?: string;
  /** Whole-request time-out before the first byte; default 120,000. */
  timeout?: number;
  /** Silence within a stream after which it is aborted; default 120,000. */
  streamIdleTimeoutMs?: number;
  /** Retries before any output was seen; default 3. */
  maxRetries?: number;
  retryErrorCodes?: number[];
  /** First back-off delay; default 1,000. */
  retryInitialDelayMs?: number;
  /** Longest back-off delay; default 30,000. */
  retryMaxDelayMs?: number;
  enableCacheControl?: boolean;
  samplingParams?: SamplingParams;
  reasoning?: ReasoningConfig;
  proxy?: string;
  userAgent?: string;
  schemaCompliance?: 'auto' | 'openapi_30';
  /** The model's context window in tokens (input plus output). */
  contextWindowSize?: number;
  /** Where `contextWindowSize` is from, for people. */
  contextWindowSource?: string;
  customHeaders?: Record<string, string>;
  extra_body?: Record<string, unknown>;
  modalities?: InputModalities;
  /** Send media of tool results in a user message of their own, for servers that refuse them inside the result. */
  splitToolMedia?: boolean;
}

export interface CountTokensRequest {
  model: string;
  contents: Content[];
}

export interface CountTokensResponse {
  totalTokens: number;
}

export interface EmbedContentRequest {
  model: string;
  contents: Content[];
}

export interface EmbedContentResponse {
  embeddings: Array<{ values: number[] }>;
}

/**
 * A model behind one endpoint. Implementations throw `ProviderError` (see `errors/providerError.ts`) for whatever the
 * provider refuses, and an `AbortError` when the caller's signal aborts.
 */
export interface ContentGenerator {
  generateContent(request: GenerateContentRequest, userPromptId: string): Promise<GenerateContentResponse>;
  generateContentStream(
    request: GenerateContentRequest,
    userPromptId: string,
  ): Promise<AsyncGenerator<GenerateContentResponse>>;
  countTokens(request: CountTokensRequest): Promise<CountTokensResponse>;
  embedContent(request: EmbedContentRequest): Promise<EmbedContentResponse>;
  useSummarizedThinking(): boolean;
}
