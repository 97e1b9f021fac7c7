/** Reads everything an error says, whatever wraps it, into one flat value. */
import { looksLikeHtml, plainTextOfHtml } from './plainText.js';

/** JSON within a string within JSON: LiteLLM, Code Assist and Ollama wrap other servers' bodies this way. */
const MAX_JSON_LEVELS = 3;
const MAX_DEPTH = 12;
/** Longer texts are cut: an error may quote the whole prompt, and only its own words count. */
const MAX_TEXT_LENGTH = 4_000;
const MAX_ARRAY_ITEMS = 20;

interface HeadersLike {
  get(name: string): string | null;
}

/** What an error says, innermost source first. */
export interface ErrorEvidence {
  status?: number;
  /** Codes, types, reasons and gRPC statuses, as sent. */
  codes: string[];
  /** Texts for people, unwrapped; the first is the provider's own. */
  texts: string[];
  /** llama.cpp's `n_ctx`. */
  contextTokens?: number;
  /** llama.cpp's `n_prompt_tokens`. */
  promptTokens?: number;
  /** `retryDelay` of a google.rpc.RetryInfo, as sent (`"33.5s"`). */
  retryDelay?: string;
  headers?: HeadersLike | Readonly<Record<string, unknown>>;
}

interface Visit {
  evidence: ErrorEvidence;
  /** Status named in a body, for errors inside a stream that began with 200. */
  bodyStatus?: number;
  seen: Set<object>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Containers that hold what a server further down said, so that its words come before the wrapper's. */
const INNER_KEYS = ['error', 'body', 'data', 'response', 'metadata', 'raw'];
const TEXT_KEYS = ['message', 'detail', 'error_description', 'error_message', 'error_msg', 'msg', 'title'];
const OUTER_KEYS = ['errors', 'details', 'violations', 'debugInfo', 'cause'];
const CODE_KEYS = ['code', 'type', '__type', 'status', 'reason', 'quotaId'];
const STATUS_KEYS = ['status', 'statusCode', 'status_code', 'httpStatus', 'http_status'];

/** Never throws, whatever `error` is; cycles and excess depth are cut. */
export function collectEvidence(error: unknown): ErrorEvidence {
  const visit: Visit = { evidence: { codes: [], texts: [] }, seen: new Set() };
  visitValue(visit, error, 0, 0);
  const { evidence } = visit;
  const httpStatus = evidence.status;
  if (visit.bodyStatus !== undefined && (httpStatus === undefined || httpStatus < 300)) {
    evidence.status = visit.bodyStatus;
  }
  return evidence;
}

function visitValue(visit: Visit, value: unknown, depth: number, jsonLevel: number): void {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') return visitText(visit, value, depth, jsonLevel);
  if (typeof value !== 'object' || value === null || visit.seen.has(value)) return;
  visit.seen.add(value);
  if (Array.isArray(value)) {
    for (const item of value.slice(0, MAX_ARRAY_ITEMS)) visitValue(visit, item, depth + 1, jsonLevel);
    return;
  }
  const fields = value as Fields;
  readFacts(visit, fields);
  for (const key of INNER_KEYS) visitValue(visit, fields[key], depth + 1, jsonLevel);
  readCodes(visit, fields);
  for (const key of [...TEXT_KEYS, ...OUTER_KEYS]) visitValue(visit, fields[key], depth + 1, jsonLevel);
}

function visitText(visit: Visit, value: string, depth: number, jsonLevel: number): void {
  const text = withoutStatus(value.trim(), visit.evidence.status);
  if (text === '') return;
  if (looksLikeHtml(text)) return addText(visit, plainTextOfHtml(text));
  const embedded = jsonLevel < MAX_JSON_LEVELS ? parseEmbeddedJson(text) : undefined;
  if (embedded !== undefined) visitValue(visit, embedded.value, depth + 1, jsonLevel + 1);
  if (embedded === undefined || !embedded.whole) addText(visit, text);
}

function addText(visit: Visit, text: string): void {
  const cut = text.slice(0, MAX_TEXT_LENGTH);
  if (cut !== '' && !visit.evidence.texts.includes(cut)) visit.evidence.texts.push(cut);
}

/** Vendor SDKs put the status in front of the body, and a note where there was none. */
function withoutStatus(text: string, status: number | undefined): string {
  const rest = status === undefined ? text : text.replace(new RegExp(`^${status}\\s+`), '');
  return /^(?:\d{3} )?status code \(no body\)$|^\(no status code or body\)$/.test(rest) ? '' : rest;
}

/** JSON that is the whole text or stands in it, as in `got status: 400. {"error": …}`. */
function parseEmbeddedJson(text: string): { value: unknown; whole: boolean } | undefined {
  if (/^[[{"]/.test(text)) {
    const value = parseJson(text);
    if (value !== undefined) return { value, whole: true };
  }
  const start = text.search(/[[{]\s*["{[]/);
  if (start < 0) return undefined;
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const value = end > start ? parseJson(text.slice(start, end + 1)) : undefined;
  return value === undefined ? undefined : { value, whole: false };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // not JSON: the text stands for itself
  }
}

function readFacts({ evidence }: Visit, fields: Fields): void {
  for (const key of STATUS_KEYS) evidence.status ??= httpStatus(fields[key]);
  evidence.contextTokens ??= tokenCount(fields['n_ctx']);
  evidence.promptTokens ??= tokenCount(fields['n_prompt_tokens']);
  if (typeof fields['retryDelay'] === 'string') evidence.retryDelay ??= fields['retryDelay'];
  const headers = fields['headers'];
  if (typeof headers === 'object' && headers !== null) evidence.headers ??= headers as HeadersLike;
}

function readCodes(visit: Visit, fields: Fields): void {
  const { codes } = visit.evidence;
  for (const key of CODE_KEYS) {
    const value = fields[key];
    const status = key === 'code' ? httpStatus(value) : undefined;
    if (status !== undefined) visit.bodyStatus ??= status;
    else if (typeof value === 'string' && value !== '' && value !== 'error' && httpStatus(value) === undefined)
      addCode(codes, value);
    else if (key === 'code' && typeof value === 'number') addCode(codes, String(value));
  }
  const name = fields['name'];
  if (typeof name === 'string' && name.endsWith('Exception')) addCode(codes, name);
}

function addCode(codes: string[], code: string): void {
  const cut = code.slice(0, 200);
  if (!codes.includes(cut)) codes.push(cut);
}

function httpStatus(value: unknown): number | undefined {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status < 600 ? status : undefined;
}

function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
