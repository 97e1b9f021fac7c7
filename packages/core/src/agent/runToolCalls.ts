/** The calls of one step: read-only neighbours side by side, everything else one after the other. */
import type { ToolCallRequestInfo, ToolCallResponseInfo } from '../core/turn.js';
import { AsyncQueue } from '../utils/asyncQueue.js';
import type { AgentEvent } from './events.js';
import { mayRunInParallel, runToolCall, type ToolCallDependencies } from './runToolCall.js';
import { cancelledResponse } from './toolResponse.js';

export interface StepOptions {
  signal: AbortSignal;
  /** Largest output of one call in characters. */
  maxOutputCharacters: number;
  /** Called with each response as soon as it exists, before the others of the step are done. */
  onResponse(request: ToolCallRequestInfo, response: ToolCallResponseInfo): void;
}

export interface StepOutcome {
  /** One response a request, in the order of the requests. */
  responses: ToolCallResponseInfo[];
  stopTurn: boolean;
}

/**
 * Runs all calls of one response of the model and yields their events as they happen. When the user stops the turn, the
 * calls that have not run get a response that says so: a request never stays without one.
 */
export async function* runToolCalls(
  requests: ToolCallRequestInfo[],
  dependencies: ToolCallDependencies,
  options: StepOptions,
): AsyncGenerator<AgentEvent, StepOutcome> {
  const responses: ToolCallResponseInfo[] = [];
  let stopTurn = false;
  for (const group of groupRequests(requests, dependencies)) {
    if (stopTurn) {
      for (const request of group) {
        const response = cancelledResponse(request);
        responses.push(response);
        options.onResponse(request, response);
      }
      continue;
    }
    const events = new AsyncQueue<AgentEvent>();
    const running = Promise.all(
      group.map(async (request) => {
        const call = { ...options, request, emit: (event: AgentEvent) => events.push(event) };
        const outcome = await runToolCall(call, dependencies);
        options.onResponse(request, outcome.response);
        return outcome;
      }),
    );
    running.then(
      () => events.close(),
      (error: unknown) => events.fail(error),
    );
    yield* events;
    for (const outcome of await running) {
      responses.push(outcome.response);
      stopTurn ||= outcome.stopTurn;
    }
  }
  return { responses, stopTurn };
}

function groupRequests(requests: ToolCallRequestInfo[], { registry }: ToolCallDependencies): ToolCallRequestInfo[][] {
  const groups: Array<{ parallel: boolean; requests: ToolCallRequestInfo[] }> = [];
  for (const request of requests) {
    const parallel = mayRunInParallel(registry.get(request.name));
    const last = groups.at(-1);
    if (parallel && last?.parallel) last.requests.push(request);
    else groups.push({ parallel, requests: [request] });
  }
  return groups.map((group) => group.requests);
}
