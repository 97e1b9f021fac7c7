/** Sizes of messages in characters, and a copy of a history in which media are replaced by short placeholders. */
import type { Content, Part } from '../types.js';

/** Tokens that one image or document is taken to cost where nothing else is configured. */
export const DEFAULT_IMAGE_TOKEN_ESTIMATE = 1600;

/** Characters a token, for plain English text and code. */
export const TOKEN_TO_CHAR_RATIO = 4;

/** Characters for the frame of a tool result (id, name, braces) beside its text. */
const FUNCTION_RESPONSE_OVERHEAD_CHARS = 64;

const MAX_MIME_LENGTH = 128;

/** Settings of `model.chatCompression` that this module reads. */
export interface SlimmingSettings {
  imageTokenEstimate?: number;
}

export interface ResolvedSlimmingConfig {
  /** Tokens for one image or document. */
  imageTokenEstimate: number;
}

/** The first whole number of at least 1 among `QWEN_IMAGE_TOKEN_ESTIMATE`, the setting and the default. */
export function resolveSlimmingConfig(settings: SlimmingSettings | undefined): ResolvedSlimmingConfig {
  const fromEnvironment = process.env['QWEN_IMAGE_TOKEN_ESTIMATE'];
  const candidates = [fromEnvironment ? Number(fromEnvironment) : undefined, settings?.imageTokenEstimate];
  const valid = candidates.find((value) => Number.isInteger(value) && (value as number) >= 1);
  return { imageTokenEstimate: valid ?? DEFAULT_IMAGE_TOKEN_ESTIMATE };
}

/** Size of one part in characters; media count as `imageTokenEstimate` tokens whatever their bytes. */
export function estimatePartChars(part: Part, imageTokenEstimate: number): number {
  if (part.inlineData || part.fileData) return imageTokenEstimate * TOKEN_TO_CHAR_RATIO;
  if (typeof part.text === 'string') return part.text.length;
  if (part.functionResponse) return functionResponseChars(part, imageTokenEstimate);
  return JSON.stringify(part).length;
}

function functionResponseChars(part: Part, imageTokenEstimate: number): number {
  const response = part.functionResponse?.response;
  const text = getFunctionResponseText(part);
  let chars = FUNCTION_RESPONSE_OVERHEAD_CHARS;
  if (text !== undefined) chars += text.length;
  else if (response) chars += JSON.stringify(response).length;
  for (const nested of getFunctionResponseParts(part) ?? []) chars += estimatePartChars(nested, imageTokenEstimate);
  return chars;
}

/** Size of one message in characters; 0 when it has no parts. */
export function estimateContentChars(content: Content, imageTokenEstimate: number): number {
  let chars = 0;
  for (const part of content.parts ?? []) chars += estimatePartChars(part, imageTokenEstimate);
  return chars;
}

/** The text of a tool result or of its error; `undefined` for a structured one. */
export function getFunctionResponseText(part: Part): string | undefined {
  const text = part.functionResponse?.response?.['output'] ?? part.functionResponse?.response?.['error'];
  return typeof text === 'string' ? text : undefined;
}

/** The media of a tool result, which are nested in it; `undefined` when it has none. */
export function getFunctionResponseParts(part: Part): Part[] | undefined {
  const parts = part.functionResponse?.parts as Part[] | undefined;
  return parts && parts.length > 0 ? parts : undefined;
}

/** A mime type that cannot break out of the brackets of a placeholder: one line, no brackets, at most 128 characters. */
export function sanitizeMimeForPlaceholder(mime: string): string {
  return mime
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[[\]]/g, '')
    .trim()
    .slice(0, MAX_MIME_LENGTH);
}

interface SlimmingStats {
  imagesStripped: number;
  documentsStripped: number;
}

/**
 * Replaces images and documents by text placeholders. The input is not changed; messages without media, and a history
 * without any, are returned as they are.
 */
export function slimCompactionInput(history: Content[]): { slimmedHistory: Content[]; stats: SlimmingStats } {
  const stats: SlimmingStats = { imagesStripped: 0, documentsStripped: 0 };
  const slimmed = history.map((content) => slimContent(content, stats));
  const changed = stats.imagesStripped + stats.documentsStripped > 0;
  return { slimmedHistory: changed ? slimmed : history, stats };
}

function slimContent(content: Content, stats: SlimmingStats): Content {
  const parts = slimParts(content.parts, stats);
  return parts === content.parts ? content : { ...content, parts };
}

function slimParts(parts: Part[] | undefined, stats: SlimmingStats): Part[] | undefined {
  const slimmed = parts?.map((part) => slimPart(part, stats));
  return slimmed?.some((part, index) => part !== parts?.[index]) ? slimmed : parts;
}

function slimPart(part: Part, stats: SlimmingStats): Part {
  const media = part.inlineData ?? part.fileData;
  if (media) return placeholder(media.mimeType, stats);
  const nested = getFunctionResponseParts(part);
  const slimmedNested = slimParts(nested, stats);
  if (slimmedNested === nested) return part;
  return { ...part, functionResponse: { ...part.functionResponse, parts: slimmedNested } } as Part;
}

function placeholder(mimeType: string | undefined, stats: SlimmingStats): Part {
  const mime = sanitizeMimeForPlaceholder(mimeType ?? '') || 'application/octet-stream';
  const isImage = mime.startsWith('image/');
  if (isImage) stats.imagesStripped++;
  else stats.documentsStripped++;
  return { text: `[${isImage ? 'image' : 'document'}: ${mime}]` };
}
