/** One session as the terminal holds it: the configuration at once, the agent as soon as it is ready. */
import { setImmediate } from 'node:timers/promises';
import { Config, type Agent, type ConfigParameters, type ResumedSessionData } from '@qwen-code/qwen-code-core';
import { openAgent } from '../../session/openAgent.js';

export class OpenedSession {
  readonly config: Config;
  /** Rejects with what `openAgent` throws. */
  readonly ready: Promise<Agent>;
  readonly startedAt = performance.now();
  private readonly opening = new AbortController();
  private opened: Agent | undefined;

  /** @param screen is waited for: keys can be typed on it while the agent gets ready */
  constructor(
    parameters: ConfigParameters,
    readonly resumed?: ResumedSessionData,
    screen?: Promise<void>,
  ) {
    this.config = new Config(parameters);
    this.ready = this.start(screen);
    // Whoever waits for it is told of a failure.
    this.ready.catch(() => undefined);
  }

  /** `undefined` until it is ready. */
  get agent(): Agent | undefined {
    return this.opened;
  }

  private async start(screen: Promise<void> | undefined): Promise<Agent> {
    await screen;
    await setImmediate();
    return (this.opened = await openAgent(this.config, { resumed: this.resumed, signal: this.opening.signal }));
  }

  async dispose(): Promise<void> {
    this.opening.abort();
    const agent = await this.ready.catch(() => undefined);
    await agent?.dispose();
  }
}
