/** What a chat needs of its surroundings. */
import type { ContentGenerator, ContentGeneratorConfig } from '../providers/contentGenerator.js';
import type { ChatCompressionInfo } from '../services/compaction/compressionStatus.js';
import type { CompressionConfig } from '../services/compaction/ports.js';
import type { ChatCompressionPayload } from '../session/records.js';
import type { Content, UsageMetadata } from '../types.js';

export interface ChatConfig extends CompressionConfig {
  getContentGenerator(): ContentGenerator;
  getContentGeneratorConfig(): ContentGeneratorConfig;
}

/** What a chat adds to the session's record. Messages of the user and tool results are recorded before they are sent. */
export interface ChatRecorder {
  recordAssistantTurn(turn: {
    model: string;
    message: Content;
    usageMetadata?: UsageMetadata;
    contextWindowSize?: number;
  }): void;
  recordChatCompression(payload: ChatCompressionPayload): void;
}

/** Shows the size of the conversation and its compactions elsewhere; only the main conversation has one. */
export interface TokenCountDisplay {
  setLastPromptTokenCount(count: number): void;
  /** Counts how an attempt to compact ended. */
  addCompaction?(info: ChatCompressionInfo): void;
}
