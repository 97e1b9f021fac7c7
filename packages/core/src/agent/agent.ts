/** The agent: one conversation with its tools, driven prompt by prompt. */
import { randomUUID } from 'node:crypto';
import type { GeminiClient } from '../core/client.js';
import { GeminiEventType, type ToolCallResponseInfo } from '../core/turn.js';
import type { ChatCompressionInfo } from '../services/compaction/compressionStatus.js';
import type { Part } from '../types.js';
import { runAgentLoop, type LoopDependencies } from './agentLoop.js';
import type { BackgroundAgents } from './backgroundAgents.js';
import type { AgentEvent, RequestApproval } from './events.js';
import { runToolCalls } from './runToolCalls.js';
import { outputCharactersPerCall } from './toolOutput.js';

/** Hooks around a prompt. */
interface PromptHooks {
  beforePrompt(
    prompt: string,
    signal: AbortSignal,
  ): Promise<{ block?: string; additionalContext?: string; message?: string }>;
  /** A text makes the agent go on instead of stopping. */
  beforeStop(signal: AbortSignal): Promise<string | undefined>;
  sessionEnd(): Promise<void>;
}

export interface AgentDependencies {
  client: GeminiClient;
  loop: Omit<LoopDependencies, 'client' | 'takeSteeringMessages' | 'onStop' | 'takeStep'>;
  backgroundAgents: BackgroundAgents;
  /** Requests to the model in this session; negative: no limit. */
  maxSessionTurns: number;
  hooks?: PromptHooks;
  /** What the model must be told with each prompt, such as that only planning is asked for. */
  reminder?(): string | undefined;
  /** Ends processes and writes what is left. */
  close(): Promise<void>;
}

export interface PromptOptions {
  signal: AbortSignal;
  requestApproval: RequestApproval;
  promptId?: string;
  /** Asked between the steps for what the person has typed meanwhile; what it returns is sent with the next request. */
  takeMessages?(): string[];
}

export class Agent {
  private readonly steering: Part[] = [];
  private turnsTaken = 0;
  private readonly session = new AbortController();
  private currentApproval: RequestApproval = async () => ({ decision: 'deny' });

  constructor(private readonly dependencies: AgentDependencies) {}

  /** The conversation; its chat has the history and its size. */
  get client(): GeminiClient {
    return this.dependencies.client;
  }

  /** Aborted when the agent is disposed of; background work ends with it. */
  get sessionSignal(): AbortSignal {
    return this.session.signal;
  }

  /** Asks whoever the current prompt's approvals are asked of; for work that outlives a call. */
  readonly requestApproval: RequestApproval = (request, signal) => this.currentApproval(request, signal);

  /** Runs one prompt to its end. The last event is `turn_end`; nothing is thrown but defects. */
  async *run(prompt: string | Part[], options: PromptOptions): AsyncGenerator<AgentEvent> {
    const parts = typeof prompt === 'string' ? [{ text: prompt }] : prompt;
    const { hooks, loop, client } = this.dependencies;
    this.currentApproval = options.requestApproval;
    const gate = await hooks?.beforePrompt(textOf(parts), options.signal);
    if (gate?.message) yield { type: GeminiEventType.HookSystemMessage, value: gate.message };
    if (gate?.block !== undefined) {
      const value = { reason: gate.block, originalPrompt: textOf(parts) };
      yield { type: GeminiEventType.UserPromptSubmitBlocked, value };
      yield { type: 'turn_end', reason: 'blocked', steps: 0 };
      return;
    }
    const added = [gate?.additionalContext, this.dependencies.reminder?.()];
    const message = [...parts, ...added.flatMap((text) => (text ? [{ text }] : []))];
    const dependencies: LoopDependencies = {
      ...loop,
      client,
      takeStep: () => this.takeTurn(),
      takeSteeringMessages: () => [
        ...this.takeSteering(),
        ...(options.takeMessages?.() ?? []).map((text) => ({ text })),
      ],
      onStop: (signal) => this.beforeStop(signal),
    };
    yield* runAgentLoop([...this.takeSteering(), ...message], dependencies, {
      ...options,
      promptId: options.promptId ?? randomUUID(),
    });
  }

  /**
   * Makes one call of a tool that no model asked for, with the permissions, approvals and hooks of those that one asks for.
   * The conversation is not told of it.
   *
   * @returns the response, which also says what failed
   */
  async *runTool(
    name: string,
    args: Record<string, unknown>,
    { signal, requestApproval, promptId }: Omit<PromptOptions, 'takeMessages'>,
  ): AsyncGenerator<AgentEvent, ToolCallResponseInfo> {
    const { loop } = this.dependencies;
    const callId = randomUUID();
    const request = { callId, name, args, isClientInitiated: true, prompt_id: promptId ?? callId };
    yield { type: GeminiEventType.ToolCallRequest, value: request };
    const maxOutputCharacters = outputCharactersPerCall(loop.contextWindow(), 1, loop.maxOutputCharacters);
    const step = { signal, maxOutputCharacters, onResponse: () => undefined };
    const { responses } = yield* runToolCalls([request], { ...loop.tools, requestApproval }, step);
    return responses[0]!;
  }

  /** Adds a message to the next request of the prompt that runs, or to the next prompt. */
  steer(message: string): void {
    this.steering.push({ text: message });
  }

  /** Compacts the conversation whatever its size. @throws an `AbortError` on abort. */
  compress(signal?: AbortSignal): Promise<ChatCompressionInfo> {
    return this.client.tryCompressChat(`compress-${randomUUID()}`, true, signal);
  }

  /** Stops background work, ends child processes and closes the session file. */
  async dispose(): Promise<void> {
    this.session.abort();
    await this.dependencies.hooks?.sessionEnd();
    await this.dependencies.close();
  }

  private takeTurn(): boolean {
    const { maxSessionTurns } = this.dependencies;
    if (maxSessionTurns >= 0 && this.turnsTaken >= maxSessionTurns) return false;
    this.turnsTaken += 1;
    return true;
  }

  private takeSteering(): Part[] {
    return [...this.steering.splice(0), ...this.dependencies.backgroundAgents.takeReports()];
  }

  private async beforeStop(signal: AbortSignal): Promise<string | undefined> {
    const goOn = await this.dependencies.hooks?.beforeStop(signal);
    if (goOn !== undefined) return goOn;
    await this.dependencies.backgroundAgents.waitForReport(signal);
    const reports = this.dependencies.backgroundAgents.takeReports();
    return reports.length > 0 && !signal.aborted ? textOf(reports) : undefined;
  }
}

function textOf(parts: Part[]): string {
  return parts.map((part) => part.text ?? '').join('\n');
}
