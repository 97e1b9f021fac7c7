/** Hands events on in batches, beside the session: never awaited by it, never failing it. */
import type { TelemetryEvent } from './telemetryEvents.js';

/** Delivers one batch; rejects when that fails. */
export type DeliverBatch = (events: readonly TelemetryEvent[], signal: AbortSignal) => Promise<void>;

export interface EventExporterOptions {
  deliver: DeliverBatch;
  /** Told the first time a batch is lost. */
  onFailure?(message: string): void;
  /** Milliseconds that an event waits for company; default 5,000. */
  delayMs?: number;
}

const DEFAULT_DELAY_MS = 5_000;
const BATCH_SIZE = 200;
/** Oldest events are dropped beyond this. */
const MAX_WAITING = 2_000;
const DELIVERY_TIMEOUT_MS = 5_000;
/** What the end of a session may wait for its last events. */
const CLOSE_TIMEOUT_MS = 1_500;

export class EventExporter {
  private waiting: TelemetryEvent[] = [];
  private timer: NodeJS.Timeout | undefined;
  private delivering: Promise<void> | undefined;
  private failed = false;
  private readonly ending = new AbortController();

  constructor(private readonly options: EventExporterOptions) {}

  add(event: TelemetryEvent): void {
    this.waiting.push(event);
    if (this.waiting.length > MAX_WAITING) this.waiting.shift();
    if (this.waiting.length >= BATCH_SIZE) void this.deliver();
    this.timer ??= setTimeout(() => void this.deliver(), this.options.delayMs ?? DEFAULT_DELAY_MS);
    // Telemetry alone keeps no process alive.
    this.timer.unref();
  }

  /** Sends what waits; after 1.5 s it gives up, also on a delivery under way. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.ending.abort(new Error('the session ended')), CLOSE_TIMEOUT_MS);
    if (this.delivering) await this.delivering;
    await this.deliver();
    clearTimeout(timer);
  }

  private deliver(): Promise<void> {
    this.delivering ??= this.deliverAll().finally(() => (this.delivering = undefined));
    return this.delivering;
  }

  private async deliverAll(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const signal = AbortSignal.any([AbortSignal.timeout(DELIVERY_TIMEOUT_MS), this.ending.signal]);
    while (this.waiting.length > 0 && !signal.aborted) {
      const batch = this.waiting.splice(0, BATCH_SIZE);
      try {
        await this.options.deliver(batch, signal);
      } catch (error) {
        if (!this.failed) this.options.onFailure?.(`Telemetry could not be delivered: ${messageOf(error)}`);
        this.failed = true;
        break;
      }
    }
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
