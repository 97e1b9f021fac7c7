/**
 * One conversation with a model: its history, its size, and the sending of messages. Sends and compactions exclude each
 * other, so that the history changes at one place at a time.
 *
 * A message whose send fails stays in the history, as it stays in the session's record: after a resume the model sees
 * what it would have seen without one.
 */
import { ChatCompressionService } from '../services/chatCompressionService.js';
import type { ChatCompressionInfo } from '../services/compaction/compressionStatus.js';
import { resolveSlimmingConfig } from '../services/compactionInputSlimming.js';
import type { Content, GenerateContentConfig, PartListUnion, ToolDeclarations, UsageMetadata } from '../types.js';
import { AsyncLock } from '../utils/asyncLock.js';
import { ChatHistory } from './chatHistory.js';
import type { ChatConfig, ChatRecorder, TokenCountDisplay } from './chatPorts.js';
import { CompactionBreaker } from './compactionBreaker.js';
import { ContextSize } from './contextSize.js';
import { MessageSend, type CompactRequest, type Conversation } from './messageSend.js';
import type { StreamEvent } from './streamEvents.js';
import { toUserContent } from './userContent.js';

export type { ChatConfig, ChatRecorder, TokenCountDisplay } from './chatPorts.js';
export { InvalidStreamError, isValidNonThoughtTextPart } from './modelTurn.js';
export { StreamEventType, type StreamEvent } from './streamEvents.js';

export interface SendMessageParameters {
  message: PartListUnion;
  /** Added to the chat's own configuration for this message; holds the abort signal. */
  config?: GenerateContentConfig;
}

/** The summary and its acknowledgement, in front of the kept messages. */
const SUMMARY_MESSAGES = 2;

export type TryCompressOptions = Pick<
  CompactRequest,
  'originalTokenCountOverride' | 'trigger' | 'pendingUserMessage' | 'instructions'
>;

export class GeminiChat {
  private readonly history: ChatHistory;
  private readonly lock = new AsyncLock();
  private readonly compression = new ChatCompressionService();
  private readonly breaker: CompactionBreaker;
  private readonly size = new ContextSize();

  /** @throws when a message of the history is neither from `user` nor from `model`. */
  constructor(
    private readonly config: ChatConfig,
    private generationConfig: GenerateContentConfig = {},
    history: Content[] = [],
    private readonly recorder?: ChatRecorder,
    private readonly display?: TokenCountDisplay,
  ) {
    this.history = new ChatHistory(history);
    this.breaker = new CompactionBreaker((message) => config.getDebugLogger?.().warn(message));
  }

  /** Size of the conversation in tokens as the provider last counted it; 0 when it is not known. */
  getLastPromptTokenCount(): number {
    return this.size.counted;
  }

  setLastPromptTokenCount(count: number): void {
    this.size.set(count, this.history.length);
    this.display?.setLastPromptTokenCount(count);
  }

  /**
   * Sends a message and streams the answer. Nothing happens before the first event is asked for; a running send is waited
   * for. The history is compacted first when it is due, and by force when the next request might be refused.
   *
   * The generator throws the provider's error when no attempt succeeded, and an `AbortError` when the signal aborts; the
   * text that had come by then is kept in the history.
   */
  async sendMessageStream(
    model: string,
    params: SendMessageParameters,
    prompt_id: string,
  ): Promise<AsyncGenerator<StreamEvent>> {
    return this.send(model, params, prompt_id);
  }

  private async *send(model: string, params: SendMessageParameters, promptId: string): AsyncGenerator<StreamEvent> {
    const release = await this.lock.acquire(params.config?.abortSignal);
    try {
      const message = toUserContent(params.message);
      yield* new MessageSend(this.conversation, model, promptId, message, params.config ?? {}).run();
    } finally {
      release();
    }
  }

  /**
   * Compacts the history when it is due or forced; waits for a running send to end.
   *
   * @throws an `AbortError` when the signal aborts; what the provider refuses is a failure status
   */
  async tryCompress(
    promptId: string,
    model: string,
    force = false,
    signal?: AbortSignal,
    options: TryCompressOptions = {},
  ): Promise<ChatCompressionInfo> {
    const release = await this.lock.acquire(signal);
    try {
      return await this.compact({ promptId, model, force, signal, ...options });
    } finally {
      release();
    }
  }

  private async compact(request: CompactRequest): Promise<ChatCompressionInfo> {
    const { promptId, force, model, trigger, cause, signal, pendingUserMessage } = request;
    const { newHistory, info } = await this.compression.compress(this, {
      promptId,
      force,
      model,
      instructions: request.instructions,
      config: this.config,
      ...this.breaker.state,
      originalTokenCount: request.originalTokenCountOverride ?? this.size.counted,
      pendingUserMessage,
      precomputedEffectiveTokens: request.precomputedEffectiveTokens ?? this.estimatePromptTokens(pendingUserMessage),
      trigger,
      cause,
      signal,
    });
    this.breaker.note(info.compressionStatus, force);
    this.display?.addCompaction?.(info);
    if (newHistory) {
      const compressedHistory = pendingUserMessage ? [...newHistory, pendingUserMessage] : newHistory;
      this.recorder?.recordChatCompression({ info, compressedHistory });
      const wasCounted = request.originalTokenCountOverride !== undefined || this.size.counted > 0;
      this.history.replace(newHistory);
      this.setLastPromptTokenCount(wasCounted ? info.newTokenCount : 0);
    }
    if (!newHistory && trigger === 'auto') this.config.onAutomaticCompactionSkipped?.(info);
    const path = cause ?? trigger ?? (force ? 'manual' : 'auto');
    return newHistory ? { ...info, path, keptMessages: newHistory.length - SUMMARY_MESSAGES } : info;
  }

  /** This chat as the sending of a message sees it. */
  private get conversation(): Conversation {
    const { config, history } = this;
    return {
      config,
      history,
      getGenerationConfig: () => this.generationConfig,
      compact: (request) => this.compact(request),
      estimateTokens: (message) => this.estimatePromptTokens(message),
      resetBreaker: () => this.breaker.reset(),
      keepAnswer: (model, message, usage) => this.keepAnswer(model, message, usage),
      noteUsage: (usage) => this.noteUsage(usage),
    };
  }

  /** Size in tokens of the next request, with `message` if it is given: what the provider counted, and an estimate of the rest. */
  estimatePromptTokens(message?: Content): number {
    const { imageTokenEstimate } = resolveSlimmingConfig(this.config.getChatCompression());
    return this.size.estimate(this.history, message, this.generationConfig, imageTokenEstimate);
  }

  private keepAnswer(model: string, message: Content, usageMetadata: UsageMetadata | undefined): void {
    this.history.append(message);
    if (usageMetadata?.totalTokenCount) this.size.include(this.history.length);
    const { contextWindowSize } = this.config.getContentGeneratorConfig();
    this.recorder?.recordAssistantTurn({ model, message, usageMetadata, contextWindowSize });
  }

  private noteUsage(usage: UsageMetadata): void {
    const count = usage.totalTokenCount || usage.promptTokenCount;
    if (count) this.setLastPromptTokenCount(count);
  }

  /** A deep copy of the messages; `curated` leaves out those that are not sent. */
  getHistory(curated = false): Content[] {
    return structuredClone(curated ? this.history.curated() : [...this.history.all()]);
  }

  /** A deep copy of the last `count` messages. */
  getHistoryTail(count: number, curated = false): Content[] {
    const contents = curated ? this.history.curated() : this.history.all();
    return structuredClone(count > 0 ? contents.slice(-count) : []);
  }

  getLastHistoryEntry(): Content | undefined {
    return structuredClone(this.history.last());
  }

  getHistoryLength(): number {
    return this.history.length;
  }

  addHistory(content: Content): void {
    this.history.append(content);
  }

  clearHistory(): void {
    this.setHistory([]);
  }

  /** Replaces the history; its size is unknown until the next response. */
  setHistory(history: Content[]): void {
    this.history.replace(history);
    this.setLastPromptTokenCount(0);
  }

  /** Keeps the first `keepCount` messages; the size is unknown until the next response. */
  truncateHistory(keepCount: number): void {
    this.history.truncate(keepCount);
    this.setLastPromptTokenCount(0);
  }

  stripThoughtsFromHistory(): void {
    this.history.stripThoughts();
    this.size.shrink(this.history.length);
  }

  stripOrphanedUserEntriesFromHistory(): void {
    this.history.stripOrphanedUserEntries();
    this.size.shrink(this.history.length);
  }

  setSystemInstruction(systemInstruction: string): void {
    this.generationConfig = { ...this.generationConfig, systemInstruction };
  }

  setTools(tools: ToolDeclarations[]): void {
    this.generationConfig = { ...this.generationConfig, tools };
  }

  getGenerationConfig(): GenerateContentConfig {
    return this.generationConfig;
  }
}
