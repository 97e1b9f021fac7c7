/** A chat as the loop sees it: for conversations beside the main one, such as a sub-agent's. */
import type { GeminiChat } from '../core/geminiChat.js';
import { Turn, type ServerGeminiStreamEvent } from '../core/turn.js';
import type { Content, Part } from '../types.js';
import type { ModelClient } from './agentLoop.js';

export class TurnClient implements ModelClient {
  constructor(
    private readonly chat: GeminiChat,
    private readonly model: () => string,
  ) {}

  sendMessageStream(
    request: Part[],
    signal: AbortSignal,
    promptId: string,
  ): AsyncGenerator<ServerGeminiStreamEvent, unknown> {
    return new Turn(this.chat, promptId).run(this.model(), request, signal);
  }

  addHistory(content: Content): void {
    this.chat.addHistory(content);
  }
}
