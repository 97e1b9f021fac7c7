/** Runs sub-agents: each has a conversation of its own, compacted like any other, and a narrow set of tools. */
import { GeminiChat, type ChatConfig } from '../core/geminiChat.js';
import { GeminiEventType } from '../core/turn.js';
import type { AgentDefinition } from '../tools/agents/agentDefinition.js';
import { ToolRegistry, currentToolName } from '../tools/toolRegistry.js';
import { runAgentLoop, type LoopDependencies, type LoopOptions } from './agentLoop.js';
import type { AgentEvent } from './events.js';
import { TurnClient } from './turnClient.js';

/** Tools no sub-agent gets: it cannot start agents, change the mode or ask the user. */
const WITHHELD = new Set(['agent', 'exit_plan_mode', 'ask_user_question', 'todo_write', 'save_memory']);

export interface SubAgentDependencies {
  config: ChatConfig;
  /** Everything of the parent's loop that the sub-agent shares; its registry is narrowed. */
  loop: Pick<LoopDependencies, 'tools' | 'contextWindow' | 'maxOutputCharacters'>;
  /** System instruction of an agent: its own prompt plus the environment. */
  systemInstruction(agent: AgentDefinition): string;
}

export interface SubAgentRun extends LoopOptions {
  prompt: string;
  /** Requests to the model it may make. */
  maxSteps: number;
  onEvent(event: AgentEvent): void;
}

export interface SubAgentReport {
  report: string;
  isError?: boolean;
}

/** Runs one sub-agent to its end; its last answer is the report. */
export async function runSubAgent(
  agent: AgentDefinition,
  dependencies: SubAgentDependencies,
  run: SubAgentRun,
): Promise<SubAgentReport> {
  const { config, loop } = dependencies;
  const registry = narrowRegistry(loop.tools.registry, agent.tools);
  const chat = new GeminiChat(config, {
    systemInstruction: dependencies.systemInstruction(agent),
    tools: [{ functionDeclarations: registry.declarations() }],
  });
  let stepsLeft = run.maxSteps;
  const events = runAgentLoop(
    [{ text: run.prompt }],
    {
      ...loop,
      tools: { ...loop.tools, registry },
      client: new TurnClient(chat, () => agent.model ?? config.getModel()),
      takeStep: () => stepsLeft-- > 0,
      takeSteeringMessages: () => [],
    },
    run,
  );
  return collectReport(events, run.onEvent);
}

async function collectReport(
  events: AsyncGenerator<AgentEvent>,
  onEvent: (event: AgentEvent) => void,
): Promise<SubAgentReport> {
  let answer = '';
  let failure: string | undefined;
  for await (const event of events) {
    onEvent(event);
    if (event.type === 'request_start' || (event.type === GeminiEventType.Retry && !event.isContinuation)) answer = '';
    else if (event.type === GeminiEventType.Content) answer += event.value;
    else if (event.type === GeminiEventType.Error) failure = event.value.error.message;
    else if (event.type === 'turn_end' && event.reason !== 'completed') failure ??= `It ended early: ${event.reason}.`;
  }
  const report = answer.trim();
  if (failure !== undefined) {
    return { report: `The agent failed. ${failure}${report ? `\nIts last words:\n${report}` : ''}`, isError: true };
  }
  return report === '' ? { report: 'The agent ended without a report.', isError: true } : { report };
}

function narrowRegistry(parent: ToolRegistry, allowed: string[] | undefined): ToolRegistry {
  const names = allowed && new Set(allowed.map(currentToolName));
  return new ToolRegistry(parent.all().filter(({ name }) => !WITHHELD.has(name) && (names?.has(name) ?? true)));
}
