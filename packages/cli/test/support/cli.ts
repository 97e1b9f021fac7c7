/** Runs the real program, as it is built, as a child process with a home of its own. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
export const CLI_ENTRY = path.join(ROOT, 'packages/cli/dist/qwen.js');

/** Builds the program unless it is up to date; several test files may ask at once. */
export async function buildCli(): Promise<void> {
  const lock = path.join(os.tmpdir(), `qwen-build-${ROOT.replace(/\W/g, '-')}`);
  while (!tryLock(lock)) await delay(50);
  try {
    const { ensureBundle } = (await import(path.join(ROOT, 'scripts/setup.mjs'))) as { ensureBundle(): Promise<void> };
    await ensureBundle();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 60_000) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

export interface RunOptions {
  /** Text for standard input; by default the input is empty. */
  input?: string | Uint8Array;
  env?: Record<string, string>;
  /** Relative to the project. */
  cwd?: string;
}

/** A project folder, a home folder and the environment of the runs. */
export class CliSandbox {
  readonly root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-cli-')));
  readonly home = path.join(this.root, 'home');
  readonly project = path.join(this.root, 'project');
  private readonly running = new Set<RunningCli>();

  constructor(private readonly env: Record<string, string> = {}) {
    mkdirSync(this.home);
    mkdirSync(this.project);
  }

  /** Nothing of the person who runs the tests but the path to programs. */
  get environment(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: path.join(this.root, 'system', 'settings.json'),
      ...this.env,
    };
  }

  /** Writes a file of the project. @returns its absolute path */
  write(relative: string, content: string | object): string {
    return this.writeTo(path.join(this.project, relative), content);
  }

  writeHome(relative: string, content: string | object): string {
    return this.writeTo(path.join(this.home, relative), content);
  }

  private writeTo(file: string, content: string | object): string {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  }

  start(args: string[], options: RunOptions = {}): RunningCli {
    const child = spawn(process.execPath, [CLI_ENTRY, ...args], {
      cwd: path.resolve(this.project, options.cwd ?? '.'),
      env: { ...this.environment, ...options.env },
    });
    const running = new RunningCli(child);
    this.running.add(running);
    return running;
  }

  async run(args: string[], options: RunOptions = {}): Promise<CliResult> {
    const running = this.start(args, options);
    running.child.stdin.on('error', (error: NodeJS.ErrnoException) => {
      // The program may end without reading all of its input.
      if (error.code !== 'EPIPE') throw error;
    });
    running.child.stdin.end(options.input ?? '');
    return running.ended;
  }

  /** Ends what still runs and removes the folders. */
  async dispose(): Promise<void> {
    for (const { child } of this.running) if (child.exitCode === null) child.kill('SIGKILL');
    await Promise.all([...this.running].map(({ ended }) => ended));
    rmSync(this.root, { recursive: true, force: true });
  }
}

export class RunningCli {
  readonly ended: Promise<CliResult>;
  private out = '';
  private err = '';
  private readonly watchers = new Set<() => void>();

  constructor(readonly child: ChildProcessWithoutNullStreams) {
    const collect = (add: (text: string) => void) => (text: string) => {
      add(text);
      for (const watch of this.watchers) watch();
    };
    child.stdout.setEncoding('utf8').on(
      'data',
      collect((text) => (this.out += text)),
    );
    child.stderr.setEncoding('utf8').on(
      'data',
      collect((text) => (this.err += text)),
    );
    this.ended = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        resolve({ code, signal, out: this.out, err: this.err });
        for (const watch of this.watchers) watch();
      });
    });
  }

  /** Settles as soon as the output so far satisfies the test; rejects when the process ends before. */
  waitFor<T>(test: (out: string, err: string) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const watch = (): void => {
        const found = test(this.out, this.err);
        if (found) resolve(found);
        else if (this.child.exitCode !== null) reject(new Error(`ended too soon:\n${this.out}\n${this.err}`));
        else return;
        this.watchers.delete(watch);
      };
      this.watchers.add(watch);
      watch();
    });
  }

  /** Waits for a line of JSON that the test accepts. */
  waitForMessage(test: (message: WireMessage) => boolean): Promise<WireMessage> {
    return this.waitFor((out) => parseLines(out).find(test));
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

/** A message of stream-json, loosely typed for assertions. */
export interface WireMessage extends Record<string, unknown> {
  type: string;
}

/** The whole lines of a stream-json output so far. */
export function parseLines(out: string): WireMessage[] {
  return out
    .slice(0, out.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as WireMessage);
}
