/** A real agent in a temporary folder, talking to the simulator in one of the dialects. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSimulator, type Simulator, type SimulatorOptions } from '@qwen-code/model-simulator';
import {
  AuthType,
  Config,
  createAgent,
  SessionService,
  type Agent,
  type AgentEvent,
  type ConfigParameters,
  type PromptOptions,
} from '../../src/index.js';

export const DIALECTS = ['openai', 'anthropic', 'gemini'] as const;
export type Dialect = (typeof DIALECTS)[number];

const AUTH_TYPES: Record<Dialect, AuthType> = {
  openai: AuthType.USE_OPENAI,
  anthropic: AuthType.USE_ANTHROPIC,
  gemini: AuthType.USE_GEMINI,
};

const MODELS: Record<Dialect, string> = {
  openai: 'qwen3-coder-plus',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
};

/** Owns everything a test starts; `close` ends all of it. */
export class AgentSession {
  readonly home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-agent-')));
  readonly project = path.join(this.home, 'project');
  readonly warnings: string[] = [];
  private readonly closers: Array<() => Promise<unknown>> = [];

  private constructor(
    readonly dialect: Dialect,
    readonly simulator: Simulator,
    private readonly contextWindow: number,
  ) {
    mkdirSync(this.project);
    this.closers.push(() => simulator.close());
  }

  static async start(dialect: Dialect, options: SimulatorOptions): Promise<AgentSession> {
    return new AgentSession(dialect, await startSimulator(options), options.contextWindow ?? 131_072);
  }

  write(name: string, content: string): string {
    const file = path.join(this.project, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  config(parameters: Partial<ConfigParameters> = {}): Config {
    return new Config({
      cwd: this.project,
      version: '0.0.0-test',
      runtimeOutputDir: path.join(this.home, 'runtime'),
      approvalMode: 'yolo',
      onWarning: (message) => this.warnings.push(message),
      generator: {
        authType: AUTH_TYPES[this.dialect],
        model: MODELS[this.dialect],
        apiKey: 'none',
        baseUrl: this.simulator.baseUrl(this.dialect),
        contextWindowSize: this.contextWindow,
        retryInitialDelayMs: 1,
      },
      ...parameters,
    });
  }

  async agent(config: Config = this.config()): Promise<Agent> {
    const agent = await createAgent(config);
    this.closers.unshift(() => agent.dispose());
    return agent;
  }

  /** Opens a session again, as a later process does. */
  async resume(sessionId: string): Promise<{ agent: Agent; config: Config }> {
    const runtimeOutputDir = path.join(this.home, 'runtime');
    const resumed = await new SessionService({ cwd: this.project, runtimeOutputDir }).loadSession(sessionId);
    const config = this.config({ sessionId });
    const agent = await createAgent(config, { resumed });
    this.closers.unshift(() => agent.dispose());
    return { agent, config };
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Runs one prompt and returns all events. */
export async function runPrompt(
  agent: Agent,
  prompt: string,
  options: Partial<PromptOptions> = {},
): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  const stream = agent.run(prompt, {
    signal: new AbortController().signal,
    requestApproval: async () => ({ decision: 'deny' }),
    ...options,
  });
  for await (const event of stream) events.push(event);
  return events;
}

/** The text of the answer to one prompt. */
export function answerOf(events: AgentEvent[]): string {
  return events.map((event) => (event.type === 'content' ? event.value : '')).join('');
}
