/** Asks for a summary and judges it. */
import { assessSummary } from './assessSummary.js';
import type { ChatCompressionInfo } from './compressionStatus.js';
import type { CompressionConfig } from './ports.js';
import { requestSummary, type Summary, type SummaryRequest } from './summaryRequest.js';

/** @throws what the provider or the signal throws. */
export async function summarise(
  config: CompressionConfig,
  request: SummaryRequest,
): Promise<{ summary: Summary; info: ChatCompressionInfo }> {
  const summary = await requestSummary(config, request);
  return { summary, info: assessSummary(summary, request.originalTokenCount) };
}
