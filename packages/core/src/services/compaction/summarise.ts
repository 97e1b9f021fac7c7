/** Asks for a summary and judges it. */
import { assessSummary } from './assessSummary.js';
import { CompressionStatus, type ChatCompressionInfo } from './compressionStatus.js';
import type { CompressionConfig } from './ports.js';
import { requestSummary, type Summary, type SummaryRequest } from './summaryRequest.js';

/** What the provider refuses is an outcome like the others. @throws only when the signal aborts. */
export async function summarise(
  config: CompressionConfig,
  request: SummaryRequest,
): Promise<{ summary?: Summary; info: ChatCompressionInfo }> {
  const { originalTokenCount, signal } = request;
  try {
    const summary = await requestSummary(config, request);
    return { summary, info: assessSummary(summary, originalTokenCount) };
  } catch (error) {
    if (signal?.aborted) throw error;
    const info = {
      originalTokenCount,
      newTokenCount: originalTokenCount,
      compressionStatus: CompressionStatus.COMPRESSION_FAILED_API_ERROR,
      errorMessage: error instanceof Error ? error.message : String(error),
    };
    return { info };
  }
}
