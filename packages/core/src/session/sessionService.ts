/** Finds, opens and forks the sessions of one project. */
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ConversationRecord } from './projection.js';
import type { CustomTitlePayload } from './records.js';
import { copySession } from './sessionFork.js';
import { readSessionMetadata, type SessionListItem } from './sessionMetadata.js';
import { readConversation, type ReadLimit, type ReadReport } from './sessionReader.js';
import { getProjectHash, isSessionId, SessionStorage, type SessionStorageOptions } from './storage.js';

const FILES_AT_ONCE = 16;

/** A session that was opened to go on. */
export interface ResumedSessionData {
  conversation: ConversationRecord;
  filePath: string;
  /** The record that the next one follows. */
  lastCompletedUuid: string | null;
  title?: CustomTitlePayload;
  report: ReadReport;
  /** For people: what was wrong with the file; empty when nothing was. */
  warnings: string[];
}

/** The session cannot be opened; the message says why and what to do. */
export class SessionNotFoundError extends Error {
  override name = 'SessionNotFoundError';
}

export class SessionService {
  readonly storage: SessionStorage;

  constructor(options: SessionStorageOptions) {
    this.storage = new SessionStorage(options);
  }

  /** Sessions of this project, the one changed last first. Reads at most 128 KiB of each. */
  async listSessions(options: { limit?: number } = {}): Promise<SessionListItem[]> {
    const limit = options.limit ?? Infinity;
    const files = await this.filesByAge();
    const sessions: SessionListItem[] = [];
    while (files.length > 0 && sessions.length < limit) {
      const batch = files.splice(0, Math.min(limit - sessions.length, FILES_AT_ONCE));
      const items = await Promise.all(batch.map((file) => readSessionMetadata(file.sessionId, file.filePath)));
      sessions.push(...items.flatMap((item) => (item && this.storage.isThisProject(item.cwd) ? [item] : [])));
    }
    return sessions;
  }

  async sessionExists(sessionId: string): Promise<boolean> {
    return isSessionId(sessionId) && (await statIfExists(this.storage.sessionFile(sessionId))) !== undefined;
  }

  /**
   * @param limit how far back to read: a model needs the part from the last checkpoint on, a transcript all of it
   * @throws SessionNotFoundError when there is no such session, it is empty, or it belongs to another directory.
   */
  async loadSession(sessionId: string, limit: ReadLimit = 'checkpoint'): Promise<ResumedSessionData> {
    const filePath = this.storage.sessionFile(sessionId);
    if (!(await this.sessionExists(sessionId))) {
      throw new SessionNotFoundError(
        `There is no session ${sessionId} for ${this.storage.cwd} (looked for ${filePath}). ` +
          'Use --resume without an id to see the sessions of this directory.',
      );
    }
    const metadata = await readSessionMetadata(sessionId, filePath);
    const { records, report } = await readConversation(filePath, limit);
    const last = records.at(-1);
    if (!last) throw new SessionNotFoundError(`Session ${sessionId} holds no readable record (${filePath}).`);
    this.assertSameProject(sessionId, metadata?.cwd ?? last.cwd);
    return {
      conversation: {
        sessionId,
        projectHash: getProjectHash(this.storage.cwd),
        startTime: metadata?.startTime ?? records[0]!.timestamp,
        lastUpdated: last.timestamp,
        messages: records,
      },
      filePath,
      lastCompletedUuid: last.uuid,
      title: metadata?.title,
      report,
      warnings: warningsOf(report, filePath),
    };
  }

  /** The session of this project that was changed last; `undefined` when there is none. */
  async loadLastSession(): Promise<ResumedSessionData | undefined> {
    const [newest] = await this.listSessions({ limit: 1 });
    return newest && this.loadSession(newest.sessionId);
  }

  /**
   * Copies a session so that both can go on.
   *
   * @returns the id of the copy
   * @throws SessionNotFoundError as `loadSession`, or an error when `newId` exists already.
   */
  async forkSession(sessionId: string, newId: string = randomUUID()): Promise<string> {
    const target = this.storage.sessionFile(newId);
    if (await this.sessionExists(newId)) throw new Error(`Session ${newId} exists already; choose another id.`);
    const { filePath } = await this.loadSession(sessionId);
    await copySession({ sessionId, filePath }, { sessionId: newId, filePath: target });
    return newId;
  }

  private assertSameProject(sessionId: string, cwd: unknown): void {
    if (typeof cwd !== 'string') {
      throw new SessionNotFoundError(`No record of session ${sessionId} says to which directory it belongs.`);
    }
    if (this.storage.isThisProject(cwd)) return;
    throw new SessionNotFoundError(
      `Session ${sessionId} belongs to ${cwd}, not to ${this.storage.cwd}. Change to that directory to resume it.`,
    );
  }

  private async filesByAge(): Promise<Array<{ sessionId: string; filePath: string; mtimeMs: number }>> {
    const names = await readdirIfExists(this.storage.chatsDirectory);
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith('.jsonl') && isSessionId(name.slice(0, -'.jsonl'.length)))
        .map(async (name) => {
          const filePath = path.join(this.storage.chatsDirectory, name);
          const stats = await statIfExists(filePath);
          return stats ? [{ sessionId: name.slice(0, -'.jsonl'.length), filePath, mtimeMs: stats.mtimeMs }] : [];
        }),
    );
    return files.flat().sort((a, b) => b.mtimeMs - a.mtimeMs || (a.sessionId < b.sessionId ? -1 : 1));
  }
}

function warningsOf(report: ReadReport, filePath: string): string[] {
  const warnings: string[] = [];
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  if (report.damagedPieces > 0) {
    warnings.push(
      `${count(report.damagedPieces, 'damaged line')} left out of ${filePath} (an earlier crash or full disk).`,
    );
  }
  if (report.missingParents > 0) {
    warnings.push(`${count(report.missingParents, 'gap')} in ${filePath}: the conversation was joined across it.`);
  }
  const unknown = Object.entries(report.unknownRecords);
  if (unknown.length > 0) {
    const list = unknown.map(([name, number]) => `${number} × ${name}`).join(', ');
    warnings.push(`Records of another release are kept but not used: ${list}.`);
  }
  return warnings;
}

async function readdirIfExists(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

async function statIfExists(file: string): Promise<{ mtimeMs: number } | undefined> {
  try {
    const stats = await stat(file);
    return stats.isFile() ? stats : undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
