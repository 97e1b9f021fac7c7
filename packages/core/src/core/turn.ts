/** One request to the model as a stream of events; failures are events, too. */
import { ProviderError } from '../providers/errors/providerError.js';
import type { GenerateContentResponse, Part, PartListUnion } from '../types.js';
import type { GeminiChat } from './geminiChat.js';
import { StreamEventType, type StreamEvent } from './streamEvents.js';
import {
  GeminiEventType,
  type ServerGeminiStreamEvent,
  type StructuredError,
  type ThoughtSummary,
  type ToolCallRequestInfo,
} from './turnEvents.js';

export { CompressionStatus, type ChatCompressionInfo } from '../services/compaction/compressionStatus.js';
export {
  GeminiEventType,
  type ServerGeminiStreamEvent,
  type StructuredError,
  type ThoughtSummary,
  type ToolCallRequestInfo,
  type ToolCallResponseInfo,
} from './turnEvents.js';

export class Turn {
  /** The calls that the model asks for; complete when the turn has ended. */
  pendingToolCalls: ToolCallRequestInfo[] = [];
  /** The answer's text so far. */
  private text = '';

  constructor(
    private readonly chat: Pick<GeminiChat, 'sendMessageStream'>,
    private readonly promptId: string,
  ) {}

  /** Sends one message and yields what comes back. Never throws for what a provider, the network or an abort does. */
  async *run(model: string, request: PartListUnion, signal: AbortSignal): AsyncGenerator<ServerGeminiStreamEvent> {
    try {
      const params = { message: request, config: { abortSignal: signal } };
      for await (const event of await this.chat.sendMessageStream(model, params, this.promptId)) {
        yield* this.translate(event);
      }
    } catch (error) {
      if (signal.aborted) {
        yield { type: GeminiEventType.UserCancelled };
        return;
      }
      yield { type: GeminiEventType.Error, value: { error: toStructuredError(error) } };
    }
  }

  /** The text that the model answered. */
  getResponseText(): string {
    return this.text;
  }

  private *translate(event: StreamEvent): Generator<ServerGeminiStreamEvent> {
    switch (event.type) {
      case StreamEventType.COMPRESSED:
        yield { type: GeminiEventType.ChatCompressed, value: event.info };
        return;
      case StreamEventType.RETRY:
        if (!event.isContinuation) {
          this.pendingToolCalls = [];
          this.text = '';
        }
        yield { type: GeminiEventType.Retry, retryInfo: event.retryInfo, isContinuation: event.isContinuation };
        return;
      case StreamEventType.CHUNK:
        yield* this.translateChunk(event.value);
    }
  }

  private *translateChunk(chunk: GenerateContentResponse): Generator<ServerGeminiStreamEvent> {
    const candidate = chunk.candidates?.[0];
    const wasOutputTruncated = candidate?.finishReason === 'MAX_TOKENS';
    for (const part of candidate?.content?.parts ?? []) {
      if (part.functionCall) {
        const value = this.toRequest(part, chunk.responseId);
        this.pendingToolCalls.push(value);
        yield { type: GeminiEventType.ToolCallRequest, value };
      } else if (part.text && part.thought) {
        yield { type: GeminiEventType.Thought, value: parseThought(part.text) };
      } else if (part.text) {
        this.text += part.text;
        yield { type: GeminiEventType.Content, value: part.text };
      }
    }
    if (!candidate?.finishReason) return;
    // Consumers hold these very objects; they act on them after the end of the stream.
    if (wasOutputTruncated) for (const call of this.pendingToolCalls) call.wasOutputTruncated = true;
    const value = { reason: candidate.finishReason, usageMetadata: chunk.usageMetadata };
    yield { type: GeminiEventType.Finished, value };
  }

  private toRequest({ functionCall }: Part, responseId: string | undefined): ToolCallRequestInfo {
    return {
      callId: functionCall?.id ?? '',
      name: functionCall?.name ?? '',
      args: functionCall?.args ?? {},
      isClientInitiated: false,
      prompt_id: this.promptId,
      response_id: responseId,
    };
  }
}

/** A thought of the form `**subject** description`; without a subject all of it is description. */
function parseThought(text: string): ThoughtSummary {
  const match = /^\s*\*\*(.+?)\*\*\s*/s.exec(text);
  return match?.[1]
    ? { subject: match[1].trim(), description: text.slice(match[0].length) }
    : { subject: '', description: text };
}

function toStructuredError(error: unknown): StructuredError {
  if (error instanceof ProviderError) return { message: error.message, status: error.status, kind: error.kind };
  return { message: error instanceof Error ? error.message : String(error) };
}
