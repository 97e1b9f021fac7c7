/** What the screen shows, as data. Components draw it; the reducer (reducer.ts) is the only place that changes it. */
import type {
  ApprovalMode,
  ApprovalRequest,
  ChatCompressionInfo,
  TodoItem,
  ToolKind,
  ToolResultDisplay,
} from '@qwen-code/qwen-code-core';
import type { ColumnSection, HistoryItemContextUsage } from '../types.js';
import { GrowingList } from '../../utils/growingList.js';
import { NO_MARKDOWN, type PendingMarkdown } from '../markdown/pendingMarkdown.js';

/** What a person sent: as the model gets it, and as the screen shows it (big pastes shortened). */
export interface Submission {
  text: string;
  display: string;
}

/** State of one tool call on screen. */
export type ToolStatus = 'running' | 'awaiting-approval' | 'success' | 'error' | 'cancelled';

export interface ToolCard {
  callId: string;
  name: string;
  displayName: string;
  kind: ToolKind;
  /** One line that says what the call does. */
  description: string;
  status: ToolStatus;
  /** While it runs: the last part of its output. */
  liveOutput: string;
  display?: ToolResultDisplay;
  /** How a command ended, unless well. */
  exitStatus?: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt?: number;
  /** Set for a sub-agent: what it is doing now, and how many calls it has made. */
  subAgent?: { name: string; calls: number; current: string };
}

/** What a finished line of the transcript holds; it is printed once and never drawn again. */
export type TranscriptContent =
  /** `model`: unless none is set up. */
  | { type: 'banner'; model: string | undefined; cwd: string }
  | { type: 'user'; text: string }
  /** Markdown; `continued` when it goes on from the item before it. */
  | { type: 'assistant'; text: string; continued: boolean }
  | { type: 'thought'; text: string; seconds: number }
  | { type: 'tool'; card: ToolCard }
  | { type: 'notice'; level: 'info' | 'warning' | 'error' | 'tip'; text: string }
  /** Markdown that a command returned. */
  | { type: 'output'; text: string }
  | { type: 'columns'; sections: readonly ColumnSection[] }
  | { type: 'compression'; info: ChatCompressionInfo }
  | { type: 'context_usage'; usage: HistoryItemContextUsage }
  | { type: 'turn_summary'; seconds: number; tokens: number | undefined };

/** Finished items, oldest first. */
export type Transcript = GrowingList<TranscriptContent>;

/** What the agent is doing. */
export type Activity =
  | { type: 'idle' }
  | { type: 'waiting' | 'thinking' | 'writing' | 'tools'; since: number }
  /** The session is not open yet; `servers` are those of MCP that are waited for. */
  | { type: 'opening'; since: number; servers: readonly string[] }
  | { type: 'retrying'; since: number; message: string; resumesAt: number }
  | { type: 'compacting'; since: number; inputTokens: number; outputCharacters: number };

/** Numbers of the footer; tokens are `undefined` until the provider has reported some. */
export interface ContextUsage {
  usedTokens: number | undefined;
  isEstimate: boolean;
  windowTokens: number;
}

/** What the footer says of the session. */
export interface SessionFacts {
  model: string;
  /** Absolute. */
  cwd: string;
  branch: string | undefined;
  approvalMode: ApprovalMode;
}

/** What a person can choose in a picker. */
export interface Choice {
  value: string;
  label: string;
  /** Beside or below the label. */
  description?: string;
  /** Shown while the choice is under the cursor; Markdown. */
  preview?: string;
  /** The one in use now. */
  isCurrent?: boolean;
}

/** A question over the input line. What an answer does is known to whoever opened it. */
export type Dialog =
  | { type: 'choose'; title: string; choices: readonly Choice[]; hasSearch: boolean; hint?: string }
  | { type: 'ask'; title: string; detail?: string; initial?: string; placeholder?: string; isSecret?: boolean };

export interface ViewState {
  session: SessionFacts;
  dialog: Dialog | undefined;
  transcript: Transcript;
  /** Markdown that is still being written; whole blocks move to the transcript as they are complete. */
  pending: PendingMarkdown;
  /** Whether `pending` goes on from an assistant item in the transcript. */
  pendingContinues: boolean;
  pendingThought: { text: string; since: number } | undefined;
  /** Calls of the current step that are not yet in the transcript, in call order. */
  tools: ToolCard[];
  /** Approvals waiting for a decision; the first is shown. */
  approvals: ApprovalRequest[];
  todos: TodoItem[];
  /** Messages typed while the agent works, in the order in which they will be sent. */
  queue: Submission[];
  activity: Activity;
  context: ContextUsage;
  /** Output tokens of the turn so far. */
  turnTokens: number;
  turnStartedAt: number;
  /** The program ends: nothing is left on the screen but the transcript. */
  isLeaving: boolean;
}

export function initialViewState(windowTokens: number, session: SessionFacts = NO_SESSION): ViewState {
  return {
    session,
    dialog: undefined,
    transcript: GrowingList.from([]),
    pending: NO_MARKDOWN,
    pendingContinues: false,
    pendingThought: undefined,
    tools: [],
    approvals: [],
    todos: [],
    queue: [],
    activity: { type: 'idle' },
    context: { usedTokens: undefined, isEstimate: true, windowTokens },
    turnTokens: 0,
    turnStartedAt: 0,
    isLeaving: false,
  };
}

const NO_SESSION: SessionFacts = { model: '', cwd: '', branch: undefined, approvalMode: 'default' };
