/** Slash commands: they return data, or name an effect that the program carries out; they never draw. */
import type { ChatCompressionInfo } from '@qwen-code/qwen-code-core';
import type { SessionMetrics } from '../../services/sessionMetrics.js';
import type { HistoryItemCompression, HistoryItemContextUsage } from '../types.js';

export type CommandMode = 'interactive' | 'non_interactive';

/** What a command leaves behind. */
export type CommandResult =
  | { type: 'message'; level: 'info' | 'error'; text: string }
  | { type: 'item'; item: HistoryItemContextUsage | HistoryItemCompression }
  /** Markdown for the transcript. */
  | { type: 'output'; text: string }
  /** Effect: a new conversation with an empty history. */
  | { type: 'clear' };

export interface SlashCommand {
  name: string;
  altNames?: readonly string[];
  description: string;
  /** The arguments as help shows them, such as `[detail]`. */
  argumentHint?: string;
  modes: readonly CommandMode[];
  /** @param args the text behind the name, trimmed */
  run(context: CommandContext, args: string): Promise<CommandResult> | CommandResult;
}

/** The few things of the core's `Config` that commands read. */
export interface CommandConfig {
  getModel(): string;
  getContentGeneratorConfig(): { contextWindowSize?: number };
  getChatCompression(): { contextPercentageThreshold?: number } | undefined;
  getToolRegistry(): { all(): ReadonlyArray<{ name: string; description: string; parametersJsonSchema: object }> };
  getSystemInstruction(): string;
  getInstructionFiles(): ReadonlyArray<{ path: string; content: string }>;
  getGeminiClient(): CommandClient;
}

/** The few things of the core's `GeminiClient` that commands use. */
export interface CommandClient {
  getChat(): { getLastPromptTokenCount(): number };
  tryCompressChat(promptId: string, force: boolean, signal?: AbortSignal): Promise<ChatCompressionInfo>;
}

export interface CommandContext {
  mode: CommandMode;
  config: CommandConfig;
  sessionId: string;
  metrics: SessionMetrics;
  /** Milliseconds since the session began. */
  sessionDurationMs: number;
  /** The commands that can be used now. */
  commands: readonly SlashCommand[];
  signal: AbortSignal;
}
