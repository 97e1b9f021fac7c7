/** Failures that end the process: a text for people and an exit status for scripts (docs: exit codes in the README). */

/** @see exitCode for the status; `message` says what went wrong and what to do next. */
export class FatalError extends Error {
  override readonly name: string = 'FatalError';

  constructor(
    message: string,
    readonly exitCode: number,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** No usable credentials, or the provider refused them. */
export class FatalAuthenticationError extends FatalError {
  override readonly name = 'FatalAuthenticationError';

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, 41, options);
  }
}

/** Nothing to do, or something that cannot be done: no prompt, an unknown session, a bad input line. */
export class FatalInputError extends FatalError {
  override readonly name = 'FatalInputError';

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, 42, options);
  }
}

/** Settings or configuration that cannot be used. */
export class FatalConfigError extends FatalError {
  override readonly name = 'FatalConfigError';

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, 52, options);
  }
}

/** `--max-session-turns` was reached before the work was done. */
export class FatalTurnLimitedError extends FatalError {
  override readonly name = 'FatalTurnLimitedError';

  constructor(message: string) {
    super(message, 53);
  }
}

/** A signal stopped the run; 128 and its number, 130 for SIGINT. */
export class FatalCancellationError extends FatalError {
  override readonly name = 'FatalCancellationError';

  constructor(message: string, exitCode: 129 | 130 | 131 | 143 = 130) {
    super(message, exitCode);
  }
}
