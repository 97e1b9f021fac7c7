/** The one event stream that every consumer of the agent reads: headless output, the terminal UI, SDK programs. */
import type { ServerGeminiStreamEvent, ToolCallRequestInfo, ToolCallResponseInfo } from '../core/turn.js';
import type { ApprovalPreview, ToolKind } from '../tools/tool.js';

/** A call that the agent has accepted and is about to run or to ask about. */
export interface ToolCallStart {
  request: ToolCallRequestInfo;
  displayName: string;
  kind: ToolKind;
  /** One line that says what the call does. */
  description: string;
}

/** What a person is asked before a call runs. */
export interface ApprovalRequest {
  callId: string;
  toolName: string;
  displayName: string;
  args: Record<string, unknown>;
  preview: ApprovalPreview;
  /** The rule that "always allow" would write, in the syntax of `permissions.allow`. */
  suggestedRule: string;
}

/** A person's decision. `always` also writes the rule; `deny` tells the model why. */
export type ApprovalOutcome =
  | { decision: 'allow-once'; args?: Record<string, unknown>; answer?: unknown }
  | { decision: 'allow-session' }
  | { decision: 'allow-always' }
  | { decision: 'deny'; reason?: string }
  | { decision: 'cancel' };

/** Asks a person (or a program) for a decision; aborted by the signal. */
export type RequestApproval = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalOutcome>;

/** How a prompt ended. */
export type TurnEndReason = 'completed' | 'cancelled' | 'error' | 'max-session-turns' | 'token-limit' | 'blocked';

/** Events in the order they happen. A sub-agent's events carry the id of the call that started it. */
export type AgentEvent =
  | ServerGeminiStreamEvent
  | { type: 'request_start'; promptId: string; step: number }
  | { type: 'tool_call_start'; value: ToolCallStart }
  | { type: 'tool_call_output'; callId: string; text: string }
  | { type: 'tool_call_awaiting_approval'; value: ApprovalRequest }
  | { type: 'tool_call_end'; value: ToolCallResponseInfo }
  | { type: 'subagent'; parentCallId: string; agentName: string; event: AgentEvent }
  | { type: 'turn_end'; reason: TurnEndReason; steps: number };
