/** What compaction needs of its surroundings; `Config` and `GeminiChat` satisfy these. */
import type { ChatCompressionAttributes } from '../../telemetry/telemetryEvents.js';
import type { Content } from '../../types.js';
import type { SideQueryConfig } from '../../utils/sideQuery.js';
import type { ChatCompressionInfo } from './compressionStatus.js';

/** Who asked for a compaction, as hooks are told. */
export type CompactTrigger = 'manual' | 'auto';

/** What led to a compaction: the size of the context (`hard`: by force), a refusal by the provider, or a person. */
export type CompactionCause = 'auto' | 'hard' | 'reactive' | 'manual';

/** Settings under `model.chatCompression`. */
export interface ChatCompressionSettings {
  /** Tokens that one image or document is taken to cost; default 1,600. */
  imageTokenEstimate?: number;
}

/** The hooks around a compaction. */
export interface CompactionHooks {
  firePreCompactEvent(trigger: CompactTrigger, customInstructions: string, signal?: AbortSignal): Promise<unknown>;
  firePostCompactEvent(trigger: CompactTrigger, compactSummary: string, signal?: AbortSignal): Promise<unknown>;
}

interface DebugLogger {
  debug(message: string): void;
  warn(message: string): void;
}

export interface CompressionConfig extends SideQueryConfig {
  getContentGeneratorConfig(): { contextWindowSize?: number };
  getChatCompression(): ChatCompressionSettings | undefined;
  getHookSystem?(): CompactionHooks | undefined;
  getTelemetry?(): { logChatCompression(attributes: ChatCompressionAttributes): void } | undefined;
  getDebugLogger?(): DebugLogger;
  /** Told of each automatic attempt that has changed nothing: it was not due, or it failed. */
  onAutomaticCompactionSkipped?(info: ChatCompressionInfo): void;
}

/** The conversation to compact. */
export interface CompressibleChat {
  /** A copy of the messages, oldest first; `curated` leaves out what is not sent. */
  getHistory(curated?: boolean): Content[];
}
