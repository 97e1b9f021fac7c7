/** SIGINT and SIGTERM: the first aborts the work and lets it end in order, the second ends the process at once. */
import { FatalCancellationError } from '../errors.js';

/** Time for the ordered end before the process ends anyhow. */
const GRACE_MS = 3_000;

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export class Interruption {
  private readonly controller = new AbortController();
  private received: keyof typeof EXIT_CODES | undefined;
  private readonly onSignal = (signal: NodeJS.Signals): void => {
    const name = signal as keyof typeof EXIT_CODES;
    if (this.received) process.exit(EXIT_CODES[name]);
    this.received = name;
    setTimeout(() => process.exit(EXIT_CODES[name]), GRACE_MS).unref();
    this.controller.abort();
  };

  constructor() {
    process.on('SIGINT', this.onSignal);
    process.on('SIGTERM', this.onSignal);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The failure that the signal stands for; `undefined` when none came. */
  get error(): FatalCancellationError | undefined {
    return this.received && new FatalCancellationError(`Cancelled by ${this.received}.`, EXIT_CODES[this.received]);
  }

  dispose(): void {
    process.off('SIGINT', this.onSignal);
    process.off('SIGTERM', this.onSignal);
  }
}
