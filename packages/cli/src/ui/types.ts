/** Items that commands put into the conversation. */
import type { CompressionStatus } from '@qwen-code/qwen-code-core';

/** Tokens by what they are spent on. */
export interface ContextCategoryBreakdown {
  systemPrompt: number;
  builtinTools: number;
  mcpTools: number;
  memoryFiles: number;
  skills: number;
  messages: number;
  freeSpace: number;
  autocompactBuffer: number;
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
  /** No provider has counted yet: the parts are estimates, and messages are not in them. */
  isEstimated?: boolean;
  showDetails?: boolean;
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
