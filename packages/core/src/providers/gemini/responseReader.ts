/** Answers of the API, whole or in pieces, in the common shape. */
import { createHash } from 'node:crypto';
import type { GenerateContentResponse as GeminiResponse, GenerateContentResponseUsageMetadata } from '@google/genai';
import type { Candidate, FinishReason, GenerateContentResponse, Part, UsageMetadata } from '../../types.js';

/** Reads the pieces of one answer in order. */
export class ResponseReader {
  private calls = 0;
  private finished = false;

  /** @param turn length of the history that is answered; with it ids differ from turn to turn. */
  constructor(private readonly turn: number) {}

  /** Whether a reason for the end of the answer has come. */
  get isComplete(): boolean {
    return this.finished;
  }

  read(response: GeminiResponse): GenerateContentResponse {
    const usage = usageMetadata(response.usageMetadata);
    const candidate = this.candidate(response);
    if (candidate.finishReason !== undefined) this.finished = true;
    return {
      candidates: [candidate],
      ...(usage === undefined ? {} : { usageMetadata: usage }),
      ...(response.responseId === undefined ? {} : { responseId: response.responseId }),
      ...(response.modelVersion === undefined ? {} : { modelVersion: response.modelVersion }),
    };
  }

  private candidate({ candidates, promptFeedback, responseId = '' }: GeminiResponse): Candidate {
    const first = candidates?.[0];
    const parts = (first?.content?.parts ?? []).flatMap((part) => this.part(part, responseId));
    const content = { role: 'model', parts };
    if (first === undefined && promptFeedback?.blockReason !== undefined) {
      const finishMessage =
        promptFeedback.blockReasonMessage ?? `The provider blocked the prompt (${promptFeedback.blockReason}).`;
      return { content, index: 0, finishReason: 'SAFETY', finishMessage };
    }
    const reason = first?.finishReason as FinishReason | undefined;
    return {
      content,
      index: 0,
      ...(reason === undefined || reason === 'FINISH_REASON_UNSPECIFIED' ? {} : { finishReason: reason }),
      ...(first?.finishMessage === undefined ? {} : { finishMessage: first.finishMessage }),
    };
  }

  /** Signatures stay on calls and texts; a thought summary has none, so that no other provider takes it for signed. */
  private part(part: Part, responseId: string): Part[] {
    if (part.thought) return part.text ? [{ thought: true, text: part.text }] : [];
    if (part.functionCall) return [{ ...part, functionCall: this.call(part.functionCall, responseId) }];
    if (part.text === '' && part.thoughtSignature === undefined) return [];
    return Object.keys(part).length === 0 ? [] : [part];
  }

  /** The API leaves ids out; these depend only on the answer, so that the same answer gives the same history. */
  private call(call: NonNullable<Part['functionCall']>, responseId: string): NonNullable<Part['functionCall']> {
    const index = this.calls++;
    const named = { ...call, name: call.name ?? '', args: call.args ?? {} };
    if (call.id) return named;
    const identity = JSON.stringify([this.turn, responseId, index, named.name, named.args]);
    return { ...named, id: `call_${createHash('sha256').update(identity).digest('hex').slice(0, 16)}` };
  }
}

/** The API counts thoughts beside the candidates; our output is both. Absent counts stay absent. */
function usageMetadata(usage: GenerateContentResponseUsageMetadata | undefined): UsageMetadata | undefined {
  if (!usage?.promptTokenCount) return undefined;
  const { promptTokenCount, cachedContentTokenCount, thoughtsTokenCount, candidatesTokenCount } = usage;
  const hasOutput = candidatesTokenCount !== undefined || thoughtsTokenCount !== undefined;
  const output = (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0);
  return {
    promptTokenCount,
    ...(cachedContentTokenCount === undefined ? {} : { cachedContentTokenCount }),
    ...(hasOutput ? { candidatesTokenCount: output } : {}),
    ...(thoughtsTokenCount === undefined ? {} : { thoughtsTokenCount }),
    totalTokenCount: promptTokenCount + output,
  };
}
