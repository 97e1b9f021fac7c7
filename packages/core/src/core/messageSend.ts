/** The sending of one message, from the check of the context's size to the answer in the history. */
import type { ProviderError } from '../providers/errors/providerError.js';
import { tokenLimit } from '../providers/tokenLimits.js';
import { contextWindowOf } from '../services/compaction/contextWindow.js';
import type { CompactionCause, CompactTrigger } from '../services/compaction/ports.js';
import { CompressionStatus, type ChatCompressionInfo } from '../services/compaction/compressionStatus.js';
import type { Content, GenerateContentConfig, GenerateContentResponse, UsageMetadata } from '../types.js';
import { AnswerStream, type AnswerPort, type AnswerRequest } from './answerStream.js';
import type { ChatHistory } from './chatHistory.js';
import type { ChatConfig } from './chatPorts.js';
import { computeThresholds } from '../services/compaction/thresholds.js';
import { escalatedOutputCap, fittingOutputCap } from '../services/outputLimits.js';
import { StreamEventType, type StreamEvent } from './streamEvents.js';

export interface CompactRequest {
  promptId: string;
  model: string;
  force: boolean;
  signal?: AbortSignal;
  /** Size of the conversation in tokens, where it is known better than from the last response. */
  originalTokenCountOverride?: number;
  trigger?: CompactTrigger;
  cause?: CompactionCause;
  /** What the summary should pay attention to, in a person's words. */
  instructions?: string;
  /** The message that is about to be sent: recorded already, not yet in the history. */
  pendingUserMessage?: Content;
  /** Size in tokens of the request that is about to be made, where the caller has estimated it. */
  precomputedEffectiveTokens?: number;
}

/** The conversation that a message is sent in. */
export interface Conversation {
  readonly config: ChatConfig;
  readonly history: ChatHistory;
  getGenerationConfig(): GenerateContentConfig;
  compact(request: CompactRequest): Promise<ChatCompressionInfo>;
  /** Size in tokens of a request with `message`. */
  estimateTokens(message: Content): number;
  /** Earlier failures no longer keep the conversation from being compacted. */
  resetBreaker(): void;
  /** Appends an answer to the history and to the session's record. */
  keepAnswer(model: string, message: Content, usage: UsageMetadata | undefined): void;
  noteUsage(usage: UsageMetadata): void;
}

export class MessageSend implements AnswerPort {
  private readonly signal: AbortSignal | undefined;
  /** Estimated size of the request with the message. */
  private tokens = 0;

  constructor(
    private readonly conversation: Conversation,
    private readonly model: string,
    private readonly promptId: string,
    private readonly message: Content,
    private readonly sendConfig: GenerateContentConfig,
  ) {
    this.signal = sendConfig.abortSignal;
  }

  async *run(): AsyncGenerator<StreamEvent, void> {
    try {
      yield* this.compactBeforeSend();
    } finally {
      this.conversation.history.append(this.message);
    }
    yield* this.streamAnswer();
  }

  private async *compactBeforeSend(): AsyncGenerator<StreamEvent, void> {
    this.tokens = this.conversation.estimateTokens(this.message);
    const isCritical = this.tokens >= computeThresholds(contextWindowOf(this.conversation.config)).hard;
    if (isCritical) this.conversation.resetBreaker();
    const info = await this.compact({
      force: isCritical,
      trigger: 'auto',
      cause: isCritical ? 'hard' : 'auto',
      precomputedEffectiveTokens: this.tokens,
    });
    if (info.compressionStatus !== CompressionStatus.COMPRESSED) return;
    this.tokens = this.conversation.estimateTokens(this.message);
    yield { type: StreamEventType.COMPRESSED, info };
  }

  private compact(options: Partial<CompactRequest> & { force: boolean }): Promise<ChatCompressionInfo> {
    const { promptId, model, signal, message: pendingUserMessage } = this;
    return this.conversation.compact({ promptId, model, signal, pendingUserMessage, ...options });
  }

  private async *streamAnswer(): AsyncGenerator<StreamEvent, void> {
    const { conversation, model } = this;
    const { maxRetries, retryInitialDelayMs } = conversation.config.getContentGeneratorConfig();
    const retryOptions = { maxRetries, initialDelayMs: retryInitialDelayMs };
    const answer = new AnswerStream(this, this.initialCap(), retryOptions, this.signal);
    let whole = false;
    try {
      const last = yield* answer.run();
      whole = true;
      conversation.keepAnswer(model, answer.turn.content, answer.turn.usage);
      for (const value of last) yield { type: StreamEventType.CHUNK, value };
    } finally {
      const partial = answer.turn.textOnly;
      // What was counted of an answer that broke off is not its size.
      if (!whole && partial) conversation.keepAnswer(model, partial, undefined);
    }
  }

  private initialCap(): number | undefined {
    const { config, getGenerationConfig } = this.conversation;
    const chosen = this.sendConfig.maxOutputTokens ?? getGenerationConfig().maxOutputTokens;
    return chosen ?? fittingOutputCap(contextWindowOf(config), this.tokens);
  }

  open({ extra, maxOutputTokens, onRetry }: AnswerRequest): Promise<AsyncGenerator<GenerateContentResponse>> {
    const { conversation, model, sendConfig } = this;
    const config = { ...conversation.getGenerationConfig(), ...sendConfig };
    if (maxOutputTokens !== undefined) config.maxOutputTokens = maxOutputTokens;
    const request = { model, contents: [...conversation.history.curated(), ...extra], config, onRetry };
    return conversation.config.getContentGenerator().generateContentStream(request, this.promptId);
  }

  noteUsage(usage: UsageMetadata): void {
    this.conversation.noteUsage(usage);
  }

  /** The provider refused the conversation as too long: it is compacted whatever its count says. */
  async *recoverFromOverflow(error: ProviderError): AsyncGenerator<StreamEvent, boolean> {
    const { history, config } = this.conversation;
    const { actualTokens, limitTokens } = error.details;
    const originalTokenCountOverride = actualTokens ?? limitTokens ?? contextWindowOf(config);
    history.truncate(history.length - 1);
    let info: ChatCompressionInfo;
    try {
      info = await this.compact({ force: true, trigger: 'auto', cause: 'reactive', originalTokenCountOverride });
    } finally {
      history.append(this.message);
    }
    if (info.compressionStatus !== CompressionStatus.COMPRESSED) return false;
    yield { type: StreamEventType.COMPRESSED, info };
    yield { type: StreamEventType.RETRY };
    return true;
  }

  escalatedCap(usage: UsageMetadata | undefined): number | undefined {
    const { config } = this.conversation;
    const chosenByUser =
      this.sendConfig.maxOutputTokens !== undefined ||
      config.getContentGeneratorConfig().samplingParams?.max_tokens !== undefined ||
      Boolean(process.env['QWEN_CODE_MAX_OUTPUT_TOKENS']);
    return chosenByUser
      ? undefined
      : escalatedOutputCap(contextWindowOf(config), tokenLimit(this.model, 'output'), usage);
  }
}
