/** From the text of one line to records, whatever a crash or another program made of it. */
import { readableRecord } from './readableRecord.js';
import type { SessionRecord } from './records.js';

/** How every line of every known writer begins; inside a JSON text the quotes would be escaped. */
const RECORD_START = '{"uuid":"';

export interface ParsedLine {
  records: SessionRecord[];
  /** Pieces that were no record: torn, glued to a torn one, or other text. */
  damagedPieces: number;
}

/** The first fields of a line, for deciding whether the rest is worth parsing. */
export interface LineIdentity {
  uuid: string;
  parentUuid: string | null;
}

/** Reads the identity from the beginning of a line; `undefined` when the line begins in another way. */
export function peekIdentity(line: Buffer): LineIdentity | undefined {
  const head = line.toString('latin1', 0, 200);
  const match = /^\{"uuid":"([^"\\]+)","parentUuid":(?:null|"([^"\\]+)")/.exec(head);
  return match ? { uuid: match[1]!, parentUuid: match[2] ?? null } : undefined;
}

/** Whether a line may hold more than the record it begins with. */
export function mayHoldSeveral(line: Buffer): boolean {
  return line.indexOf(RECORD_START, 1, 'latin1') !== -1;
}

/** Parses a line, splits `}{`, and recovers whole records that follow a torn one. */
export function parseLine(text: string): ParsedLine {
  const whole = parseRecord(text);
  if (whole) return { records: [whole], damagedPieces: 0 };
  return salvage(text);
}

function salvage(text: string): ParsedLine {
  const records: SessionRecord[] = [];
  let damagedPieces = 0;
  let damagedHere = false;
  let position = 0;
  while (position < text.length) {
    const start = text.indexOf('{', position);
    if (text.slice(position, start === -1 ? undefined : start).trim() !== '') damagedHere = true;
    if (start === -1) break;
    const end = endOfObject(text, start);
    const record = end === -1 ? undefined : parseRecord(text.slice(start, end));
    if (record) {
      records.push(record);
      damagedPieces += damagedHere ? 1 : 0;
      damagedHere = false;
      position = end;
      continue;
    }
    damagedHere = true;
    const next = text.indexOf(RECORD_START, start + 1);
    if (next === -1) break;
    position = next;
  }
  return { records, damagedPieces: damagedPieces + (damagedHere ? 1 : 0) };
}

/** Index after the object that begins at `start`, or -1 when it does not end. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b) depth++;
    else if (character === 0x7d && --depth === 0) return index + 1;
  }
  return -1;
}

function parseRecord(text: string): SessionRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not one whole JSON value: the caller looks for the parts that are.
    return undefined;
  }
  return isRecord(value) ? readableRecord(value) : undefined;
}

/** The fields the chain needs; types and subtypes may be unknown. */
function isRecord(value: unknown): value is SessionRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { uuid, parentUuid, type } = value as Record<string, unknown>;
  return (
    typeof uuid === 'string' &&
    uuid !== '' &&
    (parentUuid === null || parentUuid === undefined || typeof parentUuid === 'string') &&
    typeof type === 'string'
  );
}
