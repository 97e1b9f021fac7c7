/** Events as the agent yields them, for tests. */
import { GeminiEventType, type AgentEvent, type ToolErrorType } from '@qwen-code/qwen-code-core';

export const start = (step = 1): AgentEvent => ({ type: 'request_start', promptId: 'p', step });
export const content = (value: string): AgentEvent => ({ type: GeminiEventType.Content, value });
export const thought = (description: string, subject = ''): AgentEvent => ({
  type: GeminiEventType.Thought,
  value: { subject, description },
});
export const callRequest = (callId: string, name: string, args: Record<string, unknown> = {}): AgentEvent => ({
  type: GeminiEventType.ToolCallRequest,
  value: { callId, name, args, isClientInitiated: false, prompt_id: 'p' },
});
export const finished = (prompt = 10, output = 5, cached?: number): AgentEvent => ({
  type: GeminiEventType.Finished,
  value: {
    reason: 'STOP',
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: output,
      totalTokenCount: prompt + output,
      ...(cached !== undefined && { cachedContentTokenCount: cached }),
    },
  },
});
export const callStart = (callId: string, name: string, args: Record<string, unknown> = {}): AgentEvent => ({
  type: 'tool_call_start',
  value: {
    request: { callId, name, args, isClientInitiated: false, prompt_id: 'p' },
    displayName: name,
    kind: 'other',
    description: 'does it',
  },
});
export const callEnd = (callId: string, output: string, errorType?: ToolErrorType): AgentEvent => ({
  type: 'tool_call_end',
  value: {
    callId,
    responseParts: [{ functionResponse: { id: callId, response: errorType ? { error: output } : { output } } }],
    resultDisplay: output,
    error: errorType && output,
    errorType,
  },
});
export const retry = (isContinuation = false): AgentEvent => ({
  type: GeminiEventType.Retry,
  isContinuation,
  retryInfo: { message: 'connection lost', attempt: 1, maxRetries: 3, delayMs: 1 },
});
export const error = (message: string, kind?: string): AgentEvent => ({
  type: GeminiEventType.Error,
  value: { error: { message, kind } },
});
export const turnEnd = (reason: 'completed' | 'cancelled' | 'error' | 'max-session-turns'): AgentEvent => ({
  type: 'turn_end',
  reason,
  steps: 1,
});
