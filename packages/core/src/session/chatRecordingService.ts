/** Writes the session: turns what happens in a conversation into records and appends them (docs/session-format.md). */
import { randomUUID } from 'node:crypto';
import type { Content, Part, PartListUnion, UsageMetadata } from '../types.js';
import { truncateDisplay } from './displayTruncation.js';
import { GitBranchReader } from './gitBranch.js';
import {
  MID_TURN_USER_MESSAGE,
  type AtCommandPayload,
  type BaseRecord,
  type ChatCompressionPayload,
  type RecordedToolCallResult,
  type RewindPayload,
  type SlashCommandPayload,
  type TitleSource,
} from './records.js';
import { SessionFileWriter } from './sessionFileWriter.js';

export interface ChatRecordingOptions {
  sessionId: string;
  filePath: string;
  cwd: string;
  /** Version of the program. */
  version: string;
  /** For a session that goes on: its last record, and its title if it has one. */
  resumed?: { lastUuid: string | null; title?: { customTitle: string; titleSource: TitleSource } };
  /** Told, once per spell of trouble, that records cannot be written. */
  onWarning?(message: string): void;
}

export interface AssistantTurn {
  model: string;
  message: PartListUnion | Content;
  usageMetadata?: UsageMetadata;
  /** Tokens. */
  contextWindowSize?: number;
}

/** What a caller knows of an ended call; a missing `status` follows from the error. */
export interface ToolCallOutcome {
  callId: string;
  status?: RecordedToolCallResult['status'];
  resultDisplay?: unknown;
  error?: string | Error;
  errorType?: string;
}

/** A title further from the end than this would be missed by readers that look at the tail only. Bytes. */
const REPEAT_TITLE_AFTER_BYTES = 32_000;

/**
 * Appends the records of one session. Methods return at once, in the order of the calls the records reach the file; each
 * returns the `uuid` of its record. The file appears with the first record.
 */
export class ChatRecordingService {
  private readonly writer: SessionFileWriter;
  private readonly branch: GitBranchReader;
  private gitBranch: string | undefined;
  private parentUuid: string | null;
  private title: { customTitle: string; titleSource: TitleSource } | undefined;
  private bytesSinceTitle = 0;

  constructor(private readonly options: ChatRecordingOptions) {
    this.parentUuid = options.resumed?.lastUuid ?? null;
    this.title = options.resumed?.title;
    this.branch = new GitBranchReader(options.cwd);
    this.gitBranch = this.branch.read();
    this.writer = new SessionFileWriter({
      filePath: options.filePath,
      onFailure: (error, pending) =>
        options.onWarning?.(
          `The session cannot be recorded in ${options.filePath}: ${error.message}. ` +
            `The conversation goes on; ${pending} record${pending === 1 ? ' is' : 's are'} kept in memory and ` +
            'written when that works again.',
        ),
    });
  }

  /** The record that the next one will follow. */
  get lastUuid(): string | null {
    return this.parentUuid;
  }

  /**
   * Claims the session for this process; a resuming caller does it first, for a new session the first record does it.
   *
   * @throws SessionLockedError when another process writes the session, or the file system's error.
   */
  async open(): Promise<void> {
    await this.writer.open();
  }

  recordUserMessage(message: PartListUnion | Content): string {
    // A person can change branches only between prompts, or so rarely that the next prompt is soon enough.
    this.gitBranch = this.branch.read();
    return this.record({ type: 'user', message: toContent('user', message) });
  }

  /** What the user said while calls ran: it goes out in one message with their results, and is recorded after them. */
  recordMidTurnUserMessage(message: PartListUnion | Content): string {
    return this.record({ type: 'user', subtype: MID_TURN_USER_MESSAGE, message: toContent('user', message) });
  }

  recordCronPrompt(message: PartListUnion | Content, displayText: string): string {
    return this.recordAutomaticMessage('cron', message, displayText);
  }

  recordNotification(message: PartListUnion | Content, displayText: string): string {
    return this.recordAutomaticMessage('notification', message, displayText);
  }

  recordAssistantTurn({ model, message, usageMetadata, contextWindowSize }: AssistantTurn): string {
    return this.record({
      type: 'assistant',
      model,
      message: toContent('model', message),
      usageMetadata,
      contextWindowSize,
    });
  }

  recordToolResult(message: PartListUnion | Content, outcome?: ToolCallOutcome): string {
    return this.record({
      type: 'tool_result',
      message: toContent('user', message),
      toolCallResult: outcome && recordedOutcome(outcome),
    });
  }

  recordSlashCommand(payload: SlashCommandPayload): string {
    return this.recordSystem('slash_command', payload);
  }

  /** The checkpoint: `compressedHistory` replaces everything before it, a message about to be sent included. */
  recordChatCompression(payload: ChatCompressionPayload): string {
    return this.recordSystem('chat_compression', payload);
  }

  recordUiTelemetryEvent(uiEvent: object): string {
    return this.recordSystem('ui_telemetry', { uiEvent });
  }

  recordCustomTitle(customTitle: string, titleSource: TitleSource = 'manual'): string {
    this.title = { customTitle, titleSource };
    this.bytesSinceTitle = 0;
    return this.recordSystem('custom_title', this.title);
  }

  recordAtCommand(payload: AtCommandPayload): string {
    return this.recordSystem('at_command', payload);
  }

  /**
   * The conversation goes on after `parentUuid` (`null`: from the beginning); what follows that record is left behind.
   *
   * @param truncatedCount how many items disappeared from the screen
   */
  recordRewind(parentUuid: string | null, truncatedCount: number): string {
    this.parentUuid = parentUuid;
    const payload: RewindPayload = parentUuid === null ? { truncatedCount, toStart: true } : { truncatedCount };
    return this.recordSystem('rewind', payload);
  }

  /** Resolves when all records so far are in the file, or could not be written and the warning was given. */
  async flush(): Promise<void> {
    await this.writer.flush();
  }

  /** Writes what is left and lets other processes have the session. No record may follow. */
  async close(): Promise<void> {
    await this.writer.close();
    const lost = this.writer.pendingLines;
    if (lost > 0) {
      this.options.onWarning?.(
        `${lost} record${lost === 1 ? '' : 's'} of this session could not be written to ${this.options.filePath} ` +
          'and will be missing when it is resumed.',
      );
    }
  }

  private recordAutomaticMessage(
    subtype: 'cron' | 'notification',
    message: PartListUnion | Content,
    displayText: string,
  ): string {
    return this.record({
      type: 'user',
      subtype,
      message: toContent('user', message),
      systemPayload: { displayText },
    });
  }

  private recordSystem(subtype: string, systemPayload: unknown): string {
    return this.record({ type: 'system', subtype, systemPayload });
  }

  private record(fields: Pick<BaseRecord, 'type' | 'subtype'> & Record<string, unknown>): string {
    const { sessionId, cwd, version } = this.options;
    const { type, ...rest } = fields;
    const base: BaseRecord = {
      uuid: randomUUID(),
      parentUuid: this.parentUuid,
      sessionId,
      timestamp: new Date().toISOString(),
      type,
      cwd,
      version,
      gitBranch: this.gitBranch,
    };
    // Serialised now: the caller may go on changing what it handed over.
    const line = JSON.stringify({ ...base, ...rest });
    this.parentUuid = base.uuid;
    this.writer.append(line);
    this.bytesSinceTitle += line.length;
    if (type !== 'system' && this.title && this.bytesSinceTitle > REPEAT_TITLE_AFTER_BYTES) {
      this.recordCustomTitle(this.title.customTitle, this.title.titleSource);
    }
    return base.uuid;
  }
}

function toContent(role: 'user' | 'model', message: PartListUnion | Content): Content {
  if (typeof message === 'object' && !Array.isArray(message) && 'parts' in message) return { role, ...message };
  const list = Array.isArray(message) ? message : [message];
  return { role, parts: list.map((part): Part => (typeof part === 'string' ? { text: part } : (part as Part))) };
}

function recordedOutcome(outcome: ToolCallOutcome): RecordedToolCallResult {
  const { callId, resultDisplay, error, errorType } = outcome;
  const failure = errorType === 'cancelled' ? 'cancelled' : 'error';
  return {
    callId,
    status: outcome.status ?? (error !== undefined || errorType !== undefined ? failure : 'success'),
    resultDisplay: truncateDisplay(resultDisplay),
    error: error instanceof Error ? error.message : error,
    errorType,
  };
}
