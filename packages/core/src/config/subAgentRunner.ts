/** Lets the `agent` tool run sub-agents, in front or in the background. */
import type { Agent, AgentDependencies } from '../agent/agent.js';
import type { BackgroundAgents } from '../agent/backgroundAgents.js';
import { runSubAgent, type SubAgentReport } from '../agent/subAgents.js';
import { environmentSection } from '../agent/systemPrompt.js';
import type { AgentDefinition } from '../tools/agents/agentDefinition.js';
import type { AgentToolPorts } from '../tools/agentTool.js';
import type { Config } from './config.js';

/** Requests to the model that one sub-agent may make. */
const MAX_STEPS = 100;

type RunAgent = AgentToolPorts['runAgent'];
type RunOptions = Parameters<RunAgent>[2];

export class SubAgentRunner {
  private parent: Agent | undefined;
  private runs = 0;

  constructor(
    private readonly config: Config,
    private readonly loop: AgentDependencies['loop'],
    private readonly background: BackgroundAgents,
  ) {}

  /** Must be called before the first run. */
  setParent(agent: Agent): void {
    this.parent = agent;
  }

  readonly run: RunAgent = async (agent, { prompt, description }, options) => {
    if (!options.background) return this.runOne(agent, prompt, options);
    const { sessionSignal } = this.requireParent();
    const detached: RunOptions = { ...options, signal: sessionSignal, onEvent: () => undefined };
    const id = this.background.start(agent.name, description, () =>
      this.runOne(agent, prompt, detached).catch((error: Error) => ({ report: error.message, isError: true })),
    );
    return { report: `The agent ${id} works in the background. Its report will come as a message; go on meanwhile.` };
  };

  private async runOne(agent: AgentDefinition, prompt: string, options: RunOptions): Promise<SubAgentReport> {
    const { config, loop } = this;
    const hooks = config.getHookSystem();
    const agentId = `${config.getSessionId()}-agent-${++this.runs}`;
    const started = await hooks.fireSubagentStartEvent(agentId, agent.name, options.signal);
    const task = started.additionalContext ? `${prompt}\n\n${started.additionalContext}` : prompt;
    const report = await runSubAgent(
      agent,
      {
        config,
        loop,
        systemInstruction: ({ systemPrompt }) => `${systemPrompt}\n\n${environmentSection(config.getEnvironment())}`,
      },
      {
        prompt: task,
        promptId: agentId,
        maxSteps: MAX_STEPS,
        signal: options.signal,
        requestApproval: this.requireParent().requestApproval,
        onEvent: options.onEvent,
      },
    );
    const stopped = { agentId, agentType: agent.name, lastAssistantMessage: report.report };
    await hooks.fireSubagentStopEvent(stopped, options.signal);
    return report;
  }

  private requireParent(): Agent {
    if (!this.parent) throw new Error('A sub-agent was started before its parent.');
    return this.parent;
  }
}
