/**
 * The vocabulary every layer shares: messages in the shape of `@google/genai`, which is imported for its types only,
 * so that nothing here loads a vendor SDK.
 */
import type {
  Content,
  FinishReason as GenaiFinishReason,
  GenerateContentConfig,
  GenerateContentResponseUsageMetadata,
} from '@google/genai';

export type {
  Content,
  FunctionCall,
  FunctionDeclaration,
  FunctionResponse,
  GenerateContentConfig,
  Part,
  PartListUnion,
  ThinkingConfig,
  Tool as ToolDeclarations,
} from '@google/genai';

/** Why a model stopped: the string values of the Gemini enum (`'STOP'`, `'MAX_TOKENS'`, …). */
export type FinishReason = `${GenaiFinishReason}`;

/**
 * Token usage of one response, alike for every provider. All counts are tokens; a count the provider did not report is
 * `undefined`, never 0.
 *
 * - `promptTokenCount`: the whole prompt, cached tokens included.
 * - `cachedContentTokenCount`: the part of the prompt that was served from the provider's cache.
 * - `candidatesTokenCount`: the whole output, thoughts included.
 * - `thoughtsTokenCount`: the part of the output that was reasoning.
 * - `totalTokenCount`: prompt plus output.
 */
export type UsageMetadata = Pick<
  GenerateContentResponseUsageMetadata,
  'promptTokenCount' | 'cachedContentTokenCount' | 'candidatesTokenCount' | 'thoughtsTokenCount' | 'totalTokenCount'
>;

/** One alternative of a response; only the first is ever asked for. */
export interface Candidate {
  content?: Content;
  finishReason?: FinishReason;
  finishMessage?: string;
  index?: number;
}

/** One response, or one chunk of a streamed response, of a model: the data of genai's class of that name. */
export interface GenerateContentResponse {
  candidates?: Candidate[];
  usageMetadata?: UsageMetadata;
  responseId?: string;
  modelVersion?: string;
}

/** A wait before a request is made again. */
export interface RetryInfo {
  /** Why, in the provider's words. */
  message: string;
  /** Number of this retry, from 1. */
  attempt: number;
  maxRetries: number;
  delayMs: number;
}

/** A request to a model; `contents` is the whole conversation, oldest first. */
export interface GenerateContentRequest {
  model: string;
  contents: Content[];
  config?: GenerateContentConfig;
  /** Told before the adapter waits to make the request again. */
  onRetry?(retry: RetryInfo): void;
}

/** A JSON Schema object as tools declare their parameters with it. */
export type JsonSchema = Record<string, unknown>;
