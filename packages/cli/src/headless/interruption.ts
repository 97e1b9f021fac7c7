/**
 * What ends the work early: a signal, or a reader that has gone. The second signal ends the process at once. A terminal
 * that was closed (SIGHUP) and Ctrl-\\ (SIGQUIT) count too: commands run in process groups of their own and would go on.
 */
import { FatalCancellationError } from '../errors.js';

/** Time for the ordered end before the process ends anyhow. */
const GRACE_MS = 3_000;

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

type Signal = keyof typeof EXIT_CODES;

export class Interruption {
  private readonly controller = new AbortController();
  private received: Signal | undefined;

  /** @param readerGone aborts the work too; no failure is reported then, since nobody would read it */
  constructor(readerGone: AbortSignal) {
    for (const signal of Object.keys(EXIT_CODES) as Signal[]) process.on(signal, () => this.onSignal(signal));
    readerGone.addEventListener('abort', () => this.stop(0));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The failure that a signal stands for; `undefined` when none came. */
  get error(): FatalCancellationError | undefined {
    return this.received && new FatalCancellationError(`Cancelled by ${this.received}.`, EXIT_CODES[this.received]);
  }

  private onSignal(signal: Signal): void {
    if (this.received) process.exit(EXIT_CODES[signal]);
    this.received = signal;
    this.stop(EXIT_CODES[signal]);
  }

  private stop(exitCode: number): void {
    setTimeout(() => process.exit(exitCode), GRACE_MS).unref();
    this.controller.abort();
  }
}
