import type { SimulatedRequestContent } from '../request.js';
import { promptTokens } from './promptTokens.js';
import type { Tokenizer } from './tokenizer.js';

/** What is left of a request when its front is cut until it fits: system text first, then the oldest messages. */
export function cutFront(
  content: SimulatedRequestContent,
  tokenizer: Tokenizer,
  window: number,
): SimulatedRequestContent {
  let rest: SimulatedRequestContent = { ...content, systemBlocks: [], tools: [] };
  while (rest.messages.length > 1 && promptTokens(rest, tokenizer, { toolsFirst: false }).total > window) {
    rest = { ...rest, messages: rest.messages.slice(1) };
  }
  return rest;
}
