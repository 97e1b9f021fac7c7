/** The request that asks the model for a summary. */
import type { Content, UsageMetadata } from '../../types.js';
import { runSideQuery } from '../../utils/sideQuery.js';
import { slimCompactionInput } from '../compactionInputSlimming.js';
import { COMPRESSION_DIRECTIVE, getCompressionPrompt } from './compactionPrompt.js';
import { withoutScratchpad } from './compressedHistory.js';
import type { CompressionConfig } from './ports.js';

export interface SummaryRequest {
  /** The messages that the summary is to replace. */
  history: Content[];
  /** Tokens of the whole conversation by the provider's count; 0 when it is not known. */
  originalTokenCount: number;
  model: string;
  promptId: string;
  signal?: AbortSignal;
}

export interface Summary {
  /** Empty when the model wrote none. */
  text: string;
  /** Tokens of the whole prompt and of the whole output; `undefined` when the provider did not say. */
  inputTokens?: number;
  outputTokens?: number;
}

/** @throws what the provider or the signal throws. */
export async function requestSummary(config: CompressionConfig, request: SummaryRequest): Promise<Summary> {
  const { slimmedHistory } = slimCompactionInput(request.history);
  const { text, usage } = await runSideQuery(config, {
    purpose: 'chat-compression',
    model: request.model,
    maxAttempts: 1,
    systemInstruction: getCompressionPrompt(),
    contents: [...slimmedHistory, { role: 'user', parts: [{ text: COMPRESSION_DIRECTIVE }] }],
    // The snapshot is all that remains of the conversation: reasoning over it first makes a better one. Output counts
    // may include thoughts.
    config: { thinkingConfig: { includeThoughts: true } },
    abortSignal: request.signal ?? new AbortController().signal,
    promptId: request.promptId,
  });
  return { text: withoutScratchpad(text), inputTokens: usage?.promptTokenCount, outputTokens: outputTokensOf(usage) };
}

function outputTokensOf(usage: UsageMetadata | undefined): number | undefined {
  if (usage?.candidatesTokenCount !== undefined) return usage.candidatesTokenCount;
  if (usage?.totalTokenCount === undefined) return undefined;
  return Math.max(0, usage.totalTokenCount - (usage.promptTokenCount ?? 0));
}
