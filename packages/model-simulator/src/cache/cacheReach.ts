import type { DialectName } from '../request.js';
import type { PromptTokens } from '../tokens/promptTokens.js';

/**
 * Tokens from the front of a prompt that the cache may hold: all of it, but for Anthropic, which caches up to the last
 * `cache_control` mark.
 */
export function cacheReach(prompt: PromptTokens, dialect: DialectName, breakpoints: boolean): number {
  if (dialect !== 'anthropic' || !breakpoints) return prompt.total;
  let position = 0;
  let reach = 0;
  for (const segment of prompt.segments) {
    position += segment.ids.length;
    if (segment.breakpoint) reach = position;
  }
  return reach;
}
