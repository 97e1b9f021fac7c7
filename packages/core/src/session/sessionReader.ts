/** Reads the active conversation of a session file: backwards, along the chain, no further than needed. */
import { open, type FileHandle } from 'node:fs/promises';
import { linesBackwards, type Line } from './backwardLines.js';
import { mayHoldSeveral, parseLine, peekIdentity } from './recordParser.js';
import { isCheckpoint, isRewindToStart, SYSTEM_SUBTYPES, type SessionRecord } from './records.js';

/** What reading cost and what was wrong with the file. */
export interface ReadReport {
  fileBytes: number;
  bytesRead: number;
  /** Lines off the chain, recognised by their first bytes and not parsed. */
  skippedLines: number;
  /** Torn or foreign pieces that were left out. */
  damagedPieces: number;
  /** Lines that held several records. */
  gluedLines: number;
  /** Records whose parent is not in the file; the nearest record before them was taken instead. */
  missingParents: number;
  /** Records kept but not understood, by `type` or `system/<subtype>`. */
  unknownRecords: Record<string, number>;
}

export interface ReadConversation {
  /** The chain, oldest first. */
  records: SessionRecord[];
  report: ReadReport;
}

/** How far back to read: to the last checkpoint, which is all a model needs, or to the start of the chain. */
export type ReadLimit = 'checkpoint' | 'start';

/** @throws the file system's error when the file cannot be read. Damaged content never throws. */
export async function readConversation(filePath: string, limit: ReadLimit = 'checkpoint'): Promise<ReadConversation> {
  const handle = await open(filePath, 'r');
  try {
    const { size } = await handle.stat();
    const report: ReadReport = {
      fileBytes: size,
      bytesRead: 0,
      skippedLines: 0,
      damagedPieces: 0,
      gluedLines: 0,
      missingParents: 0,
      unknownRecords: {},
    };
    const chain = new Chain(limit, report);
    await collect(handle, size, chain, report);
    return { records: chain.oldestFirst(), report };
  } finally {
    await handle.close();
  }
}

async function collect(handle: FileHandle, size: number, chain: Chain, report: ReadReport): Promise<void> {
  let end = size;
  while (!chain.complete) {
    for await (const line of linesBackwards(handle, end, report)) {
      chain.offer(line);
      if (chain.complete) return;
    }
    const gap = chain.bridgeGap();
    if (gap === undefined) return;
    end = gap;
  }
}

/** The records from the last one of the file back along `parentUuid`, gathered from lines in reverse order. */
class Chain {
  private readonly groups = new Map<string, SessionRecord>();
  /** The parent looked for; `undefined`: whatever comes next. */
  private wanted: string | undefined;
  /** Where the line of the earliest record taken begins. */
  private earliest: number | undefined;
  /** Where the earliest line seen begins. */
  private lowest = Infinity;
  /** Records seen and not taken; after one scan to the start of the file it tells what is not in it at all. */
  private readonly passed = new Set<string>();
  private scannedToStart = false;
  complete = false;

  constructor(
    private readonly limit: ReadLimit,
    private readonly report: ReadReport,
  ) {}

  offer(line: Line): void {
    // Behind a gap some lines come by again; what is wrong with them is counted once.
    const isNew = line.start < this.lowest;
    if (isNew) this.lowest = line.start;
    const identity = peekIdentity(line.bytes);
    if (identity && !this.isOfInterest(identity.uuid) && !mayHoldSeveral(line.bytes)) {
      if (isNew) this.report[endsLikeAnObject(line.bytes) ? 'skippedLines' : 'damagedPieces']++;
      this.passed.add(identity.uuid);
      return;
    }
    const { records, damagedPieces } = parseLine(line.bytes.toString('utf8'));
    if (isNew) {
      this.report.damagedPieces += damagedPieces;
      if (records.length > 1) this.report.gluedLines++;
    }
    for (const record of records.toReversed()) {
      this.offerRecord(record, line.start);
      if (this.complete) return;
    }
    // The record looked for is lost, but the way on is still readable.
    const lost = records.length === 0 && identity?.uuid === this.wanted ? identity : undefined;
    if (lost) this.wanted = lost.parentUuid ?? undefined;
  }

  /** Goes on with the nearest record before the last one taken; tells where to read on from. */
  bridgeGap(): number | undefined {
    if (this.wanted === undefined || this.earliest === undefined) return undefined;
    this.scannedToStart = true;
    this.wanted = undefined;
    this.report.missingParents++;
    return this.earliest > 0 ? this.earliest : undefined;
  }

  oldestFirst(): SessionRecord[] {
    const records = [...this.groups.values()].reverse();
    const unknown = new Map<string, number>();
    for (const record of records) {
      const name = unknownName(record);
      if (name) unknown.set(name, (unknown.get(name) ?? 0) + 1);
    }
    this.report.unknownRecords = Object.fromEntries(unknown);
    return records;
  }

  private isOfInterest(uuid: string): boolean {
    return this.wanted === undefined || uuid === this.wanted || this.groups.has(uuid);
  }

  private offerRecord(record: SessionRecord, lineStart: number): void {
    const later = this.groups.get(record.uuid);
    if (later) {
      this.groups.set(record.uuid, merged(record, later));
      return;
    }
    if (this.wanted !== undefined && record.uuid !== this.wanted) {
      this.passed.add(record.uuid);
      return;
    }
    this.groups.set(record.uuid, record);
    this.earliest = lineStart;
    if (this.limit === 'checkpoint' && isCheckpoint(record)) this.complete = true;
    else if (record.parentUuid) this.follow(record.parentUuid);
    else if (isRewindToStart(record)) this.complete = true;
    // Detached in the middle of a file, as some writers leave a rewind: it follows what stands before it.
    else this.wanted = undefined;
  }

  private follow(parentUuid: string): void {
    // A parent that is on the chain already would close a circle: the file was edited by hand, and here is its start.
    if (this.groups.has(parentUuid)) this.complete = true;
    else if (this.scannedToStart && !this.passed.has(parentUuid)) {
      this.report.missingParents++;
      this.wanted = undefined;
    } else this.wanted = parentUuid;
  }
}

function endsLikeAnObject(line: Buffer): boolean {
  return line
    .toString('latin1', line.length - 2)
    .trimEnd()
    .endsWith('}');
}

/** Two lines of one record: parts in file order, other fields of the later line. */
function merged(earlier: SessionRecord, later: SessionRecord): SessionRecord {
  if (!('message' in earlier) || !('message' in later) || !earlier.message || !later.message) return later;
  const earlierParts = earlier.message.parts ?? [];
  const laterParts = later.message.parts ?? [];
  if (JSON.stringify(earlierParts) === JSON.stringify(laterParts)) return later;
  return {
    ...earlier,
    ...later,
    message: { ...later.message, parts: [...earlierParts, ...laterParts] },
  } as SessionRecord;
}

function unknownName(record: SessionRecord): string | undefined {
  const type: string = record.type;
  if (type === 'system') {
    const known = (SYSTEM_SUBTYPES as readonly (string | undefined)[]).includes(record.subtype);
    return known ? undefined : `system/${record.subtype}`;
  }
  return ['user', 'assistant', 'tool_result'].includes(type) ? undefined : type;
}
