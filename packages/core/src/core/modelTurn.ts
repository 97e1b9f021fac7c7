/** One answer of the model, put together from the chunks of its stream. */
import { randomBytes } from 'node:crypto';
import type { Content, FinishReason, GenerateContentResponse, Part, UsageMetadata } from '../types.js';

type InvalidStreamReason = 'NO_FINISH_REASON' | 'NO_RESPONSE_TEXT';

/** A stream that ended without error and yet without an answer. */
export class InvalidStreamError extends Error {
  override readonly name = 'InvalidStreamError';

  constructor(readonly type: InvalidStreamReason) {
    super(
      type === 'NO_FINISH_REASON'
        ? 'The answer of the model broke off: its stream ended without a finish reason.'
        : 'The model gave an empty answer.',
    );
  }
}

/** Whether a part is text of the answer itself. */
export function isValidNonThoughtTextPart(part: Part): boolean {
  return typeof part.text === 'string' && part.text !== '' && !part.thought && !part.functionCall;
}

export class ModelTurn {
  private parts: Part[] = [];
  finishReason: FinishReason | undefined;
  usage: UsageMetadata | undefined;

  /** Takes in one chunk. Returns it with an id on every call, as the history has it. */
  add(chunk: GenerateContentResponse): GenerateContentResponse {
    const candidate = chunk.candidates?.[0];
    this.finishReason = candidate?.finishReason ?? this.finishReason;
    this.usage = chunk.usageMetadata ?? this.usage;
    if (!candidate?.content?.parts) return chunk;
    const parts = candidate.content.parts.map(withCallId);
    for (const part of parts) this.append(part);
    return { ...chunk, candidates: [{ ...candidate, content: { ...candidate.content, parts } }] };
  }

  private append(part: Part): void {
    const last = this.parts.at(-1);
    if (!last || !mayJoin(last, part)) {
      this.parts.push(part);
      return;
    }
    const thoughtSignature = part.thoughtSignature ? { thoughtSignature: part.thoughtSignature } : {};
    this.parts[this.parts.length - 1] = { ...last, text: `${last.text}${part.text}`, ...thoughtSignature };
  }

  /** Takes in the answer to a request to go on. */
  extend(continuation: ModelTurn): void {
    for (const part of continuation.parts) this.append(part);
    this.finishReason = continuation.finishReason ?? this.finishReason;
    this.usage = continuation.usage ?? this.usage;
  }

  get content(): Content {
    return { role: 'model', parts: [...this.parts] };
  }

  get hasFunctionCall(): boolean {
    return this.parts.some((part) => part.functionCall);
  }

  /** The answer ended because it reached its output cap. */
  get isCutOff(): boolean {
    return this.finishReason === 'MAX_TOKENS';
  }

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** What of an answer that broke off may stay in a history: its text, since calls and thoughts may be incomplete. */
  get textOnly(): Content | undefined {
    const parts = this.parts.filter(isValidNonThoughtTextPart);
    return parts.length > 0 ? { role: 'model', parts } : undefined;
  }

  /** @throws InvalidStreamError when the chunks so far are no answer. */
  assertValid(): void {
    if (this.hasFunctionCall) return;
    if (!this.finishReason) throw new InvalidStreamError('NO_FINISH_REASON');
    if (this.finishReason === 'STOP' && !this.textOnly) throw new InvalidStreamError('NO_RESPONSE_TEXT');
  }
}

/** Streamed text comes in pieces; a signature ends a thought. */
function mayJoin(last: Part, next: Part): boolean {
  if (!isPlainText(last) || !isPlainText(next) || last.thoughtSignature) return false;
  return Boolean(last.thought) === Boolean(next.thought) && (Boolean(next.thought) || !next.thoughtSignature);
}

function isPlainText(part: Part): boolean {
  return typeof part.text === 'string' && !part.functionCall && !part.inlineData && !part.fileData;
}

function withCallId(part: Part): Part {
  if (!part.functionCall || part.functionCall.id) return part;
  const id = `${part.functionCall.name}-${Date.now()}-${randomBytes(4).toString('hex')}`;
  return { ...part, functionCall: { ...part.functionCall, id } };
}
