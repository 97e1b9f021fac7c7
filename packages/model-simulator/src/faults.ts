/** Misbehaviour on demand. */
import type { ProviderErrorName } from './errors/catalogue.js';
import type { ErrorNumbers } from './errors/entry.js';
import type { UsageMode } from './options.js';
import type { RecordedRequest } from './recording.js';

/** Where in a response something happens; for one that is not streamed, `events` counts as 0 or all of it. */
export type ResponsePosition = { events: number } | { bytes: number };

export type Fault =
  /** The connection is reset before any byte of the response. */
  | { type: 'drop-before-headers' }
  /** The connection is reset within the response; `bytes` may fall within a character. */
  | { type: 'drop'; after: ResponsePosition }
  /** The response ends there as if it were complete. */
  | { type: 'cut'; after: ResponsePosition }
  /** Silence until the client leaves or the simulator closes; without `after` not even headers are sent. */
  | { type: 'stall'; after?: ResponsePosition }
  /** An HTTP error; `body` defaults to the dialect's own shape for that status, a string is sent as HTML. */
  | { type: 'status'; status: number; body?: unknown; retryAfterSeconds?: number; headers?: Record<string, string> }
  /** An error body of the catalogue, with its own status; `numbers` stand in for what would be true of the request. */
  | { type: 'provider-error'; name: ProviderErrorName; numbers?: Partial<ErrorNumbers> }
  /** HTTP 200, some events, then an error event; by default the dialect's own for an overloaded server. */
  | { type: 'stream-error'; after?: { events: number }; body?: unknown }
  /** The stream ends without finish reason and closing events. */
  | { type: 'no-finish' }
  /** A complete response in writes of this many bytes. */
  | { type: 'chunked'; bytes: number }
  /** Token usage in this mode for this one response. */
  | { type: 'usage'; mode: UsageMode };

/** A fault and the requests it happens to. */
export interface FaultRule {
  /** Index of the model request (from 0), or a test of it. */
  on: number | ((request: RecordedRequest) => boolean);
  fault: Fault;
  /** How often it happens; without limit by default. */
  times?: number;
}

/** The fault for a request, if one is due; counts down its rule. */
export function takeFault(rules: FaultRule[], request: RecordedRequest): Fault | undefined {
  const rule = rules.find(
    ({ on, times }) => times !== 0 && (typeof on === 'number' ? on === request.index : on(request)),
  );
  if (rule?.times !== undefined) rule.times -= 1;
  return rule?.fault;
}
