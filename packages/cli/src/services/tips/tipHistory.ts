/** Which tips a person has seen, kept from session to session. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { globalDirectory } from '../../settings/paths.js';
import { readTextFileSync } from '../../utils/readTextFile.js';

interface TipRecord {
  totalShown: number;
  /** Milliseconds since 1970. */
  lastSessionTimestamp: number;
}

export interface TipHistoryData {
  sessionCount: number;
  tips: Record<string, TipRecord>;
}

/** Tips of this session sort after those of any earlier one, whose value is a time. */
const THIS_SESSION = Number.MAX_SAFE_INTEGER - 1_000_000;

export class TipHistory {
  /** Prompt number at which a tip was last shown in this session. */
  private readonly shown = new Map<string, number>();

  constructor(
    private readonly data: TipHistoryData,
    private readonly filePath: string,
  ) {}

  /** Reads the file, counts this session, and writes it back. A missing or damaged file counts as empty. */
  static load(filePath = path.join(globalDirectory(), 'tip_history.json')): TipHistory {
    const data = readData(filePath);
    data.sessionCount++;
    const history = new TipHistory(data, filePath);
    history.save();
    return history;
  }

  get sessionCount(): number {
    return this.data.sessionCount;
  }

  /** Whether enough prompts have passed since the tip was shown in this session. */
  isCooledDown(id: string, cooldownPrompts: number, currentPromptCount: number): boolean {
    const shownAt = this.shown.get(id);
    return shownAt === undefined || currentPromptCount - shownAt >= cooldownPrompts;
  }

  /** Larger is more recent; 0: never shown. */
  getLastShown(id: string): number {
    const shownAt = this.shown.get(id);
    return shownAt === undefined ? (this.data.tips[id]?.lastSessionTimestamp ?? 0) : THIS_SESSION + shownAt;
  }

  recordShown(id: string, promptCount: number): void {
    this.shown.set(id, promptCount);
    const totalShown = (this.data.tips[id]?.totalShown ?? 0) + 1;
    this.data.tips[id] = { totalShown, lastSessionTimestamp: Date.now() };
    this.save();
  }

  private save(): void {
    const temporary = `${this.filePath}.${process.pid}.tmp`;
    try {
      mkdirSync(path.dirname(this.filePath), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, `${JSON.stringify(this.data)}\n`, { mode: 0o600 });
      renameSync(temporary, this.filePath);
    } catch (_error) {
      // A home that cannot be written to: tips repeat sooner than they should, which is no reason to disturb anybody.
    }
  }
}

let singleton: TipHistory | undefined;

/** The history of this process's person, loaded when first asked for. */
export function getTipHistory(): TipHistory {
  return (singleton ??= TipHistory.load());
}

function readData(filePath: string): TipHistoryData {
  try {
    return sanitize(JSON.parse(readTextFileSync(filePath)));
  } catch (_error) {
    // Missing, unreadable or no JSON: nothing in it is worth a message.
    return { sessionCount: 0, tips: Object.create(null) as Record<string, TipRecord> };
  }
}

function sanitize(raw: unknown): TipHistoryData {
  const { sessionCount, tips } = (typeof raw === 'object' && raw !== null ? raw : {}) as Partial<TipHistoryData>;
  const records = Object.create(null) as Record<string, TipRecord>;
  for (const [id, record] of Object.entries(isObject(tips) ? tips : {})) {
    if (!isObject(record)) continue;
    records[id] = {
      totalShown: wholeNumber(record.totalShown),
      lastSessionTimestamp: wholeNumber(record.lastSessionTimestamp),
    };
  }
  return { sessionCount: wholeNumber(sessionCount), tips: records };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wholeNumber(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}
