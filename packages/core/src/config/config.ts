/**
 * The settings of one session and what is made from them once. Everything below takes narrow interfaces that this class
 * satisfies by its shape; only the composition root knows the class itself.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { buildSystemPrompt, type Environment } from '../agent/systemPrompt.js';
import { loadInstructions, type Instructions } from '../context/instructions/loadInstructions.js';
import { GeminiClient } from '../core/client.js';
import { createContentGenerator } from '../core/contentGenerator.js';
import { LazyContentGenerator } from '../core/lazyContentGenerator.js';
import { HookSystem } from '../hooks/hookSystem.js';
import type { ContentGenerator, ContentGeneratorConfig } from '../providers/contentGenerator.js';
import { resolveContextWindow, type ContextWindow } from '../providers/contextWindow/resolveContextWindow.js';
import { DEFAULT_TOKEN_LIMIT, tokenLimit } from '../providers/tokenLimits.js';
import type { ChatCompressionInfo } from '../services/compaction/compressionStatus.js';
import type { ChatCompressionSettings } from '../services/compaction/ports.js';
import type { ChatRecordingService } from '../session/chatRecordingService.js';
import { GitBranchReader } from '../session/gitBranch.js';
import { SessionStorage } from '../session/storage.js';
import type { AgentDefinition } from '../tools/agents/agentDefinition.js';
import { FileReadState } from '../tools/files/fileReadState.js';
import { Workspace } from '../tools/files/workspace.js';
import type { ApprovalMode } from '../tools/permissions/approvalMode.js';
import { ToolRegistry } from '../tools/toolRegistry.js';
import { findGitRoot } from '../utils/gitRoot.js';
import { localDay } from '../utils/localDay.js';
import type { SideQueryConfig, SideQueryWatcher } from '../utils/sideQuery.js';
import { globalQwenDirectory, runtimeDirectory } from '../utils/qwenDirectories.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { resolveTelemetrySettings } from '../telemetry/telemetrySettings.js';
import { UiTelemetryService } from '../telemetry/uiTelemetry.js';
import type { McpClients, McpServerStatus } from '../tools/mcp/mcpClients.js';
import type { TodoItem } from '../tools/tool.js';
import type { ConfigParameters, DebugLogger, PermissionLists } from './parameters.js';
import { warnOfRemovedSettings } from './removedSettings.js';
import { withTelemetry } from './reportedContentGenerator.js';

type SideQueryObserver = NonNullable<SideQueryConfig['watchSideQuery']>;

const SILENT: DebugLogger = { debug: () => undefined, warn: () => undefined };

export class Config {
  readonly workspace: Workspace;
  readonly readState = new FileReadState();
  readonly storage: SessionStorage;
  readonly uiTelemetry = new UiTelemetryService();
  private readonly registry = new ToolRegistry();
  private readonly hooks: HookSystem;
  private readonly sessionId: string;
  private generatorConfig: ContentGeneratorConfig;
  /** As the user set it. */
  private givenContextWindow: number | undefined;
  private generator: ContentGenerator;
  private approvalMode: ApprovalMode;
  private modeAfterPlan: ApprovalMode = 'default';
  private permissionLists: PermissionLists;
  private instructions: Instructions = { files: [], text: '', warnings: [] };
  private isGitRepository = false;
  private recorder: ChatRecordingService | undefined;
  private readonly telemetry: Telemetry;
  private readonly client = new GeminiClient(this);
  private todos: TodoItem[] = [];
  private mcp: McpClients | undefined;
  private agentDefinitions: readonly AgentDefinition[] = [];
  private readonly date: string;
  private gitBranch: GitBranchReader | undefined;
  private sideQueryObserver: SideQueryObserver | undefined;
  private compactionListener: ((info: ChatCompressionInfo) => void) | undefined;

  /** @throws when `cwd` or an included directory does not exist. */
  constructor(readonly parameters: ConfigParameters) {
    warnOfRemovedSettings(parameters.chatCompression);
    this.workspace = new Workspace(parameters.cwd, parameters.includeDirectories);
    this.sessionId = parameters.sessionId ?? randomUUID();
    this.storage = new SessionStorage({ cwd: this.workspace.cwd, runtimeOutputDir: parameters.runtimeOutputDir });
    this.approvalMode = parameters.approvalMode ?? 'default';
    this.permissionLists = parameters.permissions ?? {};
    this.date = parameters.date ?? localDay(new Date());
    this.givenContextWindow = parameters.generator.contextWindowSize;
    this.generatorConfig = withContextWindow(parameters.generator);
    this.telemetry = new Telemetry({
      settings: resolveTelemetrySettings(parameters.telemetry),
      sessionId: this.sessionId,
      version: parameters.version ?? 'unknown',
      onWarning: (message) => this.warn(message),
    });
    this.generator = this.openGenerator(parameters.contentGenerator);
    this.hooks = new HookSystem({
      settings: parameters.hooks,
      disableAllHooks: parameters.disableAllHooks,
      cwd: this.workspace.cwd,
      session: () => ({
        sessionId: this.sessionId,
        transcriptPath: this.storage.sessionFile(this.sessionId),
        permissionMode: this.approvalMode,
        model: this.getModel(),
      }),
      onMessage: (message) => this.warn(message),
    });
  }

  /** Reads what the system instruction is made of. Call it again after instruction files changed. */
  async loadInstructions(): Promise<void> {
    const { contextFileNames, includeDirectories, loadFromIncludeDirectories } = this.parameters;
    this.isGitRepository = (await findGitRoot(this.workspace.cwd)) !== undefined;
    this.instructions = await loadInstructions({
      cwd: this.workspace.cwd,
      globalDirectory: globalQwenDirectory(),
      fileNames: contextFileNames,
      includeDirectories: loadFromIncludeDirectories ? includeDirectories : [],
    });
    for (const warning of this.instructions.warnings) this.warn(warning);
  }

  getSessionId(): string {
    return this.sessionId;
  }

  getModel(): string {
    return this.generatorConfig.model;
  }

  getFastModel(): string | undefined {
    return this.parameters.fastModel || undefined;
  }

  getContentGenerator(): ContentGenerator {
    return this.generator;
  }

  getContentGeneratorConfig(): ContentGeneratorConfig {
    return this.generatorConfig;
  }

  /** Switches to another model or endpoint; the conversation goes on. */
  setContentGeneratorConfig(config: ContentGeneratorConfig, generator?: ContentGenerator): void {
    this.givenContextWindow = config.contextWindowSize;
    this.generatorConfig = withContextWindow(config);
    this.generator = this.openGenerator(generator);
  }

  private openGenerator(given: ContentGenerator | undefined): ContentGenerator {
    const config = this.generatorConfig;
    return withTelemetry(given ?? new LazyContentGenerator(() => createContentGenerator(config)), this.telemetry);
  }

  getApprovalMode(): ApprovalMode {
    return this.approvalMode;
  }

  setApprovalMode(mode: ApprovalMode): void {
    if (mode === 'plan' && this.approvalMode !== 'plan') this.modeAfterPlan = this.approvalMode;
    this.approvalMode = mode;
  }

  /** The mode in which an approved plan is carried out; unless it is set, the one from before plan mode. */
  setModeAfterPlan(mode: ApprovalMode): void {
    this.modeAfterPlan = mode;
  }

  /** Goes back to work: the plan was approved. */
  leavePlanMode(): void {
    this.approvalMode = this.modeAfterPlan;
  }

  getPermissionLists(): PermissionLists {
    return this.permissionLists;
  }

  /** Replaces the rules; they hold from the next call on. */
  setPermissionLists(lists: PermissionLists): void {
    this.permissionLists = lists;
  }

  getChatCompression(): ChatCompressionSettings | undefined {
    return this.parameters.chatCompression;
  }

  getMaxSessionTurns(): number {
    return this.parameters.maxSessionTurns ?? -1;
  }

  getSessionTokenLimit(): number {
    return this.parameters.sessionTokenLimit ?? 0;
  }

  getToolRegistry(): ToolRegistry {
    return this.registry;
  }

  getHookSystem(): HookSystem {
    return this.hooks;
  }

  getTelemetry(): Telemetry {
    return this.telemetry;
  }

  getTokenCountDisplay(): UiTelemetryService {
    return this.uiTelemetry;
  }

  getGeminiClient(): GeminiClient {
    return this.client;
  }

  /** Context window of the current model in tokens. */
  getContextWindow(): number {
    return this.generatorConfig.contextWindowSize ?? DEFAULT_TOKEN_LIMIT;
  }

  /** The same with where the number is from; a server on this machine or network is asked, and what it says counts. */
  async detectContextWindow(signal?: AbortSignal): Promise<ContextWindow> {
    const endpoint = { ...this.generatorConfig, contextWindowSize: this.givenContextWindow };
    const window = await resolveContextWindow(endpoint, { probe: 'local', signal });
    // Another model may have been chosen meanwhile.
    if (this.generatorConfig.model === endpoint.model && this.generatorConfig.baseUrl === endpoint.baseUrl) {
      this.generatorConfig.contextWindowSize = window.tokens;
      this.generatorConfig.contextWindowSource ??= window.detail;
    }
    return window;
  }

  getTodos(): readonly TodoItem[] {
    return this.todos;
  }

  setTodos(todos: TodoItem[]): void {
    this.todos = todos;
  }

  getChatRecordingService(): ChatRecordingService | undefined {
    return this.recorder;
  }

  setChatRecordingService(recorder: ChatRecordingService | undefined): void {
    this.recorder = recorder;
  }

  /** How the MCP servers stand. */
  getMcpServerStatuses(): readonly McpServerStatus[] {
    const names = Object.keys(this.parameters.mcpServers ?? {});
    return this.mcp?.status() ?? names.map((name) => ({ name, status: 'connecting', tools: [] }));
  }

  /** The sub-agents that the model can call; empty before the agent is created. */
  getAgentDefinitions(): readonly AgentDefinition[] {
    return this.agentDefinitions;
  }

  setAgentDefinitions(definitions: readonly AgentDefinition[]): void {
    this.agentDefinitions = definitions;
  }

  setMcpClients(mcp: McpClients): void {
    this.mcp = mcp;
  }

  getDebugLogger(): DebugLogger {
    return this.parameters.debugLogger ?? SILENT;
  }

  getInstructionFiles(): Instructions['files'] {
    return this.instructions.files;
  }

  getSystemInstruction(): string {
    const { systemPrompt: override, appendSystemPrompt: append } = this.parameters;
    return buildSystemPrompt({
      environment: this.getEnvironment(),
      instructions: this.instructions.text,
      override,
      append,
    });
  }

  /** The branch that the working directory is on now; `undefined` outside a repository. */
  getGitBranch(): string | undefined {
    this.gitBranch ??= new GitBranchReader(this.workspace.cwd);
    return this.gitBranch.read();
  }

  getEnvironment(): Environment {
    return {
      cwd: this.workspace.cwd,
      directories: this.workspace.directories,
      platform: process.platform,
      date: this.date,
      isGitRepository: this.isGitRepository,
    };
  }

  /** Told of side queries while they are answered; whoever returns a watcher follows one. */
  setSideQueryObserver(observer: SideQueryObserver): void {
    this.sideQueryObserver = observer;
  }

  /** Told of each automatic compaction that has changed nothing: not due (`NOOP`), or failed. */
  setCompactionListener(listener: (info: ChatCompressionInfo) => void): void {
    this.compactionListener = listener;
  }

  onAutomaticCompactionSkipped(info: ChatCompressionInfo): void {
    this.compactionListener?.(info);
  }

  watchSideQuery(...query: Parameters<SideQueryObserver>): SideQueryWatcher | undefined {
    return this.sideQueryObserver?.(...query);
  }

  /** Folder for tool outputs that are too long for the context. */
  getSpillDirectory(): string {
    const { runtimeOutputDir } = this.parameters;
    return path.join(runtimeDirectory({ cwd: this.workspace.cwd, runtimeOutputDir }), 'tmp', this.sessionId);
  }

  /** Tells a person what no event carries. */
  warn(message: string): void {
    this.getDebugLogger().warn(message);
    this.parameters.onWarning?.(message);
  }
}

function withContextWindow(config: ContentGeneratorConfig): ContentGeneratorConfig {
  return { ...config, contextWindowSize: config.contextWindowSize ?? tokenLimit(config.model) };
}
