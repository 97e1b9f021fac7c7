/** The conversation of a run; `/clear` puts a new one in its place. */
import { randomUUID } from 'node:crypto';
import { Config, type Agent, type ConfigParameters, type ResumedSessionData } from '@qwen-code/qwen-code-core';
import { openAgent } from '../session/openAgent.js';

export class LiveSession {
  config: Config;
  private opened: Agent | undefined;

  constructor(
    private readonly parameters: ConfigParameters,
    private readonly resumed: ResumedSessionData | undefined,
  ) {
    this.config = new Config(parameters);
  }

  /** @throws FatalInputError when another process works on the session; FatalConfigError for a bad deny rule. */
  async open(signal: AbortSignal): Promise<void> {
    this.opened = await openAgent(this.config, { resumed: this.resumed, signal });
  }

  /** @throws before `open`. */
  get agent(): Agent {
    if (!this.opened) throw new Error('The session has not been opened.');
    return this.opened;
  }

  /** A new session with an empty history; model and approval mode stay as they are. */
  async restart(signal: AbortSignal): Promise<void> {
    await this.dispose();
    const { config: last } = this;
    this.config = new Config({
      ...this.parameters,
      sessionId: randomUUID(),
      generator: last.getContentGeneratorConfig(),
      contentGenerator: last.getContentGenerator(),
      approvalMode: last.getApprovalMode(),
    });
    this.opened = await openAgent(this.config, { signal });
  }

  async dispose(): Promise<void> {
    const agent = this.opened;
    this.opened = undefined;
    await agent?.dispose();
  }
}
