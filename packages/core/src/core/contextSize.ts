/** The size of a conversation in tokens: what the provider counted, and an estimate of what came after that. */
import { estimateContentTokens, estimateInstructionTokens, estimatePromptTokens } from '../services/tokenEstimation.js';
import type { Content, GenerateContentConfig } from '../types.js';
import type { ChatHistory } from './chatHistory.js';

export class ContextSize {
  private tokens = 0;
  /** Messages of the history that `tokens` includes. */
  private messages = 0;

  /** The provider's last count; 0 when there is none. */
  get counted(): number {
    return this.tokens;
  }

  /** Takes over a count of the first `messages` messages. */
  set(tokens: number, messages: number): void {
    this.tokens = tokens;
    this.messages = messages;
  }

  /** The count includes the messages up to here, too: an answer that has been appended. */
  include(messages: number): void {
    this.messages = messages;
  }

  /** Messages were removed; what is appended now has not been counted. */
  shrink(messages: number): void {
    this.messages = Math.min(this.messages, messages);
  }

  /**
   * Tokens of a request with `message`. Looks only at what has not been counted: on the steady path that is the message.
   */
  estimate(
    history: ChatHistory,
    message: Content | undefined,
    config: GenerateContentConfig,
    imageTokenEstimate: number,
  ): number {
    const pending = message ?? { role: 'user', parts: [] };
    if (this.tokens === 0) {
      const instructionTokens = estimateInstructionTokens(config);
      return estimatePromptTokens(history.all(), pending, 0, imageTokenEstimate, instructionTokens);
    }
    const uncounted = estimateContentTokens(history.all().slice(this.messages), imageTokenEstimate);
    return estimatePromptTokens([], pending, this.tokens + uncounted, imageTokenEstimate);
  }
}
