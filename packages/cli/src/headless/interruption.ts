/** What ends the work early: SIGINT, SIGTERM, or a reader that has gone. The second signal ends the process at once. */
import { FatalCancellationError } from '../errors.js';

/** Time for the ordered end before the process ends anyhow. */
const GRACE_MS = 3_000;

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export class Interruption {
  private readonly controller = new AbortController();
  private received: keyof typeof EXIT_CODES | undefined;

  /** @param readerGone aborts the work too; no failure is reported then, since nobody would read it */
  constructor(readerGone: AbortSignal) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.onSignal(signal));
    readerGone.addEventListener('abort', () => this.stop(0));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The failure that a signal stands for; `undefined` when none came. */
  get error(): FatalCancellationError | undefined {
    return this.received && new FatalCancellationError(`Cancelled by ${this.received}.`, EXIT_CODES[this.received]);
  }

  private onSignal(signal: keyof typeof EXIT_CODES): void {
    if (this.received) process.exit(EXIT_CODES[signal]);
    this.received = signal;
    this.stop(EXIT_CODES[signal]);
  }

  private stop(exitCode: number): void {
    setTimeout(() => process.exit(exitCode), GRACE_MS).unref();
    this.controller.abort();
  }
}
