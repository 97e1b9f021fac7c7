/** What a list of sessions shows, read from the two ends of a file only. */
import { open, type FileHandle } from 'node:fs/promises';
import { parseLine } from './recordParser.js';
import type { CustomTitlePayload, SessionRecord, SystemRecord, UserRecord } from './records.js';

/** Bytes looked at from each end of a file. */
const END_BYTES = 64 * 1024;
const PROMPT_CHARACTERS = 200;

export interface SessionListItem {
  sessionId: string;
  filePath: string;
  cwd: string;
  /** ISO 8601, of the first record. */
  startTime: string;
  /** Milliseconds since the epoch, of the last change of the file. */
  mtime: number;
  fileBytes: number;
  /** Beginning of the first message a person typed; empty when there is none in the first 64 KiB. */
  prompt: string;
  gitBranch?: string;
  /** Records of user and assistant; unknown (absent) for files over 64 KiB. */
  messageCount?: number;
  title?: CustomTitlePayload;
}

/** Undefined when no readable record at the beginning of the file says to which directory it belongs. */
export async function readSessionMetadata(sessionId: string, filePath: string): Promise<SessionListItem | undefined> {
  const handle = await open(filePath, 'r');
  try {
    const { size, mtimeMs } = await handle.stat();
    const headText = await readText(handle, 0, Math.min(size, END_BYTES));
    const isWhole = size <= END_BYTES;
    const head = recordsIn(headText);
    const first = head.find(({ cwd }) => typeof cwd === 'string') ?? fieldsOfLongLine(headText);
    if (!first) return undefined;
    const tail = isWhole ? head : recordsIn(await readText(handle, size - END_BYTES, END_BYTES));
    return {
      sessionId,
      filePath,
      cwd: first.cwd,
      startTime: typeof first.timestamp === 'string' ? first.timestamp : new Date(mtimeMs).toISOString(),
      mtime: mtimeMs,
      fileBytes: size,
      prompt: head.map(promptOf).find((prompt) => prompt !== '') ?? promptOfLongLine(headText),
      gitBranch: [...head, ...tail].findLast(({ gitBranch }) => gitBranch !== undefined)?.gitBranch,
      messageCount: isWhole ? head.filter(({ type }) => type === 'user' || type === 'assistant').length : undefined,
      title: lastTitle(tail) ?? lastTitle(head),
    };
  } finally {
    await handle.close();
  }
}

async function readText(handle: FileHandle, position: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
}

function recordsIn(text: string): SessionRecord[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : parseLine(line).records));
}

function lastTitle(records: SessionRecord[]): CustomTitlePayload | undefined {
  const record = records.findLast(({ type, subtype }) => type === 'system' && subtype === 'custom_title');
  const payload = (record as SystemRecord | undefined)?.systemPayload as Partial<CustomTitlePayload> | undefined;
  if (typeof payload?.customTitle !== 'string') return undefined;
  return { customTitle: payload.customTitle, titleSource: payload.titleSource ?? 'manual' };
}

function promptOf(record: SessionRecord): string {
  if (record.type !== 'user' || record.subtype !== undefined) return '';
  const parts = (record as UserRecord).message?.parts ?? [];
  return shortened(parts.find(({ text }) => text)?.text ?? '');
}

/** The first line may be longer than what is read: its first fields are enough. */
function fieldsOfLongLine(text: string): { cwd: string; timestamp: string } | undefined {
  const cwd = stringField(text, 'cwd');
  const timestamp = stringField(text, 'timestamp');
  return cwd !== undefined && timestamp !== undefined ? { cwd, timestamp } : undefined;
}

function promptOfLongLine(text: string): string {
  const start = text.lastIndexOf('\n') + 1;
  const isUser = text.slice(start, start + 1000).includes('"type":"user"');
  return isUser ? shortened(stringField(text.slice(start), 'text') ?? '') : '';
}

function stringField(text: string, name: string): string | undefined {
  const start = text.indexOf(`"${name}":"`);
  if (start === -1) return undefined;
  const from = start + name.length + 4;
  // Long enough for the shortened prompt and for any path; cut before a half escape sequence.
  const raw = /^(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/.exec(text.slice(from, from + 8192))![0];
  return JSON.parse(`"${raw}"`) as string;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > PROMPT_CHARACTERS ? `${line.slice(0, PROMPT_CHARACTERS - 1)}…` : line;
}
