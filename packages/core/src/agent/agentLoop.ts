/**
 * The loop: ask the model, run the tools it asks for, hand the results back, until it answers without a call. Before
 * every request stands the same checkpoint: steering messages join the request, limits are checked, and the chat
 * compacts the context when it must.
 */
import type { Content, Part } from '../types.js';
import {
  GeminiEventType,
  type ServerGeminiStreamEvent,
  type ToolCallRequestInfo,
  type ToolCallResponseInfo,
} from '../core/turn.js';
import type { AgentEvent, TurnEndReason } from './events.js';
import type { ToolCallDependencies } from './runToolCall.js';
import { runToolCalls } from './runToolCalls.js';
import { outputCharactersPerCall } from './toolOutput.js';

/** Sends one message and streams what comes back; the conversation is its own. */
export interface ModelClient {
  sendMessageStream(
    request: Part[],
    signal: AbortSignal,
    promptId: string,
  ): AsyncGenerator<ServerGeminiStreamEvent, unknown>;
  /** Appends to the conversation without a request. */
  addHistory(content: Content): void;
}

/** Where the loop writes what must survive a crash, before it is sent. */
interface MessageRecorder {
  recordUserMessage(message: Part[]): unknown;
  /** What joins the results of the calls in the same message. */
  recordMidTurnUserMessage(message: Part[]): unknown;
  recordToolResult(message: Part[], result: ToolCallResponseInfo): unknown;
  /** Resolves when it is written, or could not be: it never rejects. */
  flush(): Promise<void>;
}

export interface LoopDependencies {
  client: ModelClient;
  recorder?: MessageRecorder;
  tools: Omit<ToolCallDependencies, 'requestApproval'>;
  /** Context window in tokens, read anew for each step: the model may change. */
  contextWindow(): number;
  /** Upper bound in characters for the output of one call. */
  maxOutputCharacters: number;
  /** Counts a request to the model; `false` when the session's limit of requests is reached. */
  takeStep(): boolean;
  /** Messages that arrived while the agent works; each call empties the queue. */
  takeSteeringMessages(): Part[];
  /** Asked when the model has finished: a text makes it go on, `undefined` lets it stop. */
  onStop?(signal: AbortSignal): Promise<string | undefined>;
}

export interface LoopOptions {
  promptId: string;
  signal: AbortSignal;
  requestApproval: ToolCallDependencies['requestApproval'];
}

/** Runs one prompt to its end. Yields every event; the last one is `turn_end`. */
export async function* runAgentLoop(
  prompt: Part[],
  dependencies: LoopDependencies,
  options: LoopOptions,
): AsyncGenerator<AgentEvent> {
  let message = prompt;
  dependencies.recorder?.recordUserMessage(prompt);
  for (let step = 1; ; step++) {
    if (!dependencies.takeStep()) {
      dependencies.client.addHistory({ role: 'user', parts: message });
      yield { type: GeminiEventType.MaxSessionTurns };
      yield { type: 'turn_end', reason: 'max-session-turns', steps: step - 1 };
      return;
    }
    yield { type: 'request_start', promptId: options.promptId, step };
    // Whoever sees the answer can rely on the question being kept.
    await dependencies.recorder?.flush();
    const { calls, ended } = yield* request(message, dependencies, options);
    if (ended) {
      yield { type: 'turn_end', reason: ended, steps: step };
      return;
    }
    const next = yield* nextMessage(calls, dependencies, options);
    if (typeof next === 'string') {
      yield { type: 'turn_end', reason: next, steps: step };
      return;
    }
    message = next;
  }
}

interface RequestOutcome {
  calls: ToolCallRequestInfo[];
  /** Why the turn cannot go on, if so. */
  ended?: TurnEndReason;
}

async function* request(
  message: Part[],
  { client }: LoopDependencies,
  { promptId, signal }: LoopOptions,
): AsyncGenerator<AgentEvent, RequestOutcome> {
  let calls: ToolCallRequestInfo[] = [];
  let ended: TurnEndReason | undefined;
  for await (const event of client.sendMessageStream(message, signal, promptId)) {
    yield event;
    if (event.type === GeminiEventType.ToolCallRequest) calls.push(event.value);
    else if (event.type === GeminiEventType.Retry && !event.isContinuation) calls = [];
    else ended = endOf(event) ?? ended;
  }
  return { calls, ended: signal.aborted ? 'cancelled' : ended };
}

function endOf(event: ServerGeminiStreamEvent): TurnEndReason | undefined {
  switch (event.type) {
    case GeminiEventType.UserCancelled:
      return 'cancelled';
    case GeminiEventType.Error:
      return 'error';
    case GeminiEventType.MaxSessionTurns:
      return 'max-session-turns';
    case GeminiEventType.SessionTokenLimitExceeded:
      return 'token-limit';
    case GeminiEventType.UserPromptSubmitBlocked:
      return 'blocked';
    default:
      return undefined;
  }
}

/** What is sent next: the results of the calls and what the user said meanwhile; or why the turn ends. */
async function* nextMessage(
  calls: ToolCallRequestInfo[],
  dependencies: LoopDependencies,
  options: LoopOptions,
): AsyncGenerator<AgentEvent, Part[] | TurnEndReason> {
  const results: Part[] = [];
  if (calls.length > 0) {
    const { responses, stopTurn } = yield* runToolCalls(
      calls,
      { ...dependencies.tools, requestApproval: options.requestApproval },
      {
        signal: options.signal,
        maxOutputCharacters: outputCharactersPerCall(
          dependencies.contextWindow(),
          calls.length,
          dependencies.maxOutputCharacters,
        ),
        onResponse: (_call, response) => dependencies.recorder?.recordToolResult(response.responseParts, response),
      },
    );
    results.push(...responses.flatMap(({ responseParts }) => responseParts));
    if (stopTurn || options.signal.aborted) {
      dependencies.client.addHistory({ role: 'user', parts: results });
      return 'cancelled';
    }
  }
  const said = dependencies.takeSteeringMessages();
  if (said.length === 0 && results.length === 0) {
    const goOn = await dependencies.onStop?.(options.signal);
    if (goOn === undefined) return 'completed';
    said.push({ text: goOn });
  }
  if (said.length > 0) {
    if (results.length > 0) dependencies.recorder?.recordMidTurnUserMessage(said);
    else dependencies.recorder?.recordUserMessage(said);
  }
  return [...results, ...said];
}
