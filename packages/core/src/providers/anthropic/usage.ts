/** The API's token counts in the common shape. */
import type { UsageMetadata } from '../../types.js';

/** What of `usage` is read; compatible servers send only some of it. */
export interface MessagesUsage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  output_tokens_details?: { thinking_tokens?: number | null } | null;
}

/** The counts of a stream come in two events; the later, cumulative ones win where they say anything. */
export function mergeUsage(earlier: MessagesUsage, later: MessagesUsage | null | undefined): MessagesUsage {
  const stated = Object.entries(later ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...earlier, ...Object.fromEntries(stated) };
}

/**
 * The API's `input_tokens` leave out what came from the cache or went into it; ours are the whole prompt. No prompt has
 * 0 tokens: zeros mean that the server does not count.
 */
export function usageMetadata(usage: MessagesUsage): UsageMetadata | undefined {
  const cached = usage.cache_read_input_tokens ?? undefined;
  const prompt = (usage.input_tokens ?? 0) + (cached ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  if (prompt === 0) return undefined;
  const output = usage.output_tokens ?? undefined;
  const thoughts = usage.output_tokens_details?.thinking_tokens ?? undefined;
  return {
    promptTokenCount: prompt,
    ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
    ...(output === undefined ? {} : { candidatesTokenCount: output }),
    ...(thoughts === undefined ? {} : { thoughtsTokenCount: thoughts }),
    totalTokenCount: prompt + (output ?? 0),
  };
}
