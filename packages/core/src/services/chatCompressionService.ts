/**
 * Compaction: the older part of a conversation is replaced by a summary that the model writes. This file holds the
 * order of the steps; each step is a function of its own in `compaction/`.
 */
import type { Content } from '../types.js';
import { isAutomaticCompactionDue } from './compaction/automaticGate.js';
import { buildCompressedHistory } from './compaction/compressedHistory.js';
import { withInstructions } from './compaction/instructions.js';
import { CompressionStatus, type ChatCompressionInfo } from './compaction/compressionStatus.js';
import { contextWindowOf } from './compaction/contextWindow.js';
import type { CompactionCause, CompactTrigger, CompressibleChat, CompressionConfig } from './compaction/ports.js';
import { divideHistory } from './compaction/selectHistory.js';
import { summarise } from './compaction/summarise.js';
import type { Summary } from './compaction/summaryRequest.js';
import { resolveSlimmingConfig } from './compactionInputSlimming.js';
import { estimatePromptTokens } from './tokenEstimation.js';

export {
  AUTOCOMPACT_BUFFER,
  computeThresholds,
  DEFAULT_PCT,
  HARD_BUFFER,
  SUMMARY_RESERVE,
  WARN_BUFFER,
  WARN_PCT_OFFSET,
  type CompactionThresholds,
} from './compaction/thresholds.js';

export { COMPACT_MAX_OUTPUT_TOKENS } from './compaction/outputBudget.js';

export { COMPRESSION_PRESERVE_THRESHOLD, MIN_COMPRESSION_FRACTION } from './compaction/selectHistory.js';

export { findCompressSplitPoint, TOOL_ROUND_RETAIN_COUNT } from './compaction/splitPoint.js';

export type { ChatCompressionSettings, CompactTrigger, CompressionConfig } from './compaction/ports.js';

/** Automatic attempts that may fail in a row before no further one is made. */
export const MAX_CONSECUTIVE_FAILURES = 3;

export interface CompressOptions {
  promptId: string;
  /** Compacts whatever the size of the history, and after failures too. */
  force: boolean;
  model: string;
  config: CompressionConfig;

  /**
   * Automatic attempts of this conversation that failed, since the last one that succeeded. From
   * `MAX_CONSECUTIVE_FAILURES` on no further one is made.
   */
  consecutiveFailures: number;

  /** Tokens of the conversation as the provider last counted them; 0 when it has not. */
  originalTokenCount: number;

  /** Default: `manual` when forced, else `auto`. */
  trigger?: CompactTrigger;
  /** For the log; default: the trigger. */
  cause?: CompactionCause;
  signal?: AbortSignal;
  /** What the summary should pay attention to, in a person's words. */
  instructions?: string;

  /** The message that is about to be sent with this history. */
  pendingUserMessage?: Content;
  /** Size in tokens of the request with that message, where the caller has estimated it. */
  precomputedEffectiveTokens?: number;
}

export interface CompressionResult {
  /** `null` unless the status is `COMPRESSED`. */
  newHistory: Content[] | null;
  info: ChatCompressionInfo;
}

export class ChatCompressionService {
  /**
   * Compacts the conversation when it is due or forced. The chat is only read.
   *
   * @throws an `AbortError` when the signal aborts; what the provider refuses is a failure status.
   */
  async compress(chat: CompressibleChat, options: CompressOptions): Promise<CompressionResult> {
    const { config, force } = options;
    const tokens = effectiveTokens(chat, options);
    const originalTokenCount = options.originalTokenCount || tokens;
    const trigger = options.trigger ?? (force ? 'manual' : 'auto');
    if (!force && options.consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) return noop(originalTokenCount);

    if (!force && !isDue(tokens, config)) return noop(originalTokenCount);

    const { instructions = '' } = options;
    const history = chat.getHistory(true);
    if (history.length === 0) return noop(0);
    await callHook(config, () => config.getHookSystem?.()?.firePreCompactEvent(trigger, instructions, options.signal));
    const { imageTokenEstimate } = resolveSlimmingConfig(config.getChatCompression());
    const division = divideHistory(history, trigger, imageTokenEstimate);
    if (!division) return noop(originalTokenCount);

    const startedAt = performance.now();
    const { summary, info } = await summarise(config, {
      history: withInstructions(division.toSummarise, instructions),
      originalTokenCount,
      share: division.share,
      window: contextWindowOf(config),
      model: options.model,
      promptId: options.promptId,
      signal: options.signal,
    });
    logAttempt({ ...options, cause: options.cause ?? trigger }, info, summary, performance.now() - startedAt);
    if (!summary || info.compressionStatus !== CompressionStatus.COMPRESSED) return { newHistory: null, info };
    await callHook(config, () => config.getHookSystem?.()?.firePostCompactEvent(trigger, summary.text, options.signal));
    return { newHistory: buildCompressedHistory(summary.text, division.kept), info };
  }
}

function isDue(tokens: number, config: CompressionConfig): boolean {
  return isAutomaticCompactionDue(tokens, contextWindowOf(config));
}

/** Size of the request that the history is for, in tokens; copies no history unless nothing else is known. */
function effectiveTokens(chat: CompressibleChat, options: CompressOptions): number {
  const { precomputedEffectiveTokens, pendingUserMessage, originalTokenCount, config } = options;
  if (precomputedEffectiveTokens !== undefined) return precomputedEffectiveTokens;
  if (!pendingUserMessage) return originalTokenCount;
  const { imageTokenEstimate } = resolveSlimmingConfig(config.getChatCompression());
  const history = originalTokenCount > 0 ? [] : chat.getHistory(true);
  return estimatePromptTokens(history, pendingUserMessage, originalTokenCount, imageTokenEstimate);
}

function noop(tokenCount: number): CompressionResult {
  const info = {
    originalTokenCount: tokenCount,
    newTokenCount: tokenCount,
    compressionStatus: CompressionStatus.NOOP,
  };
  return { newHistory: null, info };
}

function logAttempt(
  options: CompressOptions,
  info: ChatCompressionInfo,
  summary: Summary | undefined,
  durationMs: number,
): void {
  const { config, cause } = options;
  const outcome = `${CompressionStatus[info.compressionStatus]}, ${info.originalTokenCount} -> ${info.newTokenCount} tokens`;
  const reason = info.errorMessage === undefined ? '' : `: ${info.errorMessage}`;
  config.getDebugLogger?.().debug(`Compaction (${cause}): ${outcome}${reason}`);
  config.getTelemetry?.()?.logChatCompression({
    status: info.compressionStatus,
    trigger: cause,
    duration_ms: Math.round(durationMs),
    tokens_before: info.originalTokenCount,
    consecutive_failures: failuresAfter(options, info.compressionStatus),
    tokens_after: info.newTokenCount,
    compression_input_token_count: summary?.inputTokens,
    compression_output_token_count: summary?.outputTokens,
  });
}

function failuresAfter({ consecutiveFailures, force }: CompressOptions, status: CompressionStatus): number {
  if (status === CompressionStatus.COMPRESSED) return 0;
  return force ? consecutiveFailures : consecutiveFailures + 1;
}

/** A hook that fails must not cost the user the compaction. */
async function callHook(config: CompressionConfig, hook: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await hook();
  } catch (error) {
    config.getDebugLogger?.().warn(`A hook around the compaction failed: ${String(error)}`);
  }
}
