/** Items that commands put into the conversation. */
import type { CompressionStatus } from '@qwen-code/qwen-code-core';
import type { ContextThresholds, ContextTier } from './components/contextTier.js';

/** Tokens by what they are spent on. */
export interface ContextCategoryBreakdown {
  systemPrompt: number;
  builtinTools: number;
  mcpTools: number;
  memoryFiles: number;
  skills: number;
  messages: number;
  freeSpace: number;
  /** From the threshold of automatic compaction to the top of the window. */
  autocompactBuffer: number;
  thresholds?: ContextThresholds;
  /** The tier of the size that is shown; `safe` below all of them. */
  currentTier?: ContextTier;
}

export interface ContextToolEntry {
  name: string;
  tokens: number;
}

interface ContextMemoryEntry {
  path: string;
  tokens: number;
}

interface ContextSkillEntry {
  name: string;
  tokens: number;
  loaded?: boolean;
  bodyTokens?: number;
}

/** What fills the context window; all numbers are tokens. */
export interface HistoryItemContextUsage {
  type: 'context_usage';
  modelName: string;
  /** As the provider counted the last request; 0 before the first. */
  totalTokens: number;
  contextWindowSize: number;
  /** Where the size of the window is from. */
  contextWindowSource?: string;
  breakdown: ContextCategoryBreakdown;
  builtinTools: ContextToolEntry[];
  mcpTools: ContextToolEntry[];
  memoryFiles: ContextMemoryEntry[];
  skills: ContextSkillEntry[];
  /** No provider has counted yet: all numbers are estimates. */
  isEstimated?: boolean;
  showDetails?: boolean;
}

/** Names with what they mean, such as commands with their descriptions. */
export interface ColumnSection {
  title: string;
  rows: ReadonlyArray<{ name: string; text: string }>;
}

/** An attempt to compact; the numbers are `null` while it runs. */
export interface HistoryItemCompression {
  type: 'compression';
  compression: {
    isPending: boolean;
    originalTokenCount: number | null;
    newTokenCount: number | null;
    compressionStatus: CompressionStatus | null;
  };
}
