/** The main conversation: its chat, kept in step with the system instruction, the tools and the hooks. */
import type { CompactionHooks } from '../services/compaction/ports.js';
import { CompressionStatus, type ChatCompressionInfo } from '../services/compaction/compressionStatus.js';
import type {
  Content,
  FunctionDeclaration,
  GenerateContentConfig,
  GenerateContentResponse,
  PartListUnion,
} from '../types.js';
import { GeminiChat, type ChatConfig, type ChatRecorder, type TokenCountDisplay } from './geminiChat.js';
import { GeminiEventType, Turn, type ServerGeminiStreamEvent } from './turn.js';
import { toUserContent } from './userContent.js';

export type SessionStartSource = 'startup' | 'resume' | 'clear' | 'compact';

interface SessionHooks {
  /** Returns text to add to the model's context, if any. */
  fireSessionStartEvent(source: SessionStartSource, signal?: AbortSignal): Promise<string | undefined>;
}

export interface ClientConfig extends ChatConfig {
  /** The system instruction, environment included; the same bytes until something named changes. */
  getSystemInstruction(): string;
  getToolRegistry(): { declarations(): FunctionDeclaration[] };
  getHookSystem?(): (CompactionHooks & SessionHooks) | undefined;
  getChatRecordingService?(): ChatRecorder | undefined;
  getTokenCountDisplay?(): TokenCountDisplay | undefined;
  /** Tokens above which no message is sent; 0 or less: no limit. */
  getSessionTokenLimit?(): number;
}

/** A conversation that goes on. */
export interface ResumedConversation {
  history: Content[];
  /** Its size in tokens as the record has it; 0 when unknown. */
  lastPromptTokenCount: number;
}

export class GeminiClient {
  private chat: GeminiChat | undefined;
  /** What SessionStart hooks add to the system instruction. */
  private sessionContext: string | undefined;

  constructor(private readonly config: ClientConfig) {}

  /** Starts the conversation, or goes on with a resumed one. */
  async initialize(resumed?: ResumedConversation, signal?: AbortSignal): Promise<void> {
    await this.startChat(resumed?.history ?? [], resumed ? 'resume' : 'startup', signal);
    this.getChat().setLastPromptTokenCount(resumed?.lastPromptTokenCount ?? 0);
  }

  isInitialized(): boolean {
    return this.chat !== undefined;
  }

  /** @throws before `initialize`. */
  getChat(): GeminiChat {
    if (!this.chat) throw new Error('The conversation has not been started: call initialize() first.');
    return this.chat;
  }

  /** Replaces the conversation by a new one with the given history. */
  async startChat(history: Content[], source: SessionStartSource, signal?: AbortSignal): Promise<GeminiChat> {
    const { config } = this;
    this.chat = new GeminiChat(
      config,
      {},
      history,
      config.getChatRecordingService?.(),
      config.getTokenCountDisplay?.(),
    );
    this.setTools();
    await this.applySessionStart(source, signal);
    return this.chat;
  }

  /** Begins anew, with an empty history. */
  async resetChat(signal?: AbortSignal): Promise<void> {
    const chat = await this.startChat([], 'clear', signal);
    chat.setLastPromptTokenCount(0);
  }

  getHistory(curated = false): Content[] {
    return this.getChat().getHistory(curated);
  }

  setHistory(history: Content[]): void {
    this.getChat().setHistory(history);
  }

  addHistory(content: Content): void {
    this.getChat().addHistory(content);
  }

  /** Takes over the tools as they are now. */
  setTools(): void {
    const functionDeclarations = this.config.getToolRegistry().declarations();
    this.getChat().setTools(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []);
  }

  /** Takes over the system instruction as it is now (instruction files edited, approval mode changed). */
  refreshSystemInstruction(): void {
    const base = this.config.getSystemInstruction();
    this.getChat().setSystemInstruction(this.sessionContext ? `${base}\n\n${this.sessionContext}` : base);
  }

  /** Sends one message with the current model and streams what comes back; returns the turn with its tool calls. */
  async *sendMessageStream(
    request: PartListUnion,
    signal: AbortSignal,
    prompt_id: string,
  ): AsyncGenerator<ServerGeminiStreamEvent, Turn> {
    const chat = this.getChat();
    const turn = new Turn(chat, prompt_id);
    const limit = this.config.getSessionTokenLimit?.() ?? 0;
    const currentTokens = chat.getLastPromptTokenCount();
    if (limit > 0 && currentTokens > limit) {
      const message = `The session holds ${currentTokens} tokens, more than its limit of ${limit} (model.sessionTokenLimit). Start a new session, /clear, or raise the limit.`;
      chat.addHistory(toUserContent(request));
      yield { type: GeminiEventType.SessionTokenLimitExceeded, value: { currentTokens, limit, message } };
      return turn;
    }
    let hook: Promise<void> | undefined;
    for await (const event of turn.run(this.config.getModel(), request, signal)) {
      // The hook runs beside the answer; what it adds belongs to the next request.
      if (event.type === GeminiEventType.ChatCompressed) hook = this.applySessionStart('compact', signal);
      yield event;
    }
    await hook;
    return turn;
  }

  /** One request beside the conversation, as it is given. */
  generateContent(
    contents: Content[],
    config: GenerateContentConfig,
    abortSignal: AbortSignal,
    model: string,
    promptId = 'generate-content',
  ): Promise<GenerateContentResponse> {
    const request = { model, contents, config: { ...config, abortSignal } };
    return this.config.getContentGenerator().generateContent(request, promptId);
  }

  /**
   * Compacts the conversation when it is due, or whatever its size with `force`.
   *
   * @param instructions what the summary should pay attention to
   */
  async tryCompressChat(
    prompt_id: string,
    force = false,
    signal?: AbortSignal,
    instructions?: string,
  ): Promise<ChatCompressionInfo> {
    const info = await this.getChat().tryCompress(prompt_id, this.config.getModel(), force, signal, { instructions });
    if (info.compressionStatus === CompressionStatus.COMPRESSED) await this.applySessionStart('compact', signal);
    return info;
  }

  private async applySessionStart(source: SessionStartSource, signal: AbortSignal | undefined): Promise<void> {
    try {
      const added = await this.config.getHookSystem?.()?.fireSessionStartEvent(source, signal);
      if (added || source !== 'compact') this.sessionContext = added;
    } catch (error) {
      this.config.getDebugLogger?.().warn(`The SessionStart hook (${source}) failed: ${String(error)}`);
    }
    this.refreshSystemInstruction();
  }
}
