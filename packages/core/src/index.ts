/** The public surface of the SDK: named exports only, listed in public-surface.txt. */
export {
  CompressionStatus,
  GeminiEventType,
  type ChatCompressionInfo,
  type RetryInfo,
  type ServerGeminiStreamEvent,
  type StructuredError,
  type ThoughtSummary,
  type ToolCallRequestInfo,
  type ToolCallResponseInfo,
} from './core/turn.js';
export type {
  AgentEvent,
  ApprovalOutcome,
  ApprovalRequest,
  RequestApproval,
  ToolCallStart,
  TurnEndReason,
} from './agent/events.js';
export type {
  ApprovalPreview,
  FileDiffDisplay,
  PlanDisplay,
  Question,
  TodoItem,
  TodoListDisplay,
  Tool,
  ToolContext,
  ToolErrorType,
  ToolKind,
  ToolResult,
  ToolResultDisplay,
} from './tools/tool.js';
