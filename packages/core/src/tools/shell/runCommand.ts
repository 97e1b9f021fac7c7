/** Runs one command in the foreground, to its end or to its limits. */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { OutputCapture, type OutputLimits } from './outputCapture.js';
import { endGroup, isGroupAlive, spawnShell } from './processGroup.js';

/** Time between two live outputs. */
const LIVE_INTERVAL_MS = 100;
/** How long a killed process may take to exit before it is given up. */
const EXIT_MS = 50;
/** How long output is awaited from a process that outlives the command and holds its output open. */
const DRAIN_MS = 100;

export interface RunOptions extends OutputLimits {
  cwd: string;
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
  signal: AbortSignal;
  /** Characters that the caller adds to the output. */
  reservedCharacters: number;
  onOutput?(text: string): void;
}

export interface CommandOutcome {
  output: string;
  /** `null` when a signal ended it. */
  exitCode: number | null;
  exitSignal: NodeJS.Signals | null;
  /** Why it was ended before its end. */
  endedBy?: 'abort' | 'timeout' | 'output-limit';
  /** Process group that still has processes: the command started something in the background. */
  leftGroup?: number;
}

/** @throws when no shell can be started. */
export async function runCommand(command: string, options: RunOptions): Promise<CommandOutcome> {
  const { signal, cwd, env } = options;
  if (signal.aborted) return { output: '', exitCode: null, exitSignal: null, endedBy: 'abort' };
  const child = await spawnShell(command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = exitOf(child);
  const capture = new OutputCapture(options);
  const limits = new Limits(child.pid, options);
  const live = new LiveOutput(capture, options.onOutput);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      if (limits.endedBy === undefined) capture.add(chunk);
      if (capture.isTooLong) limits.end('output-limit');
      live.update();
    });
    // A broken pipe ends the stream; the exit status tells the rest.
    stream?.on('error', () => undefined);
  }
  const exit = await Promise.race([exited, limits.ended]);
  limits.stop();
  await drain(child);
  live.stop();
  const output = await capture.finish(options.reservedCharacters);
  const outcome: CommandOutcome = { output, exitCode: exit.code, exitSignal: exit.signal, endedBy: limits.endedBy };
  if (isGroupAlive(child.pid)) outcome.leftGroup = child.pid;
  return outcome;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Awaits the end of the process itself, not of its output. */
export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** The exit as people write it: `exit code 1`, `killed by SIGKILL`. A shell reports a signal as 128 + its number. */
export function exitText({ exitCode, exitSignal }: Pick<CommandOutcome, 'exitCode' | 'exitSignal'>): string {
  if (exitCode === null) return `killed by ${exitSignal ?? 'a signal'}`;
  const name = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0];
  return name ? `exit code ${exitCode} (${name})` : `exit code ${exitCode}`;
}

/** Ends the group when the caller aborts, the time is over or there is too much output. */
class Limits {
  endedBy: CommandOutcome['endedBy'];
  /** Resolves when the group was ended and its leader had time to exit; a process of another user may live on. */
  readonly ended: Promise<Exit>;
  private resolveEnded!: (exit: Exit) => void;
  private readonly timer: NodeJS.Timeout;
  private readonly onAbort = (): void => this.end('abort');

  constructor(
    private readonly group: number,
    private readonly options: Pick<RunOptions, 'signal' | 'timeoutMs'>,
  ) {
    this.ended = new Promise((resolve) => (this.resolveEnded = resolve));
    this.timer = setTimeout(() => this.end('timeout'), options.timeoutMs);
    options.signal.addEventListener('abort', this.onAbort, { once: true });
    if (options.signal.aborted) this.onAbort();
  }

  end(reason: NonNullable<CommandOutcome['endedBy']>): void {
    if (this.endedBy !== undefined) return;
    this.endedBy = reason;
    void endGroup(this.group)
      .then(() => delay(EXIT_MS))
      .then(() => this.resolveEnded({ code: null, signal: null }));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.options.signal.removeEventListener('abort', this.onAbort);
  }
}

/**
 * Takes what is left in the pipes. A process in the background may hold them open for ever: then its later output is
 * read and thrown away, so that it neither blocks nor breaks.
 */
async function drain(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const ended = Promise.all(
    streams.map((stream) => (stream.closed ? undefined : new Promise((resolve) => stream.once('close', resolve)))),
  );
  const timeout = new AbortController();
  const late = delay(DRAIN_MS, 'late', { signal: timeout.signal }).catch(() => undefined);
  const isLate = (await Promise.race([ended, late])) === 'late';
  timeout.abort();
  if (!isLate) return;
  for (const stream of streams) {
    stream.removeAllListeners('data');
    stream.resume();
    (stream as Partial<{ unref(): void }>).unref?.();
  }
}

class LiveOutput {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly capture: OutputCapture,
    private readonly show: ((text: string) => void) | undefined,
  ) {}

  update(): void {
    if (!this.show || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.show?.(this.capture.liveText());
    }, LIVE_INTERVAL_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
