/** What the server needs of a wire dialect. */
import type { SimulatorOptions } from '../options.js';
import type { ReplyFinishReason, SimulatedUsage } from '../reply.js';
import type { DialectName, JsonObject, SimulatedRequestContent } from '../request.js';
import type { Violation } from '../validation/violation.js';

/** A response before it is written: a string body is sent as HTML, `null` as nothing, anything else as JSON. */
export interface WireResponse {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** One answer, complete, cut to its cap and counted. */
export interface Completion {
  /** Unique within the process; dialects put their own prefix before it. */
  id: string;
  model: string;
  thoughts: string;
  text: string;
  toolCalls: Array<{ id: string; explicitId: boolean; name: string; argumentsText: string }>;
  finishReason: ReplyFinishReason;
  /** `undefined`: not reported. `null`: reported as null. */
  usage: SimulatedUsage | undefined | null;
  /** Characters of text in one streamed event. */
  streamCharacters: number;
  options: SimulatorOptions;
}

/** One event of a stream as it stands on the wire; `closing` marks what a stream without finish lacks. */
export interface WireEvent {
  text: string;
  closing: boolean;
}

export interface Dialect {
  readonly name: DialectName;
  /** Reads a body; tolerant, since what is malformed is reported by `validate`. */
  parse(body: JsonObject, path: string): SimulatedRequestContent;
  validate(body: JsonObject, options: SimulatorOptions): Violation[];
  /** The dialect's plain error of a status. */
  error(status: number, message: string, details?: { code?: string; type?: string; path?: string }): WireResponse;
  /** Why a key is refused, `undefined` when it is not. */
  refuseKey(headers: Record<string, string>, path: string, key: string): WireResponse | undefined;
  /** The dialect's word for a finish reason. */
  finishReason(completion: Pick<Completion, 'finishReason' | 'toolCalls'>): string;
  complete(completion: Completion): JsonObject;
  stream(completion: Completion): WireEvent[];
  /** How an error looks within a stream that has begun. */
  streamError(body: unknown): WireEvent;
}

/** Cuts text into pieces of so many code points. */
export function pieces(text: string, characters: number): string[] {
  const points = Array.from(text);
  const result: string[] = [];
  for (let start = 0; start < points.length; start += characters) {
    result.push(points.slice(start, start + characters).join(''));
  }
  return result;
}
