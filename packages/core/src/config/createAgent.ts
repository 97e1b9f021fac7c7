/** Builds the agent: the one place where the parts of core meet. */
import path from 'node:path';
import { Agent, type AgentDependencies } from '../agent/agent.js';
import { BackgroundAgents } from '../agent/backgroundAgents.js';
import { DEFAULT_MAX_OUTPUT_CHARACTERS } from '../agent/toolOutput.js';
import { isValidNonThoughtTextPart } from '../core/geminiChat.js';
import { AgentHooks } from '../hooks/agentHooks.js';
import type { ResumedSessionData } from '../session/sessionService.js';
import { loadAgents } from '../tools/agents/agentDefinition.js';
import { McpClients } from '../tools/mcp/mcpClients.js';
import { BackgroundProcesses } from '../tools/shell/backgroundProcesses.js';
import type { Content } from '../types.js';
import { globalQwenDirectory } from '../utils/qwenDirectories.js';
import { registerBuiltInTools } from './builtInTools.js';
import type { Config } from './config.js';
import { ConfiguredPermissions } from './configuredPermissions.js';
import { openRecorder, resumedConversation } from './sessionRecording.js';
import { SubAgentRunner } from './subAgentRunner.js';

export interface CreateAgentOptions {
  /** A session to go on with, as `SessionService` opened it; the config must have its id. */
  resumed?: ResumedSessionData;
  signal?: AbortSignal;
}

const PLAN_MODE_REMINDER =
  '<reminder>Plan mode is on: read and think, change nothing. When the plan is complete, present it with exit_plan_mode.</reminder>';

/**
 * Reads instructions and agent definitions, opens the session file, starts MCP servers and the conversation.
 *
 * @throws SessionLockedError when another process writes the resumed session, RuleSyntaxError for a deny rule that cannot be
 *   read.
 */
export async function createAgent(config: Config, options: CreateAgentOptions = {}): Promise<Agent> {
  const { resumed, signal } = options;
  const { parameters, workspace } = config;
  const [definitions] = await Promise.all([
    loadAgents(agentDirectories(config)),
    config.loadInstructions(),
    parameters.contentGenerator ? undefined : config.detectContextWindow(signal),
  ]);
  for (const warning of definitions.warnings) config.warn(warning);
  config.setAgentDefinitions(definitions.agents);

  const client = config.getGeminiClient();
  const permissions = new ConfiguredPermissions(config);
  const backgroundAgents = new BackgroundAgents();
  const backgroundProcesses = new BackgroundProcesses();
  const hooks = new AgentHooks(config.getHookSystem(), () => textOf(client.getChat().getLastHistoryEntry()));
  const loop: AgentDependencies['loop'] = {
    recorder: undefined,
    tools: {
      registry: config.getToolRegistry(),
      permissions,
      hooks,
      telemetry: config.getTelemetry(),
      context: { workspace, readState: config.readState, spillDirectory: config.getSpillDirectory() },
    },
    contextWindow: () => config.getContextWindow(),
    maxOutputCharacters: parameters.truncateToolOutputThreshold ?? DEFAULT_MAX_OUTPUT_CHARACTERS,
  };
  const subAgents = new SubAgentRunner(config, loop, backgroundAgents);
  registerBuiltInTools(config, { agents: definitions.agents, subAgents, backgroundProcesses });
  const mcp = new McpClients({ servers: parameters.mcpServers ?? {}, cwd: workspace.cwd });
  config.setMcpClients(mcp);
  // First, since it can fail: whoever may not go on with the session need not wait for servers.
  const recorder = await openRecorder(config, resumed);
  config.setChatRecordingService(recorder);
  const close = async (): Promise<void> => {
    await Promise.all([backgroundProcesses.dispose(), mcp.dispose(), recorder?.close(), config.getTelemetry().close()]);
  };
  try {
    await connectServers(config, mcp, signal);
    await client.initialize(resumed && resumedConversation(resumed), signal);
  } catch (error) {
    await close();
    throw error;
  }
  const agent = new Agent({
    client,
    loop: { ...loop, recorder },
    backgroundAgents,
    maxSessionTurns: config.getMaxSessionTurns(),
    hooks,
    reminder: () => (config.getApprovalMode() === 'plan' ? PLAN_MODE_REMINDER : undefined),
    close,
  });
  subAgents.setParent(agent);
  return agent;
}

async function connectServers(config: Config, mcp: McpClients, signal: AbortSignal | undefined): Promise<void> {
  await mcp.connect(config.getToolRegistry(), signal);
  for (const { name, error } of mcp.status()) if (error) config.warn(`MCP server "${name}" is not available: ${error}`);
}

function agentDirectories({ parameters, workspace }: Config): string[] {
  const ofTheUser = path.join(globalQwenDirectory(), 'agents');
  return parameters.projectAgents === false ? [ofTheUser] : [path.join(workspace.cwd, '.qwen/agents'), ofTheUser];
}

function textOf(answer: Content | undefined): string {
  const parts = answer?.parts ?? [];
  return parts
    .filter(isValidNonThoughtTextPart)
    .map(({ text }) => text)
    .join('');
}
