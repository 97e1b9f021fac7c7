/** Runs one hook command: JSON in, exit code and output out, nothing left behind. */
import { spawn, type ChildProcess } from 'node:child_process';

export interface HookProcessOptions {
  command: string;
  /** Written to stdin as one JSON document. */
  input: object;
  cwd: string;
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
  signal?: AbortSignal;
}

export type HookProcessResult =
  | { ended: 'exit'; exitCode: number; stdout: string; stderr: string }
  | { ended: 'timeout' | 'abort' }
  /** It could not be started, or a signal ended it. */
  | { ended: 'failure'; message: string };

/** Characters kept of each stream; what a hook says beyond that is dropped. */
const MAX_OUTPUT_CHARACTERS = 100_000;
/** Time for output to arrive after the command has ended. */
const OUTPUT_GRACE_MS = 500;

/** Runs the command to its end; a time-out or an abort kills its whole process group. Never rejects. */
export function runHookProcess(options: HookProcessOptions): Promise<HookProcessResult> {
  const { command, input, cwd, env, timeoutMs, signal } = options;
  if (signal?.aborted) return Promise.resolve({ ended: 'abort' });
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd,
      env,
      shell: true,
      // A group of its own, so that what the command started dies with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: 'pipe',
    });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const settle = (result: HookProcessResult): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const stop = (ended: 'timeout' | 'abort'): void => {
      killGroup(child);
      settle({ ended });
    };
    const onAbort = (): void => stop('abort');
    const timer = setTimeout(() => stop('timeout'), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.on('error', (error) => settle({ ended: 'failure', message: error.message }));
    const finish = (exitCode: number | null, killedBy: NodeJS.Signals | null): void =>
      settle(
        exitCode === null
          ? { ended: 'failure', message: `it was ended by ${killedBy}` }
          : { ended: 'exit', exitCode, stdout: stdout(), stderr: stderr() },
      );
    child.on('close', finish);
    // Something that the command left in the background may hold its output open for ever.
    child.on('exit', (exitCode, killedBy) => setTimeout(finish, OUTPUT_GRACE_MS, exitCode, killedBy).unref());
    // A command that does not read its input closes the pipe early: nothing is wrong with that.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(input)}\n`);
  });
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    if (text.length < MAX_OUTPUT_CHARACTERS) text = (text + chunk).slice(0, MAX_OUTPUT_CHARACTERS);
  });
  return () => text;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // Already gone.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
