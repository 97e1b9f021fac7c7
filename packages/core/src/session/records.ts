/** The lines of a session file (docs/session-format.md). */
import type { Content, UsageMetadata } from '../types.js';

/** Fields of every line. */
export interface BaseRecord {
  uuid: string;
  /** The record this one follows; `null` for the first. */
  parentUuid: string | null;
  sessionId: string;
  /** ISO 8601. */
  timestamp: string;
  type: 'user' | 'assistant' | 'tool_result' | 'system';
  cwd: string;
  version: string;
  gitBranch?: string;
  forkedFrom?: { sessionId: string; messageUuid: string };
  subtype?: string;
}

export interface UserRecord extends BaseRecord {
  type: 'user';
  message: Content;
  systemPayload?: { displayText: string };
}

export interface AssistantRecord extends BaseRecord {
  type: 'assistant';
  model: string;
  message: Content;
  usageMetadata?: UsageMetadata;
  contextWindowSize?: number;
}

/** Like core's `ToolCallResponseInfo`, plus how the call ended; displays may be cut. */
export interface RecordedToolCallResult {
  callId: string;
  status: 'success' | 'error' | 'cancelled';
  resultDisplay?: unknown;
  error?: string;
  errorType?: string;
}

export interface ToolResultRecord extends BaseRecord {
  type: 'tool_result';
  message: Content;
  toolCallResult?: RecordedToolCallResult;
}

export interface SystemRecord extends BaseRecord {
  type: 'system';
  subtype: string;
  systemPayload?: unknown;
}

/** Payload of the checkpoint record, subtype `chat_compression`: the whole history that replaces what came before. */
export interface ChatCompressionPayload {
  info: { originalTokenCount: number; newTokenCount: number; compressionStatus: number };
  compressedHistory: Content[];
}

export type SessionRecord = UserRecord | AssistantRecord | ToolResultRecord | SystemRecord;
