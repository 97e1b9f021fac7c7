/** Slash commands: they return data, or name an effect that the program carries out; they never draw. */
import type {
  Agent,
  ApprovalMode,
  ChatCompressionInfo,
  CompactionCounts,
  Config,
  ContentGenerator,
  ContentGeneratorConfig,
  SessionService,
} from '@qwen-code/qwen-code-core';
import type { SessionMetrics } from '../../services/sessionMetrics.js';
import type { ChosenGenerator } from '../../provider/chooseGenerator.js';
import type { Settings } from '../../settings/schema.js';
import type { Choice } from '../state/viewState.js';
import type { PromptPiece } from './promptTemplate.js';
import type { ColumnSection, HistoryItemCompression, HistoryItemContextUsage } from '../types.js';

export type CommandMode = 'interactive' | 'non_interactive';

/** What a command leaves behind. */
export type CommandResult =
  | { type: 'message'; level: 'info' | 'error'; text: string }
  | { type: 'item'; item: HistoryItemContextUsage }
  | { type: 'item'; item: HistoryItemCompression; info?: ChatCompressionInfo }
  /** Markdown for the transcript. */
  | { type: 'output'; text: string }
  | { type: 'columns'; sections: readonly ColumnSection[] }
  /** Effect: a new conversation with an empty history. */
  | { type: 'clear' }
  /** Effect: the text is sent to the model as if it had been typed. */
  | { type: 'submit_prompt'; text: string }
  /** Effect: commands in it are run, files read, and all of it is sent to the model. */
  | { type: 'submit_template'; pieces: readonly PromptPiece[] }
  | TerminalEffect;

/** Answers of pickers lead to further results. */
export type NextResult = CommandResult | Promise<CommandResult>;

/** Effects that only the interactive terminal can carry out. */
type TerminalEffect =
  | { type: 'nothing' }
  | {
      type: 'choose';
      title: string;
      choices: readonly Choice[];
      hint?: string;
      onChoice(value: string): NextResult;
      /** When the question is left unanswered. */
      onCancel?(): NextResult;
    }
  | {
      type: 'ask';
      title: string;
      detail?: string;
      initial?: string;
      placeholder?: string;
      isSecret?: boolean;
      onText(text: string): NextResult;
      onCancel?(): NextResult;
    }
  | { type: 'quit' }
  | { type: 'resume'; sessionId: string }
  /** The conversation goes on before the message of this record; its text can be edited and sent anew. */
  | { type: 'rewind'; recordId: string }
  | {
      type: 'use_model';
      generator: ContentGeneratorConfig;
      contentGenerator?: ContentGenerator;
      notice?: string;
      /** It is in the settings now: they are to be read again. */
      isKept?: boolean;
    }
  | { type: 'approval_mode'; mode: ApprovalMode }
  | { type: 'settings_changed'; text: string }
  | { type: 'copy'; text: string };

export interface SlashCommand<C extends CommandContext = CommandContext> {
  name: string;
  altNames?: readonly string[];
  description: string;
  /** The arguments as help shows them, such as `[detail]`. */
  argumentHint?: string;
  modes: readonly CommandMode[];
  /** May run while the agent works, beside it. */
  whileBusy?: boolean;
  /** What may follow the name, for completion. */
  completions?(context: { settings: Settings }): readonly string[];
  /** @param args the text behind the name, trimmed */
  run(context: C, args: string): NextResult;
}

/** A command of the interactive terminal. */
export type InteractiveCommand = SlashCommand<InteractiveContext>;

/** The few things of the core's `Config` that commands read. */
export interface CommandConfig {
  getModel(): string;
  getContentGeneratorConfig(): { contextWindowSize?: number; contextWindowSource?: string };
  getToolRegistry(): {
    all(): ReadonlyArray<{ name: string; displayName: string; description: string; parametersJsonSchema: object }>;
  };
  getSystemInstruction(): string;
  getInstructionFiles(): ReadonlyArray<{ path: string; content: string }>;
  getGeminiClient(): CommandClient;
  getTokenCountDisplay(): { getCompactions(): CompactionCounts };
}

/** The few things of the core's `GeminiClient` that commands use. */
export interface CommandClient {
  getChat(): { getLastPromptTokenCount(): number; estimatePromptTokens(): number };
  tryCompressChat(promptId: string, force: boolean, signal?: AbortSignal): Promise<ChatCompressionInfo>;
  /** With what the summary should pay attention to. */
  tryCompressChat(id: string, force: boolean, signal: AbortSignal, wish: string): Promise<ChatCompressionInfo>;
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

/** What commands of the interactive terminal have to work with besides. */
export interface InteractiveContext extends CommandContext {
  mode: 'interactive';
  config: Config;
  agent: Agent;
  /** Of all files, joined. */
  settings: Settings;
  env: NodeJS.ProcessEnv;
  sessions: SessionService;
  /** The model of a name, which may be another provider's. @param settings default: those in use. @throws an error for people */
  chooseModel(model: string, settings?: Settings): Promise<ChosenGenerator>;
}
