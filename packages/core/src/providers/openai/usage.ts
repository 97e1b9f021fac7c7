/** Token counts of the dialect in the one shape for all. */
import type { UsageMetadata } from '../../types.js';
import type { WireUsage } from './wire.js';

/** `undefined` when the server reported nothing; some report an empty prompt instead of saying so. */
export function toUsage(usage: WireUsage | null | undefined): UsageMetadata | undefined {
  if (!usage) return undefined;
  const prompt = usage.prompt_tokens || undefined;
  const output = usage.completion_tokens ?? undefined;
  const total = usage.total_tokens || (prompt !== undefined && output !== undefined ? prompt + output : undefined);
  if (prompt === undefined && !output && total === undefined) return undefined;
  return withoutUndefined({
    promptTokenCount: prompt,
    cachedContentTokenCount:
      usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? undefined,
    candidatesTokenCount: output,
    thoughtsTokenCount: usage.completion_tokens_details?.reasoning_tokens ?? undefined,
    totalTokenCount: total,
  });
}

function withoutUndefined(usage: UsageMetadata): UsageMetadata {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== undefined));
}
