/**
 * Sizes in tokens where no provider has counted yet. An estimate only ever makes something happen earlier: whatever lowers
 * a count or skips a compaction uses the provider's own numbers.
 */
import { systemTexts } from '../providers/systemText.js';
import type { Content, GenerateContentConfig, Part } from '../types.js';
import {
  DEFAULT_IMAGE_TOKEN_ESTIMATE,
  estimatePartChars,
  getFunctionResponseParts,
  getFunctionResponseText,
  TOKEN_TO_CHAR_RATIO,
} from './compactionInputSlimming.js';

/** Characters (not bytes) a token of plain text. */
const CHARS_PER_TOKEN = TOKEN_TO_CHAR_RATIO;

/** Characters a token of JSON: its quotes, braces and keys are short tokens. */
const JSON_CHARS_PER_TOKEN = 2;

/** How a text begins that is JSON, whole or cut. */
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*[[{"\]\d-])/;

/**
 * Tokens of messages: 4 characters a token for text, 2 for calls, for the frames of tool results and for results that are
 * JSON, and `imageTokenEstimate` for each image or document. Text in scripts other than Latin is denser than that.
 */
export function estimateContentTokens(
  contents: readonly Content[],
  imageTokenEstimate: number = DEFAULT_IMAGE_TOKEN_ESTIMATE,
): number {
  let tokens = 0;
  for (const content of contents) {
    for (const part of content.parts ?? []) tokens += partTokens(part, imageTokenEstimate);
  }
  return Math.ceil(tokens);
}

function partTokens(part: Part, imageTokenEstimate: number): number {
  const chars = estimatePartChars(part, imageTokenEstimate);
  if (part.functionCall) return chars / JSON_CHARS_PER_TOKEN;
  return part.functionResponse ? resultTokens(part, chars, imageTokenEstimate) : chars / CHARS_PER_TOKEN;
}

/** A result is JSON around whatever the tool returned: often source code or prose, sometimes JSON, sometimes an image. */
function resultTokens(part: Part, chars: number, imageTokenEstimate: number): number {
  const text = getFunctionResponseText(part) ?? '';
  const media = getFunctionResponseParts(part) ?? [];
  const mediaChars = media.reduce((sum, nested) => sum + estimatePartChars(nested, imageTokenEstimate), 0);
  const textTokens = text.length / (JSON_START.test(text) ? JSON_CHARS_PER_TOKEN : CHARS_PER_TOKEN);
  const frameTokens = (chars - text.length - mediaChars) / JSON_CHARS_PER_TOKEN;
  return frameTokens + textTokens + mediaChars / CHARS_PER_TOKEN;
}

/**
 * Tokens of the next request: what the provider counted last plus the message about to be sent, or, before anything was
 * counted, all that goes on the wire.
 *
 * @param lastPromptTokenCount the provider's count, output included; 0 when there is none
 * @param otherTokens what goes on the wire beside the messages; part of the provider's count once there is one
 */
export function estimatePromptTokens(
  history: readonly Content[],
  userMessage: Content,
  lastPromptTokenCount: number,
  imageTokenEstimate: number = DEFAULT_IMAGE_TOKEN_ESTIMATE,
  otherTokens = 0,
): number {
  const messageTokens = estimateContentTokens([userMessage], imageTokenEstimate);
  return lastPromptTokenCount > 0
    ? lastPromptTokenCount + messageTokens
    : estimateContentTokens(history, imageTokenEstimate) + otherTokens + messageTokens;
}

/** Tokens of the system instruction and of the declarations of tools, which are mostly prose. */
export function estimateInstructionTokens({ systemInstruction, tools }: GenerateContentConfig): number {
  const texts = systemTexts(systemInstruction);
  const toolChars = tools ? JSON.stringify(tools).length : 0;
  return Math.ceil(texts.reduce((chars, text) => chars + text.length, toolChars) / CHARS_PER_TOKEN);
}
