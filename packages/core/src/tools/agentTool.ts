/** agent: hands a task to a sub-agent with a context of its own. */
import type { AgentDefinition } from './agents/agentDefinition.js';
import type { Tool } from './tool.js';

export interface AgentToolPorts {
  agents: readonly AgentDefinition[];
  /** Runs an agent; in the background it returns at once, with a text that says so. */
  runAgent(
    agent: AgentDefinition,
    task: { prompt: string; description: string },
    options: { signal: AbortSignal; background: boolean; onEvent(event: object): void },
  ): Promise<{ report: string; isError?: boolean }>;
}

interface AgentParams {
  description: string;
  prompt: string;
  subagent_type?: string;
  run_in_background?: boolean;
}

export function createAgentTool({ agents, runAgent }: AgentToolPorts): Tool<AgentParams> {
  const find = (name = 'general-purpose'): AgentDefinition | undefined => agents.find((agent) => agent.name === name);
  return {
    name: 'agent',
    displayName: 'Agent',
    kind: 'other',
    parallel: true,
    description: `Hands a task to a sub-agent that sees only your prompt; its report is the result. Types:\n${agents
      .map(({ name, description }) => `- ${name}: ${description}`)
      .join('\n')}`,
    parametersJsonSchema: {
      type: 'object',
      properties: {
        description: { type: 'string', description: 'The task in 3 to 5 words' },
        prompt: { type: 'string', description: 'The whole task' },
        subagent_type: { type: 'string' },
        run_in_background: { type: 'boolean', description: 'Go on at once; the report comes later' },
      },
      required: ['description', 'prompt'],
    },
    describe: ({ description }) => description.replaceAll(/\s+/g, ' '),
    validate: ({ subagent_type }) =>
      find(subagent_type)
        ? null
        : `There is no agent "${subagent_type}". The agents are: ${agents.map(({ name }) => name).join(', ')}.`,
    // What the sub-agent does is asked about call by call.
    preview: async () => null,
    async execute({ prompt, description, subagent_type, run_in_background = false }, context) {
      const agent = find(subagent_type);
      if (!agent) throw new Error(`There is no agent "${subagent_type}".`);
      const { report, isError } = await runAgent(
        agent,
        { prompt, description },
        {
          signal: context.signal,
          background: run_in_background,
          onEvent: (event) => context.onSubAgentEvent?.(agent.name, event),
        },
      );
      return { output: report, errorType: isError ? 'execution_failed' : undefined };
    },
  };
}
