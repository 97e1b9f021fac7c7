/** What a program hands to the core: everything that can be set, as plain data and a few functions. */
import type { ContentGenerator, ContentGeneratorConfig } from '../providers/contentGenerator.js';
import type { ChatCompressionSettings } from '../services/compaction/ports.js';
import type { HooksSettings } from '../hooks/hookSettings.js';
import type { McpServerConfig } from '../tools/mcp/mcpServerConfig.js';
import type { ApprovalMode } from '../tools/permissions/approvalMode.js';
import type { TelemetrySettings } from '../telemetry/telemetrySettings.js';
import type { AnyTool } from '../tools/tool.js';

/** Where messages for maintainers go; nothing is written unless one is given. */
export interface DebugLogger {
  debug(message: string): void;
  warn(message: string): void;
}

/** Rules in the syntax of the settings; `deny` wins over `ask`, and that over `allow`. */
export interface PermissionLists {
  allow?: string[];
  ask?: string[];
  deny?: string[];
}

export interface ConfigParameters {
  /** Working directory; must exist. */
  cwd: string;
  /** Version of the program, recorded in sessions. */
  version?: string;
  /** A UUID; a new one when absent. */
  sessionId?: string;
  /** Further workspace directories; relative ones count from `cwd`. */
  includeDirectories?: string[];

  /** Endpoint and model. */
  generator: ContentGeneratorConfig;
  /** Used instead of an adapter made from `generator`: an own adapter, or the offline demo. */
  contentGenerator?: ContentGenerator;
  /** Model for side work such as summarising fetched pages. */
  fastModel?: string;

  approvalMode?: ApprovalMode;
  permissions?: PermissionLists;
  /** The only built-in tools to offer, by name. */
  coreTools?: string[];
  /** Tools that are not offered at all, by name; rules with a specifier belong into `permissions.deny`. */
  excludeTools?: string[];
  /** Further tools of the program. */
  tools?: AnyTool[];
  mcpServers?: Record<string, McpServerConfig>;
  /** Whether the agent definitions in the project's `.qwen/agents` are used; default true. */
  projectAgents?: boolean;
  /** Writes an "always allow" rule to the user's settings. Without it such a rule holds for the session. */
  saveAllowRule?(rule: string): Promise<void>;

  hooks?: HooksSettings;
  disableAllHooks?: boolean;

  /** Replaces the built-in system prompt. */
  systemPrompt?: string;
  appendSystemPrompt?: string;
  /** Names of instruction files; default QWEN.md and AGENTS.md. */
  contextFileNames?: string[];
  /** Also read instruction files of the included directories. */
  loadFromIncludeDirectories?: boolean;
  respectGitIgnore?: boolean;
  respectQwenIgnore?: boolean;

  chatCompression?: ChatCompressionSettings;
  /** Requests to the model that this session may make; negative or absent: no limit. */
  maxSessionTurns?: number;
  /** Tokens above which no message is sent; 0 or absent: no limit. */
  sessionTokenLimit?: number;
  /** Upper bound in characters for one tool result; default 25,000. */
  truncateToolOutputThreshold?: number;

  /** Keep a session file; default true. */
  chatRecording?: boolean;
  /** `advanced.runtimeOutputDir`. */
  runtimeOutputDir?: string;
  telemetry?: TelemetrySettings;
  debugLogger?: DebugLogger;
  /** Told what a person should know and no event carries: a session that cannot be recorded, a bad agent file. */
  onWarning?(message: string): void;
  /** The day of the session's start, `YYYY-MM-DD`; default today. */
  date?: string;
}
