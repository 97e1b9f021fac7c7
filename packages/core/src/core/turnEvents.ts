/** The events of one request to the model. */
import type { FinishReason, Part, RetryInfo, UsageMetadata } from '../types.js';
import type { ChatCompressionInfo } from '../services/compaction/compressionStatus.js';
import type { ToolErrorType, ToolResultDisplay } from '../tools/tool.js';

export enum GeminiEventType {
  Content = 'content',
  Thought = 'thought',
  ToolCallRequest = 'tool_call_request',
  ToolCallResponse = 'tool_call_response',
  ToolCallConfirmation = 'tool_call_confirmation',
  UserCancelled = 'user_cancelled',
  Error = 'error',
  ChatCompressed = 'chat_compressed',
  MaxSessionTurns = 'max_session_turns',
  SessionTokenLimitExceeded = 'session_token_limit_exceeded',
  Finished = 'finished',
  LoopDetected = 'loop_detected',
  Citation = 'citation',
  Retry = 'retry',
  HookSystemMessage = 'hook_system_message',
  UserPromptSubmitBlocked = 'user_prompt_submit_blocked',
  StopHookLoop = 'stop_hook_loop',
}

export interface ThoughtSummary {
  subject: string;
  description: string;
}

/** A call the model asks for. */
export interface ToolCallRequestInfo {
  callId: string;
  name: string;
  args: Record<string, unknown>;
  isClientInitiated: boolean;
  prompt_id: string;
  response_id?: string;
  /** The response ended at its output cap, so the arguments may be cut off. */
  wasOutputTruncated?: boolean;
}

/** The outcome of a call, as it is recorded and as consumers see it. */
export interface ToolCallResponseInfo {
  callId: string;
  /** `functionResponse` part, media nested in its `parts`. */
  responseParts: Part[];
  resultDisplay: ToolResultDisplay | undefined;
  /** Message for people when the call failed. */
  error: string | undefined;
  errorType: ToolErrorType | undefined;
  /** How a command ended that did not end well, such as `exit code 1`. */
  exitStatus?: string;
  /** Characters of the output. */
  contentLength?: number;
}

/** An error of the model or of the way to it, for people; `kind` is the `ProviderErrorKind` where one is known. */
export interface StructuredError {
  message: string;
  status?: number;
  kind?: string;
}

/** What one request to the model yields. */
export type ServerGeminiStreamEvent =
  | { type: GeminiEventType.Content; value: string }
  | { type: GeminiEventType.Thought; value: ThoughtSummary }
  | { type: GeminiEventType.ToolCallRequest; value: ToolCallRequestInfo }
  | { type: GeminiEventType.UserCancelled }
  | { type: GeminiEventType.Error; value: { error: StructuredError } }
  | { type: GeminiEventType.ChatCompressed; value: ChatCompressionInfo | null }
  | { type: GeminiEventType.MaxSessionTurns }
  | {
      type: GeminiEventType.SessionTokenLimitExceeded;
      value: { currentTokens: number; limit: number; message: string };
    }
  | {
      type: GeminiEventType.Finished;
      value: { reason: FinishReason | undefined; usageMetadata: UsageMetadata | undefined };
    }
  | { type: GeminiEventType.Retry; retryInfo?: RetryInfo; isContinuation?: boolean }
  | { type: GeminiEventType.HookSystemMessage; value: string }
  | { type: GeminiEventType.UserPromptSubmitBlocked; value: { reason: string; originalPrompt: string } };
