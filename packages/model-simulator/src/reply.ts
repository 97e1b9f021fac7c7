/** What a scenario answers. */
import type { Fault } from './faults.js';
import type { JsonObject, SimulatedRequest } from './request.js';

/** Why the model stopped; each dialect sends its own word for it. */
export type ReplyFinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'window-exceeded';

export interface SimulatedToolCall {
  /** Made up when absent. */
  id?: string;
  name: string;
  /** A string is sent as it is, for arguments that are not valid JSON. */
  args?: JsonObject | string;
}

export interface SimulatedReply {
  text?: string;
  /** Reasoning; sent before the text, and only when the request does not switch thinking off. */
  thoughts?: string;
  toolCalls?: SimulatedToolCall[];
  /** By default `tool-calls` when there are calls, `length` when the output was cut, else `stop`. */
  finishReason?: ReplyFinishReason;
  /** Milliseconds before the first byte. */
  delayMs?: number;
  /** Milliseconds from one event of the stream to the next. */
  eventIntervalMs?: number;
  /** The first byte waits for this. */
  hold?: Promise<unknown>;
  /** The stream waits after so many of its events until the promise settles. */
  holdMidStream?: { afterEvents: number; until: Promise<unknown> };
  fault?: Fault;
}

/** Decides the answer to each request that is valid and fits. */
export type Scenario = (request: SimulatedRequest) => SimulatedReply | Promise<SimulatedReply>;

/** Token counts of one answer; `prompt` includes `cached` and `cacheWritten`, `output` includes `thoughts`. */
export interface SimulatedUsage {
  prompt: number;
  cached: number;
  /** Tokens newly written to the cache, where the dialect reports them (Anthropic). */
  cacheWritten: number;
  output: number;
  thoughts: number;
}
