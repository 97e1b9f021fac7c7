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

interface ToolResultRecord extends BaseRecord {
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

/** Subtype of a user record that goes out in one message with the results of the calls before it. */
export const MID_TURN_USER_MESSAGE = 'mid_turn_user_message';

/** Payload of `slash_command`: a command as typed, or what it showed. */
export interface SlashCommandPayload {
  phase: 'invocation' | 'result';
  rawCommand: string;
  outputHistoryItems?: unknown[];
}

/** Payload of `at_command`: the files that `@path` in a prompt drew in. */
export interface AtCommandPayload {
  filesRead: string[];
  status: 'success' | 'error';
  message?: string;
  userText?: string;
}

/** Payload of `rewind`. */
export interface RewindPayload {
  /** Items that disappeared from the screen. */
  truncatedCount: number;
  /** The conversation begins anew here; a `parentUuid` of `null` alone does not say so. */
  toStart?: true;
}

export type TitleSource = 'auto' | 'manual';

/** Payload of `custom_title`; the last one of a session counts. */
export interface CustomTitlePayload {
  customTitle: string;
  titleSource: TitleSource;
}

/** The subtypes of system records that are written here. */
export const SYSTEM_SUBTYPES = [
  'slash_command',
  'chat_compression',
  'ui_telemetry',
  'rewind',
  'custom_title',
  'at_command',
  'attribution_snapshot',
] as const;

/** Narrows a record to the checkpoint. */
export function isCheckpoint(record: BaseRecord): record is SystemRecord & { systemPayload: ChatCompressionPayload } {
  if (record.type !== 'system' || record.subtype !== 'chat_compression') return false;
  const payload = (record as SystemRecord).systemPayload as Partial<ChatCompressionPayload> | undefined;
  return Array.isArray(payload?.compressedHistory);
}

/** Whether nothing before this record belongs to the conversation any more. */
export function isRewindToStart(record: BaseRecord): boolean {
  if (record.type !== 'system' || record.subtype !== 'rewind') return false;
  return ((record as SystemRecord).systemPayload as Partial<RewindPayload> | undefined)?.toStart === true;
}
