/** Reads chunks of an answer, in their order, into responses. No input or output of its own: a state machine. */
import type { GenerateContentResponse, Part, UsageMetadata } from '../../types.js';
import { ProviderError } from '../errors/providerError.js';
import { toProviderError } from '../errors/toProviderError.js';
import { finishError, toFinishReason } from './finishReason.js';
import { ThinkTagReader } from './thinkTags.js';
import { ToolCallReader } from './toolCallReader.js';
import { toUsage } from './usage.js';
import type { WireChoice, WireChunk, WireDelta } from './wire.js';

/**
 * `push` gives text and thoughts as they come. Calls, the finish reason and the usage, which servers send in any order
 * and in chunks of their own, come together in the last response, from `finish`.
 */
export class ResponseReader {
  private readonly thinkTags = new ThinkTagReader();
  private readonly toolCalls = new ToolCallReader();
  private hasOutput = false;
  private hasReasoningField = false;
  private finishReason: string | undefined;
  private usage: UsageMetadata | undefined;
  private responseId: string | undefined;
  private modelVersion: string | undefined;

  /** @throws ProviderError for a chunk that is an error, or that ends the answer with one */
  push(chunk: WireChunk): GenerateContentResponse[] {
    if (isError(chunk)) throw toProviderError(chunk);
    this.responseId ??= chunk.id ?? undefined;
    this.modelVersion ??= chunk.model ?? undefined;
    const choice = chunk.choices?.[0];
    this.usage = toUsage(chunk.usage ?? choice?.usage) ?? this.usage;
    return choice ? this.readChoice(choice) : [];
  }

  /**
   * The end of the stream.
   *
   * @param isComplete whether the server said that the stream is complete, or sent the answer in one piece
   * @throws ProviderError when the answer broke off
   */
  finish(isComplete: boolean): GenerateContentResponse[] {
    const rest = this.thinkTags.finish().map(({ thought, text }) => this.respond([textPart(text, thought)]));
    if (this.finishReason === undefined && !isComplete) throw this.brokenOff();
    const last = this.respond(this.toolCalls.finish());
    last.candidates![0]!.finishReason = this.finishReason === undefined ? undefined : toFinishReason(this.finishReason);
    if (this.usage) last.usageMetadata = this.usage;
    return [...rest, last];
  }

  private readChoice(choice: WireChoice): GenerateContentResponse[] {
    if (choice.error) throw toProviderError(choice.error);
    const delta = choice.delta ?? choice.message ?? {};
    if (choice.finish_reason) {
      this.finishReason = choice.finish_reason;
      const error = finishError(choice.finish_reason, textOf(delta.content), this.usage?.promptTokenCount);
      if (error && !(error.kind === 'context-overflow' && this.hasOutput)) throw error;
      if (error) this.finishReason = 'length';
    }
    for (const call of delta.tool_calls ?? []) this.toolCalls.push(call);
    const responses = this.readTexts(delta).map((part) => this.respond([part]));
    this.hasOutput ||= responses.length > 0 || !this.toolCalls.isEmpty;
    return responses;
  }

  private readTexts(delta: WireDelta): Part[] {
    const reasoning = (delta.reasoning_content ?? delta.reasoning ?? '') + thinkingOf(delta.content);
    if (reasoning !== '') this.hasReasoningField = true;
    const parts = reasoning === '' ? [] : [textPart(reasoning, true)];
    const text = textOf(delta.content) + (delta.refusal ?? '');
    if (text === '') return parts;
    if (this.hasReasoningField) return [...parts, textPart(text, false)];
    return [...parts, ...this.thinkTags.push(text).map((piece) => textPart(piece.text, piece.thought))];
  }

  private respond(parts: Part[]): GenerateContentResponse {
    return {
      candidates: [{ index: 0, content: { role: 'model', parts } }],
      ...(this.responseId ? { responseId: this.responseId } : {}),
      ...(this.modelVersion ? { modelVersion: this.modelVersion } : {}),
    };
  }

  private brokenOff(): ProviderError {
    const what = this.hasOutput ? 'before the answer was complete' : 'without an answer';
    return new ProviderError(`The server closed the stream ${what}.`, { kind: 'network' });
  }
}

function isError(chunk: WireChunk): boolean {
  if (chunk.error) return true;
  if (Array.isArray(chunk.choices) || chunk.usage) return false;
  return typeof chunk['message'] === 'string' || typeof chunk['detail'] === 'string' || Array.isArray(chunk['detail']);
}

function textPart(text: string, thought: boolean): Part {
  return thought ? { thought: true, text } : { text };
}

/** Some servers send lists of typed pieces in the place of a text. */
function textOf(content: WireDelta['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map((piece) => (piece.type === 'text' && typeof piece['text'] === 'string' ? piece['text'] : ''))
    .join('');
}

function thinkingOf(content: WireDelta['content']): string {
  if (!Array.isArray(content)) return '';
  return content
    .map((piece) => (piece.type === 'thinking' ? textOf(piece['thinking'] as WireDelta['content']) : ''))
    .join('');
}
