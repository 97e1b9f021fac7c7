/** How long a provider asks to wait. */
import type { ErrorEvidence } from './errorEvidence.js';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A duration such as `4.77s`, `1m26.4s`, `20ms`, `33 seconds`; `undefined` when it is none. */
function parseDuration(text: string): number | undefined {
  const parts = [
    ...text.matchAll(
      /(\d+(?:\.\d+)?) ?(ms|milliseconds?|h(?:ours?)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?)?)?)(?![a-z])/gi,
    ),
  ];
  if (parts.length === 0) return undefined;
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * unitMs(unit ?? 's'), 0);
  return Math.ceil(total);
}

function unitMs(unit: string): number {
  const lower = unit.toLowerCase();
  return UNIT_MS[lower.startsWith('ms') || lower.startsWith('mil') ? 'ms' : lower.charAt(0)] ?? 1_000;
}

/** Seconds or an HTTP date, which is read against the response's own `date`, so that a wrong local clock does no harm. */
function parseRetryAfter(value: string, responseDate: string | undefined): number | undefined {
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const until = Date.parse(value);
  if (Number.isNaN(until)) return undefined;
  const now = Date.parse(responseDate ?? '');
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}

function header(headers: ErrorEvidence['headers'], name: string): string | undefined {
  if (headers === undefined) return undefined;
  const get = (headers as { get?: unknown }).get;
  const value: unknown =
    typeof get === 'function'
      ? (get as (name: string) => unknown).call(headers, name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Milliseconds to wait: `retry-after-ms`, `retry-after`, Gemini's RetryInfo, or "try again in 4.77s". */
export function retryAfterMs({ headers, retryDelay, texts }: ErrorEvidence): number | undefined {
  const milliseconds = header(headers, 'retry-after-ms');
  if (milliseconds !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(milliseconds)) return Math.ceil(Number(milliseconds));
  const retryAfter = header(headers, 'retry-after');
  const fromHeader = retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, header(headers, 'date'));
  if (fromHeader !== undefined) return fromHeader;
  if (retryDelay !== undefined) return parseDuration(retryDelay);
  const said = /\b(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)? ?[a-z]+\s?)+)/i.exec(texts.join('\n'))?.[1];
  return said === undefined ? undefined : parseDuration(said);
}
