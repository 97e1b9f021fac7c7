/** The request that asks the model for a summary. */
import { ProviderError } from '../../providers/errors/providerError.js';
import type { Content, FinishReason, UsageMetadata } from '../../types.js';
import { runSideQuery, type SideQueryTextResult } from '../../utils/sideQuery.js';
import { slimCompactionInput } from '../compactionInputSlimming.js';
import { loweredOutputCap } from '../outputLimits.js';
import { COMPRESSION_DIRECTIVE, getCompressionPrompt } from './compactionPrompt.js';
import { withoutScratchpad } from './compressedHistory.js';
import { compactionOutputBudget } from './outputBudget.js';
import type { CompressionConfig } from './ports.js';

export interface SummaryRequest {
  /** The messages that the summary is to replace. */
  history: Content[];
  /** Tokens of the whole conversation by the provider's count; 0 when it is not known. */
  originalTokenCount: number;
  /** Share of the conversation that is summarised, 0 to 1. */
  share: number;
  /** Context window in tokens. */
  window: number;
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
  /** It stops in the middle: at the output cap, or without its closing tag. */
  isTruncated?: boolean;
}

/** @throws what the provider or the signal throws. */
export async function requestSummary(config: CompressionConfig, request: SummaryRequest): Promise<Summary> {
  const { slimmedHistory } = slimCompactionInput(request.history);
  const contents: Content[] = [...slimmedHistory, { role: 'user', parts: [{ text: COMPRESSION_DIRECTIVE }] }];
  const systemInstruction = getCompressionPrompt();
  let cap = compactionOutputBudget(request.window, { ...request, contents, systemInstruction });
  const query = (): Promise<SideQueryTextResult> =>
    runSideQuery(config, {
      purpose: 'chat-compression',
      model: request.model,
      maxAttempts: 1,
      systemInstruction,
      contents,
      // Thinking is off because providers differ in whether it counts as output: only without it does the cap bound
      // the whole output on every provider.
      config: { thinkingConfig: { includeThoughts: false }, maxOutputTokens: cap },
      abortSignal: request.signal ?? new AbortController().signal,
      promptId: request.promptId,
    });
  let answer: SideQueryTextResult;
  try {
    answer = await query();
  } catch (error) {
    const lowered = error instanceof ProviderError && isOutputRefusal(error) ? loweredOutputCap(error, cap) : undefined;
    if (lowered === undefined) throw error;
    cap = Math.min(lowered, cap);
    answer = await query();
  }
  return toSummary(answer, cap);
}

function isOutputRefusal({ kind }: ProviderError): boolean {
  return kind === 'output-cap' || kind === 'output-overflow';
}

function toSummary({ text, usage, finishReason }: SideQueryTextResult, cap: number): Summary {
  const outputTokens = outputTokensOf(usage);
  return {
    text: withoutScratchpad(text),
    inputTokens: usage?.promptTokenCount,
    outputTokens,
    isTruncated: reachedCap(finishReason, outputTokens, cap) || lacksClosingTag(text),
  };
}

/** Some servers say `stop` although the output ended at its cap. */
function reachedCap(finishReason: FinishReason | undefined, outputTokens: number | undefined, cap: number): boolean {
  return finishReason === 'MAX_TOKENS' || (outputTokens !== undefined && outputTokens >= cap);
}

function lacksClosingTag(text: string): boolean {
  return text.includes('<state_snapshot>') && !text.includes('</state_snapshot>');
}

function outputTokensOf(usage: UsageMetadata | undefined): number | undefined {
  if (usage?.candidatesTokenCount !== undefined) return usage.candidatesTokenCount;
  if (usage?.totalTokenCount === undefined) return undefined;
  return Math.max(0, usage.totalTokenCount - (usage.promptTokenCount ?? 0));
}
