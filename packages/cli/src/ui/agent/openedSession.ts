/** One session as the terminal holds it: the configuration at once, the agent as soon as it is ready. */
import { setImmediate } from 'node:timers/promises';
import { Config, type Agent, type ConfigParameters, type ResumedSessionData } from '@qwen-code/qwen-code-core';
import { openAgent } from '../../session/openAgent.js';

export class OpenedSession {
  /** Rejects with what `openAgent` throws. */
  readonly ready: Promise<Agent>;
  readonly startedAt = performance.now();
  private readonly opening = new AbortController();
  private opened: Agent | undefined;

  constructor(
    readonly config: Config,
    readonly resumed?: ResumedSessionData,
  ) {
    this.ready = this.start();
    this.ready.catch(() => undefined);
  }

  static open(parameters: ConfigParameters, resumed?: ResumedSessionData): OpenedSession {
    return new OpenedSession(new Config(parameters), resumed);
  }

  /** `undefined` until it is ready. */
  get agent(): Agent | undefined {
    return this.opened;
  }

  private async start(): Promise<Agent> {
    // The screen comes first: it can be typed on meanwhile.
    await setImmediate();
    return (this.opened = await openAgent(this.config, { resumed: this.resumed, signal: this.opening.signal }));
  }

  async dispose(): Promise<void> {
    this.opening.abort();
    const agent = await this.ready.catch(() => undefined);
    await agent?.dispose();
  }
}
