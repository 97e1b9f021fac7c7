/** The public surface of the SDK: named exports only, listed in public-surface.txt. */
export { Config } from './config/config.js';
export { createAgent, type CreateAgentOptions } from './config/createAgent.js';
export type { ConfigParameters, DebugLogger } from './config/parameters.js';

export type { Agent, PromptOptions } from './agent/agent.js';
export type {
  AgentEvent,
  ApprovalOutcome,
  ApprovalRequest,
  RequestApproval,
  ToolCallStart,
  TurnEndReason,
} from './agent/events.js';

export { GeminiClient, type ClientConfig, type ResumedConversation } from './core/client.js';
export {
  AuthType,
  createContentGenerator,
  createContentGeneratorConfig,
  resolveContentGeneratorConfigWithSources,
  validateModelConfig,
  type ContentGenerator,
  type ContentGeneratorConfig,
  type CountTokensRequest,
  type CountTokensResponse,
  type EmbedContentRequest,
  type EmbedContentResponse,
  type InputModalities,
  type ReasoningConfig,
  type SamplingParams,
} from './core/contentGenerator.js';
export {
  GeminiChat,
  InvalidStreamError,
  StreamEventType,
  isValidNonThoughtTextPart,
  type ChatConfig,
  type ChatRecorder,
  type SendMessageParameters,
  type StreamEvent,
  type TokenCountDisplay,
  type TryCompressOptions,
} from './core/geminiChat.js';
export {
  CompressionStatus,
  GeminiEventType,
  Turn,
  type ChatCompressionInfo,
  type ServerGeminiStreamEvent,
  type StructuredError,
  type ThoughtSummary,
  type ToolCallRequestInfo,
  type ToolCallResponseInfo,
} from './core/turn.js';

export {
  COMPACT_MAX_OUTPUT_TOKENS,
  COMPRESSION_PRESERVE_THRESHOLD,
  ChatCompressionService,
  MAX_CONSECUTIVE_FAILURES,
  MIN_COMPRESSION_FRACTION,
  TOOL_ROUND_RETAIN_COUNT,
  findCompressSplitPoint,
  type ChatCompressionSettings,
  type CompactTrigger,
  type CompressOptions,
  type CompressionConfig,
  type CompressionResult,
} from './services/chatCompressionService.js';
export {
  DEFAULT_IMAGE_TOKEN_ESTIMATE,
  TOKEN_TO_CHAR_RATIO,
  estimateContentChars,
  estimatePartChars,
  resolveSlimmingConfig,
  sanitizeMimeForPlaceholder,
  slimCompactionInput,
  type ResolvedSlimmingConfig,
} from './services/compactionInputSlimming.js';
export { estimateContentTokens, estimatePromptTokens } from './services/tokenEstimation.js';
export {
  AUTOCOMPACT_BUFFER,
  computeThresholds,
  DEFAULT_PCT,
  HARD_BUFFER,
  SUMMARY_RESERVE,
  WARN_BUFFER,
  WARN_PCT_OFFSET,
  type CompactionThresholds,
} from './services/chatCompressionService.js';
export {
  runSideQuery,
  type SideQueryConfig,
  type SideQueryJsonOptions,
  type SideQueryTextOptions,
  type SideQueryTextResult,
} from './utils/sideQuery.js';

export { getContextLengthExceededInfo, isContextLengthExceededError } from './providers/errors/contextLengthError.js';
export { ProviderError, type ProviderErrorDetails, type ProviderErrorKind } from './providers/errors/providerError.js';
export { probeLocalServers } from './providers/contextWindow/probeLocalServers.js';
export { resolveContextWindow, type ContextWindow } from './providers/contextWindow/resolveContextWindow.js';
export { DEFAULT_TOKEN_LIMIT, knownTokenLimit, tokenLimit } from './providers/tokenLimits.js';

export { buildApiHistoryFromConversation, type ConversationRecord } from './session/projection.js';
export type { SessionRecord } from './session/records.js';
export { SessionLockedError } from './session/sessionLock.js';
export type { SessionListItem } from './session/sessionMetadata.js';
export { SessionNotFoundError, SessionService, type ResumedSessionData } from './session/sessionService.js';
export { SessionStorage, isSessionId } from './session/storage.js';

export type { HooksSettings } from './hooks/hookSettings.js';
export type { TelemetrySettings } from './telemetry/telemetrySettings.js';
export type { CompactionCounts } from './telemetry/uiTelemetry.js';

export { FileReadState } from './tools/files/fileReadState.js';
export { isIgnored } from './tools/files/ignoreRules.js';
export { listProjectFiles } from './tools/files/projectFiles.js';
export { Workspace } from './tools/files/workspace.js';
export type { McpServerStatus } from './tools/mcp/mcpClients.js';
export type { McpServerConfig } from './tools/mcp/mcpServerConfig.js';
export { RuleSyntaxError } from './tools/permissions/rules.js';
export { APPROVAL_MODES, isApprovalMode, type ApprovalMode } from './tools/permissions/approvalMode.js';
export type {
  AnyTool,
  ApprovalPreview,
  FileDiffDisplay,
  PlanDisplay,
  Question,
  TodoItem,
  TodoListDisplay,
  Tool,
  ToolContext,
  ToolErrorType,
  ToolKind,
  ToolResult,
  ToolResultDisplay,
} from './tools/tool.js';
export { ToolRegistry } from './tools/toolRegistry.js';

export type {
  Content,
  FinishReason,
  FunctionCall,
  FunctionDeclaration,
  FunctionResponse,
  GenerateContentConfig,
  GenerateContentRequest,
  GenerateContentResponse,
  JsonSchema,
  Part,
  RetryInfo,
  UsageMetadata,
} from './types.js';
