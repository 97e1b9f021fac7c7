/** From the agent's events and the user's actions to what the screen shows. Pure: time comes with each action. */
import {
  CompressionStatus,
  GeminiEventType,
  type AgentEvent,
  type ServerGeminiStreamEvent,
  type ToolCallResponseInfo,
} from '@qwen-code/qwen-code-core';
import { errorText } from './errorAdvice.js';
import { addMarkdown, NO_MARKDOWN, pendingText, takeCompleted } from '../markdown/pendingMarkdown.js';
import type {
  Activity,
  Dialog,
  SessionFacts,
  Submission,
  ToolCard,
  ToolStatus,
  TranscriptContent,
  ViewState,
} from './viewState.js';

/** Characters of live tool output that are kept; the screen shows only its last lines. */
const LIVE_OUTPUT_CHARACTERS = 4_000;

export type ViewAction =
  | { type: 'agent_event'; event: AgentEvent; now: number }
  | { type: 'prompt_sent'; text: string; now: number }
  | { type: 'append'; content: TranscriptContent }
  | { type: 'queue_message'; message: Submission }
  | { type: 'set_queue'; queue: Submission[] }
  | { type: 'approval_decided'; callId: string; now: number }
  | { type: 'compaction_started'; inputTokens: number; now: number }
  | { type: 'compaction_progress'; outputCharacters: number }
  | { type: 'compaction_ended'; now: number }
  | { type: 'session_opening'; servers: readonly string[]; now: number }
  | { type: 'work_started'; now: number }
  | { type: 'idle' }
  | { type: 'context_counted'; usedTokens: number | undefined; isEstimate: boolean; windowTokens: number }
  | { type: 'session_facts'; facts: Partial<SessionFacts> }
  | { type: 'dialog'; dialog: Dialog | undefined }
  | { type: 'leave' }
  /** The conversation is another one; what was printed stays on the screen. */
  | { type: 'session_replaced' };

export function reduceView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'agent_event':
      return reduceEvent(state, action.event, action.now);
    case 'prompt_sent':
      return {
        ...append(state, { type: 'user', text: action.text }),
        activity: { type: 'waiting', since: action.now },
        turnStartedAt: action.now,
        turnTokens: 0,
      };
    case 'append':
      return append(flushText(state), action.content);
    case 'queue_message':
      return { ...state, queue: [...state.queue, action.message] };
    case 'set_queue':
      return { ...state, queue: action.queue };
    case 'approval_decided':
      return approvalDecided(state, action.callId, action.now);
    case 'compaction_started':
      return {
        ...state,
        activity: { type: 'compacting', since: action.now, inputTokens: action.inputTokens, outputCharacters: 0 },
        turnStartedAt: state.activity.type === 'idle' ? action.now : state.turnStartedAt,
      };
    case 'compaction_progress':
      return state.activity.type === 'compacting'
        ? { ...state, activity: { ...state.activity, outputCharacters: action.outputCharacters } }
        : state;
    case 'compaction_ended':
      return state.activity.type === 'compacting'
        ? { ...state, activity: { type: 'waiting', since: action.now } }
        : state;
    case 'session_opening':
      return {
        ...state,
        activity: { type: 'opening', since: action.now, servers: action.servers },
        turnStartedAt: action.now,
      };
    case 'work_started':
      return state.activity.type === 'idle'
        ? { ...state, activity: { type: 'tools', since: action.now }, turnStartedAt: action.now, turnTokens: 0 }
        : state;
    case 'idle':
      return { ...flushAll(state, undefined), activity: { type: 'idle' }, approvals: [] };
    case 'context_counted': {
      const { usedTokens, isEstimate, windowTokens } = action;
      return { ...state, context: { usedTokens, isEstimate, windowTokens } };
    }
    case 'session_facts':
      return { ...state, session: { ...state.session, ...action.facts } };
    case 'dialog':
      return { ...state, dialog: action.dialog };
    case 'leave':
      return { ...state, isLeaving: true };
    case 'session_replaced':
      return { ...state, todos: [], turnTokens: 0 };
  }
}

function reduceEvent(state: ViewState, event: AgentEvent, now: number): ViewState {
  switch (event.type) {
    case 'request_start':
      return { ...flushAll(state, now), activity: { type: 'waiting', since: now } };
    case 'tool_call_start':
      return startTool(flushText(flushThought(state, now)), event.value, now);
    case 'tool_call_output':
      return updateTool(state, event.callId, { liveOutput: event.text.slice(-LIVE_OUTPUT_CHARACTERS) });
    case 'tool_call_awaiting_approval':
      return {
        ...updateTool(state, event.value.callId, { status: 'awaiting-approval' }),
        approvals: [...state.approvals, event.value],
      };
    case 'tool_call_end':
      return endTool(state, event.value, now);
    case 'subagent':
      return subAgentEvent(state, event.parentCallId, event.agentName, event.event);
    case 'turn_end':
      return endTurn(state, event, now);
    default:
      return reduceModelEvent(state, event, now);
  }
}

function reduceModelEvent(state: ViewState, event: ServerGeminiStreamEvent, now: number): ViewState {
  switch (event.type) {
    case GeminiEventType.Content:
      return addText(flushThought(state, now), event.value, now);
    case GeminiEventType.Thought:
      return addThought(state, [event.value.subject, event.value.description].filter(Boolean).join('\n'), now);
    case GeminiEventType.ChatCompressed:
      return event.value?.compressionStatus === CompressionStatus.COMPRESSED
        ? {
            ...append(flushAll(state, now), { type: 'compression', info: event.value }),
            activity: { type: 'waiting', since: now },
            context: { ...state.context, usedTokens: event.value.newTokenCount },
          }
        : state;
    case GeminiEventType.Retry:
      return event.isContinuation ? state : retry(state, event.retryInfo, now);
    case GeminiEventType.Error:
      return append(flushAll(state, now), { type: 'notice', level: 'error', text: errorText(event.value.error) });
    case GeminiEventType.Finished: {
      const next = finished(state, event.value.usageMetadata);
      return event.value.reason === 'MAX_TOKENS' ? append(flushAll(next, now), OUTPUT_CUT) : next;
    }
    case GeminiEventType.MaxSessionTurns:
      return append(flushAll(state, now), {
        type: 'notice',
        level: 'warning',
        text: 'The session has reached its limit of model requests (model.maxSessionTurns).',
      });
    case GeminiEventType.SessionTokenLimitExceeded:
      return append(flushAll(state, now), { type: 'notice', level: 'error', text: event.value.message });
    case GeminiEventType.HookSystemMessage:
      return append(flushText(state), { type: 'notice', level: 'info', text: event.value });
    case GeminiEventType.UserPromptSubmitBlocked:
      return append(state, {
        type: 'notice',
        level: 'warning',
        text: `A hook blocked the prompt: ${event.value.reason}`,
      });
    default:
      return state;
  }
}

const OUTPUT_CUT: TranscriptContent = {
  type: 'notice',
  level: 'warning',
  text: 'The answer was cut off at the output limit of the model. Ask it to go on, or for less at a time.',
};

const BEGINS_ANEW: TranscriptContent = {
  type: 'notice',
  level: 'warning',
  text: 'The answer broke off; it begins anew.',
};

function append(state: ViewState, content: TranscriptContent): ViewState {
  return { ...state, transcript: state.transcript.append(content) };
}

function addText(state: ViewState, text: string, now: number): ViewState {
  const pending = addMarkdown(state.pending, text);
  const taken = takeCompleted(pending);
  const activity: Activity = state.activity.type === 'writing' ? state.activity : { type: 'writing', since: now };
  if (!taken) return { ...state, pending, activity };
  const item: TranscriptContent = { type: 'assistant', text: taken.text.trimEnd(), continued: state.pendingContinues };
  return { ...append(state, item), pending: taken.pending, pendingContinues: true, activity };
}

function addThought(state: ViewState, text: string, now: number): ViewState {
  const thought = state.pendingThought;
  const activity: Activity = state.activity.type === 'thinking' ? state.activity : { type: 'thinking', since: now };
  return {
    ...state,
    activity,
    pendingThought: { text: (thought?.text ?? '') + text, since: thought?.since ?? now },
  };
}

function flushText(state: ViewState): ViewState {
  const text = pendingText(state.pending).trimEnd();
  const emptied = { ...state, pending: NO_MARKDOWN, pendingContinues: false };
  return text === '' ? emptied : append(emptied, { type: 'assistant', text, continued: state.pendingContinues });
}

function flushThought(state: ViewState, now: number): ViewState {
  const thought = state.pendingThought;
  if (!thought) return state;
  const seconds = Math.max(0, Math.round((now - thought.since) / 1_000));
  return append({ ...state, pendingThought: undefined }, { type: 'thought', text: thought.text.trim(), seconds });
}

/** Moves everything unfinished to the transcript; `now` is undefined when the clock does not matter. */
function flushAll(state: ViewState, now: number | undefined): ViewState {
  let next = flushText(flushThought(state, now ?? state.pendingThought?.since ?? 0));
  for (const card of next.tools) next = append(next, { type: 'tool', card });
  return { ...next, tools: [] };
}

function startTool(
  state: ViewState,
  start: Extract<AgentEvent, { type: 'tool_call_start' }>['value'],
  now: number,
): ViewState {
  const card: ToolCard = {
    callId: start.request.callId,
    name: start.request.name,
    displayName: start.displayName,
    kind: start.kind,
    description: start.description,
    status: 'running',
    liveOutput: '',
    startedAt: now,
  };
  const activity: Activity = state.activity.type === 'tools' ? state.activity : { type: 'tools', since: now };
  const tools = [...state.tools, card];
  // A person's own command: no prompt has begun a turn.
  if (state.activity.type === 'idle') return { ...state, tools, activity, turnStartedAt: now, turnTokens: 0 };
  return { ...state, tools, activity };
}

function updateTool(state: ViewState, callId: string, change: Partial<ToolCard>): ViewState {
  return { ...state, tools: state.tools.map((card) => (card.callId === callId ? { ...card, ...change } : card)) };
}

/** Finished cards at the front move to the transcript: it keeps the order of the calls. */
function endTool(state: ViewState, response: ToolCallResponseInfo, now: number): ViewState {
  let next = updateTool(state, response.callId, {
    status: statusOf(response),
    endedAt: now,
    display: response.resultDisplay,
    exitStatus: response.exitStatus,
    liveOutput: '',
  });
  next = withoutApproval(next, response.callId);
  if (isTodoList(response)) next = { ...next, todos: response.resultDisplay.todos };
  const waiting = next.tools.findIndex(({ endedAt }) => endedAt === undefined);
  const done = waiting === -1 ? next.tools : next.tools.slice(0, waiting);
  for (const card of done) next = append(next, { type: 'tool', card });
  return { ...next, tools: next.tools.slice(done.length) };
}

/** A command that ends badly is no failed call, but nobody would call it a success. */
function statusOf({ errorType, exitStatus }: ToolCallResponseInfo): ToolStatus {
  if (errorType === 'cancelled') return 'cancelled';
  return errorType || exitStatus ? 'error' : 'success';
}

function isTodoList(
  response: ToolCallResponseInfo,
): response is ToolCallResponseInfo & { resultDisplay: { type: 'todo_list'; todos: ViewState['todos'] } } {
  return typeof response.resultDisplay === 'object' && response.resultDisplay.type === 'todo_list';
}

/** The time that a person takes to decide is neither the call's nor the turn's. */
function approvalDecided(state: ViewState, callId: string, now: number): ViewState {
  const decided = state.tools.find((card) => card.callId === callId);
  const tools = state.tools.map((card): ToolCard => {
    if (card === decided) return { ...card, status: 'running', startedAt: now };
    return card.status === 'awaiting-approval' ? { ...card, startedAt: now } : card;
  });
  const turnStartedAt = state.turnStartedAt + (decided ? now - decided.startedAt : 0);
  return withoutApproval({ ...state, tools, turnStartedAt }, callId);
}

function withoutApproval(state: ViewState, callId: string): ViewState {
  return { ...state, approvals: state.approvals.filter((approval) => approval.callId !== callId) };
}

function subAgentEvent(state: ViewState, callId: string, name: string, event: AgentEvent): ViewState {
  // Its approvals are asked of the person as the agent's own are.
  if (event.type === 'tool_call_awaiting_approval') return { ...state, approvals: [...state.approvals, event.value] };
  if (event.type === 'tool_call_end') return withoutApproval(state, event.value.callId);
  if (event.type !== 'tool_call_start') return state;
  const calls = (state.tools.find((card) => card.callId === callId)?.subAgent?.calls ?? 0) + 1;
  const current = `${event.value.displayName} ${event.value.description}`.trim();
  return updateTool(state, callId, { subAgent: { name, calls, current } });
}

function retry(
  state: ViewState,
  info: Extract<ServerGeminiStreamEvent, { type: GeminiEventType.Retry }>['retryInfo'],
  now: number,
): ViewState {
  // What was printed stays; without a word the same answer would seem to be given twice.
  const told = state.pendingContinues ? append(state, BEGINS_ANEW) : state;
  const dropped = { ...told, pending: NO_MARKDOWN, pendingContinues: false, pendingThought: undefined };
  if (!info) return { ...dropped, activity: { type: 'waiting', since: now } };
  return {
    ...dropped,
    activity: { type: 'retrying', since: now, message: info.message, resumesAt: now + info.delayMs },
  };
}

function finished(
  state: ViewState,
  usage: Extract<ServerGeminiStreamEvent, { type: GeminiEventType.Finished }>['value']['usageMetadata'],
): ViewState {
  if (!usage) return state;
  const usedTokens = usage.totalTokenCount ?? usage.promptTokenCount;
  return {
    ...state,
    turnTokens: state.turnTokens + (usage.candidatesTokenCount ?? 0),
    context: usedTokens === undefined ? state.context : { ...state.context, usedTokens, isEstimate: false },
  };
}

function endTurn(state: ViewState, event: Extract<AgentEvent, { type: 'turn_end' }>, now: number): ViewState {
  let next = flushAll(state, now);
  if (event.reason === 'cancelled') next = append(next, { type: 'notice', level: 'info', text: 'Cancelled.' });
  const seconds = Math.round((now - state.turnStartedAt) / 1_000);
  if (event.reason === 'completed')
    next = append(next, { type: 'turn_summary', seconds, tokens: state.turnTokens || undefined });
  return { ...next, activity: { type: 'idle' }, approvals: [] };
}
