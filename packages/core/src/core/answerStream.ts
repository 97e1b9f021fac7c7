/**
 * One answer of the model: attempts are made until one is whole. A refused or broken attempt is repeated with what cures
 * it (a smaller context, a lower output cap, a wait); an answer that is cut off is asked for again with a larger cap, and
 * then continued.
 */
import { ProviderError } from '../providers/errors/providerError.js';
import type { Content, GenerateContentResponse, RetryInfo, UsageMetadata } from '../types.js';
import { abortErrorOf } from '../utils/abortError.js';
import { abortableDelay } from '../utils/abortableDelay.js';
import { ModelTurn } from './modelTurn.js';
import { loweredOutputCap } from '../services/outputLimits.js';
import { StreamEventType, type StreamEvent } from './streamEvents.js';
import { StreamRetryPolicy, type StreamRetryOptions } from './streamRetry.js';

const MAX_CONTINUATIONS = 3;

const CONTINUE_DIRECTIVE: Content = {
  role: 'user',
  parts: [
    {
      text: 'Your answer was cut off at the output limit. Go on exactly where it stopped; repeat and explain nothing.',
    },
  ],
};

export interface AnswerRequest {
  /** Comes after the conversation. */
  extra: Content[];
  maxOutputTokens: number | undefined;
  /** Told before each wait for another attempt to open the stream. */
  onRetry(retry: RetryInfo): void;
}

/** The conversation that an answer belongs to. */
export interface AnswerPort {
  /** Sends the conversation as it stands now. */
  open(request: AnswerRequest): Promise<AsyncGenerator<GenerateContentResponse>>;
  noteUsage(usage: UsageMetadata): void;
  /** Makes the conversation smaller; yields what happened, returns whether another attempt makes sense. */
  recoverFromOverflow(error: ProviderError): AsyncGenerator<StreamEvent, boolean>;
  /** The output cap to try after an answer was cut off; `undefined` when the cap is to stay. */
  escalatedCap(usage: UsageMetadata | undefined): number | undefined;
}

export class AnswerStream {
  /** The answer so far: of the current attempt, or of the last one when it failed. */
  turn = new ModelTurn();
  private readonly retries: StreamRetryPolicy;
  private overflowRecoveryTried = false;
  private capLowered = false;
  private escalationTried = false;

  constructor(
    private readonly port: AnswerPort,
    private cap: number | undefined,
    retryOptions: StreamRetryOptions,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.retries = new StreamRetryPolicy(retryOptions);
  }

  /**
   * Yields the answer as it comes. Its last chunks (finish reason, usage) are returned instead, so that the caller can
   * store the answer before anyone hears that it is finished.
   *
   * @throws the error of the last attempt, and an `AbortError` when the signal aborts
   */
  async *run(): AsyncGenerator<StreamEvent, GenerateContentResponse[]> {
    for (;;) {
      this.turn = new ModelTurn();
      try {
        const last = yield* this.attempt([], this.turn);
        this.turn.assertValid();
        if (!this.turn.isCutOff) return last;
        if (!this.escalate()) return yield* this.goOn(last);
      } catch (error) {
        if (this.signal?.aborted) throw error;
        yield* this.recover(error);
        continue;
      }
      yield { type: StreamEventType.RETRY };
    }
  }

  private async *attempt(extra: Content[], turn: ModelTurn): AsyncGenerator<StreamEvent, GenerateContentResponse[]> {
    const last: GenerateContentResponse[] = [];
    for await (const chunk of yield* this.open(extra)) {
      const value = turn.add(chunk);
      if (chunk.usageMetadata) this.port.noteUsage(chunk.usageMetadata);
      if (turn.finishReason) last.push(value);
      else yield { type: StreamEventType.CHUNK, value };
    }
    if (this.signal?.aborted) throw abortErrorOf(this.signal);
    return last;
  }

  /** Yields the waits until the stream is open: nothing of it has been seen then. */
  private async *open(extra: Content[]): AsyncGenerator<StreamEvent, AsyncGenerator<GenerateContentResponse>> {
    const retries: RetryInfo[] = [];
    let wake: () => void = () => undefined;
    const onRetry = (retry: RetryInfo): void => {
      retries.push(retry);
      wake();
    };
    const opened = this.port.open({ extra, maxOutputTokens: this.cap, onRetry });
    for (;;) {
      const told = new Promise<void>((resolve) => (wake = resolve));
      const stream = retries.length === 0 ? await Promise.race([opened, told]) : undefined;
      if (stream) return stream;
      for (const retryInfo of retries.splice(0))
        yield { type: StreamEventType.RETRY, retryInfo, isContinuation: extra.length > 0 };
    }
  }

  /** Prepares a second attempt with a larger cap; false when there is none to make. */
  private escalate(): boolean {
    if (this.escalationTried) return false;
    this.escalationTried = true;
    const cap = this.port.escalatedCap(this.turn.usage);
    if (cap === undefined) return false;
    this.cap = cap;
    return true;
  }

  /** Asks for the rest of an answer that was cut off; a refusal leaves the answer as it is. */
  private async *goOn(chunks: GenerateContentResponse[]): AsyncGenerator<StreamEvent, GenerateContentResponse[]> {
    let last = chunks;
    for (let round = 0; round < MAX_CONTINUATIONS && this.turn.isCutOff; round++) {
      const partial = this.turn.textOnly;
      if (!partial || this.turn.hasFunctionCall) break;
      for (const chunk of last) yield { type: StreamEventType.CHUNK, value: withoutFinishReason(chunk) };
      yield { type: StreamEventType.RETRY, isContinuation: true };
      const continuation = new ModelTurn();
      last = [{ candidates: [{ finishReason: this.turn.finishReason }], usageMetadata: this.turn.usage }];
      try {
        last = yield* this.attempt([partial, CONTINUE_DIRECTIVE], continuation);
      } catch (error) {
        if (this.signal?.aborted || !(error instanceof ProviderError)) throw error;
        break;
      } finally {
        this.turn.extend(continuation);
      }
    }
    return last;
  }

  /** @throws the error itself when nothing cures it. */
  private async *recover(error: unknown): AsyncGenerator<StreamEvent, void> {
    if (error instanceof ProviderError) {
      if (this.lowerCap(error)) {
        yield { type: StreamEventType.RETRY };
        return;
      }
      if (isOverflow(error) && !this.overflowRecoveryTried) {
        this.overflowRecoveryTried = true;
        if (yield* this.port.recoverFromOverflow(error)) return;
        throw error;
      }
    }
    const retryInfo = this.retries.next(error, !this.turn.isEmpty);
    if (!retryInfo) throw error;
    yield { type: StreamEventType.RETRY, retryInfo };
    await abortableDelay(retryInfo.delayMs, this.signal);
  }

  private lowerCap(error: ProviderError): boolean {
    if (this.capLowered || (error.kind !== 'output-cap' && error.kind !== 'output-overflow')) return false;
    const cap = loweredOutputCap(error, this.cap);
    if (cap === undefined) return false;
    this.capLowered = true;
    this.cap = cap;
    return true;
  }
}

function isOverflow(error: ProviderError): boolean {
  return error.kind === 'context-overflow' || error.kind === 'output-overflow';
}

function withoutFinishReason(chunk: GenerateContentResponse): GenerateContentResponse {
  const candidates = chunk.candidates?.map(({ finishReason: _finishReason, ...candidate }) => candidate);
  return { ...chunk, candidates };
}
