/** Records as other programs or an accident may have left them: fields of a wrong kind are taken out, the rest stays. */
import type { Content, Part } from '../types.js';
import { isCheckpoint, type SessionRecord } from './records.js';

/** The record itself when nothing is wrong with it, else a copy whose message and checkpoint can be read. */
export function readableRecord(record: SessionRecord): SessionRecord {
  let readable = record;
  const { message } = record as { message?: unknown };
  if (message !== undefined && !isContent(message)) readable = { ...readable, message: repaired(message) } as never;
  if (isCheckpoint(readable) && !readable.systemPayload.compressedHistory.every(isContent)) {
    const { systemPayload } = readable;
    const compressedHistory = systemPayload.compressedHistory.flatMap((content) => repaired(content) ?? []);
    readable = { ...readable, systemPayload: { ...systemPayload, compressedHistory } };
  }
  return readable;
}

function isContent(value: unknown): value is Content {
  if (!isObject(value)) return false;
  const { role, parts } = value;
  const isRole = role === undefined || role === 'user' || role === 'model';
  return isRole && (parts === undefined || (Array.isArray(parts) && parts.every(isPart)));
}

function isPart(value: unknown): value is Part {
  if (!isObject(value)) return false;
  const { text, functionCall, functionResponse } = value;
  return (text === undefined || typeof text === 'string') && [functionCall, functionResponse].every(isNamedOrAbsent);
}

function isNamedOrAbsent(value: unknown): boolean {
  return value === undefined || (isObject(value) && typeof value['name'] === 'string');
}

function repaired(value: unknown): Content | undefined {
  if (isContent(value)) return value;
  if (!isObject(value) || !Array.isArray(value['parts'])) return undefined;
  const content = { ...value, parts: value['parts'].filter(isPart) };
  return isContent(content) ? content : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
