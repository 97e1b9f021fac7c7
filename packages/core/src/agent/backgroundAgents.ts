/** Sub-agents that run beside the conversation; each report is delivered to the parent exactly once. */
import type { Part } from '../types.js';
import type { SubAgentReport } from './subAgents.js';

export class BackgroundAgents {
  private readonly running = new Map<string, Promise<void>>();
  private readonly finished: Part[] = [];
  private nextNumber = 1;

  /** Starts one and returns its id. `run` must not throw. */
  start(name: string, description: string, run: (id: string) => Promise<SubAgentReport>): string {
    const id = `${name}-${this.nextNumber++}`;
    const work = run(id).then(({ report, isError }) => {
      this.running.delete(id);
      const status = isError ? 'failed' : 'finished';
      this.finished.push({
        text: `<agent_report id="${id}" status="${status}">\n${description}\n\n${report}\n</agent_report>`,
      });
    });
    this.running.set(id, work);
    return id;
  }

  /** Reports that have come in since the last call. */
  takeReports(): Part[] {
    return this.finished.splice(0);
  }

  /** Waits until a report is there or no agent runs. */
  async waitForReport(signal: AbortSignal): Promise<void> {
    if (this.finished.length > 0 || this.running.size === 0) return;
    let stopWaiting = (): void => undefined;
    const aborted = new Promise<void>((resolve) => (stopWaiting = resolve));
    signal.addEventListener('abort', stopWaiting, { once: true });
    await Promise.race([...this.running.values(), aborted]);
    signal.removeEventListener('abort', stopWaiting);
  }
}
