/** Judges a summary by the provider's own token counts. */
import { CompressionStatus, type ChatCompressionInfo } from './compressionStatus.js';
import type { Summary } from './summaryRequest.js';

/** Tokens of the compaction call's own instructions, which are no part of the history that was summarised. */
const PROMPT_OVERHEAD_TOKENS = 1000;

/** What became of the token count, and whether the summary may replace the history. */
export function assessSummary(summary: Summary, originalTokenCount: number): ChatCompressionInfo {
  const unchanged = { originalTokenCount, newTokenCount: originalTokenCount };
  if (summary.isTruncated) {
    return { ...unchanged, compressionStatus: CompressionStatus.COMPRESSION_FAILED_OUTPUT_TRUNCATED };
  }
  if (summary.text === '') {
    return { ...unchanged, compressionStatus: CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY };
  }
  const { inputTokens, outputTokens } = summary;
  if (!inputTokens || !outputTokens) {
    return { ...unchanged, compressionStatus: CompressionStatus.COMPRESSION_FAILED_TOKEN_COUNT_ERROR };
  }
  const summarisedTokens = inputTokens - PROMPT_OVERHEAD_TOKENS;
  const newTokenCount = Math.max(0, originalTokenCount - summarisedTokens + outputTokens);
  const compressionStatus =
    newTokenCount > originalTokenCount
      ? CompressionStatus.COMPRESSION_FAILED_INFLATED_TOKEN_COUNT
      : CompressionStatus.COMPRESSED;
  return { originalTokenCount, newTokenCount, compressionStatus };
}
