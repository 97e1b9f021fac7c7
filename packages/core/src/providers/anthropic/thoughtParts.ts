/**
 * Thinking blocks as parts of a history and back. The API checks that a block comes back exactly as it was sent, so
 * nothing is changed on the way; the encoding survives JSON session files.
 *
 * - a `thinking` block: `{thought: true, text: thinking, thoughtSignature: signature}`
 * - a `redacted_thinking` block: `{thought: true, text: '', thoughtSignature: 'redacted_thinking:' + data}`. Signatures
 *   are base64, so none begins like this.
 */
import type Anthropic from '@anthropic-ai/sdk';
import type { Part } from '../../types.js';

const REDACTED = 'redacted_thinking:';

export function thinkingPart(thinking: string, signature: string | undefined): Part {
  return { thought: true, text: thinking, ...(signature ? { thoughtSignature: signature } : {}) };
}

export function redactedThinkingPart(data: string): Part {
  return { thought: true, text: '', thoughtSignature: REDACTED + data };
}

/** @param part a signed thought */
export function thinkingBlock(part: Part): Anthropic.ThinkingBlockParam | Anthropic.RedactedThinkingBlockParam {
  const signature = part.thoughtSignature ?? '';
  if (signature.startsWith(REDACTED)) return { type: 'redacted_thinking', data: signature.slice(REDACTED.length) };
  return { type: 'thinking', thinking: part.text ?? '', signature };
}
