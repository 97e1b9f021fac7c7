import { asObject, parseObject } from '../../json.js';
import type { SimulatedUsage } from '../../reply.js';
import type { JsonObject } from '../../request.js';
import { pieces, type Completion, type WireEvent } from '../dialect.js';
import { sign } from '../signature.js';

const finishReasons = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
  'window-exceeded': 'MAX_TOKENS',
} as const;

export function geminiFinishReason({ finishReason }: Pick<Completion, 'finishReason'>): string {
  return finishReasons[finishReason];
}

/** Thoughts are counted beside the candidates, not within them. */
function geminiUsage(usage: SimulatedUsage): JsonObject {
  return {
    promptTokenCount: usage.prompt,
    candidatesTokenCount: usage.output - usage.thoughts,
    totalTokenCount: usage.prompt + usage.output,
    ...(usage.cached > 0 && { cachedContentTokenCount: usage.cached }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: usage.prompt }],
    ...(usage.thoughts > 0 && { thoughtsTokenCount: usage.thoughts }),
  };
}

/** What a thought signature vouches for: the text, or the name and arguments of the call (clients may add an id). */
export function signedContent(part: JsonObject): string {
  const { name, args } = asObject(part['functionCall']);
  return JSON.stringify([part['text'] ?? null, name ?? null, args ?? null]);
}

function functionCallParts({ toolCalls, thoughts }: Completion): JsonObject[] {
  return toolCalls.map(({ id, explicitId, name, argumentsText }, index) => {
    const part = { functionCall: { ...(explicitId && { id }), name, args: parseObject(argumentsText) } };
    return thoughts !== '' && index === 0 ? { ...part, thoughtSignature: sign(signedContent(part)) } : part;
  });
}

function frame(completion: Completion): JsonObject {
  return { modelVersion: completion.model, responseId: completion.id };
}

function candidate(parts: JsonObject[], finishReason?: string): JsonObject {
  return { content: { parts, role: 'model' }, ...(finishReason && { finishReason }), index: 0 };
}

function usageField(usage: Completion['usage']): JsonObject {
  return usage === undefined ? {} : { usageMetadata: usage && geminiUsage(usage) };
}

/** The body of an answer that is not streamed. */
export function completeGemini(completion: Completion): JsonObject {
  const { thoughts, text, usage } = completion;
  const parts = [
    ...(thoughts === '' ? [] : [{ text: thoughts, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...functionCallParts(completion),
  ];
  return {
    candidates: [candidate(parts, geminiFinishReason(completion))],
    ...usageField(usage),
    ...frame(completion),
  };
}

/** The events of a streamed answer; each carries the usage so far, the last one the finish reason. */
export function streamGemini(completion: Completion): WireEvent[] {
  const { thoughts, text, usage, streamCharacters } = completion;
  const soFar = usage && { ...usage, output: 0, thoughts: 0 };
  const chunk = (parts: JsonObject[]): WireEvent =>
    dataEvent({ candidates: [candidate(parts)], ...usageField(soFar), ...frame(completion) }, false);
  const calls = functionCallParts(completion);
  const last = {
    candidates: [candidate([{ text: '' }], geminiFinishReason(completion))],
    ...usageField(usage),
    ...frame(completion),
  };
  return [
    ...pieces(thoughts, streamCharacters).map((piece) => chunk([{ text: piece, thought: true }])),
    ...pieces(text, streamCharacters).map((piece) => chunk([{ text: piece }])),
    ...(calls.length > 0 ? [chunk(calls)] : []),
    dataEvent(last, true),
  ];
}

export function dataEvent(data: unknown, closing: boolean): WireEvent {
  return { text: `data: ${JSON.stringify(data)}\r\n\r\n`, closing };
}
