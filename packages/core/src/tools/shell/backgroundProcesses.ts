/** Commands that run on while the agent works. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { endGroup, isGroupAlive, spawnShell } from './processGroup.js';
import { exitOf, exitText } from './runCommand.js';

export interface BackgroundProcess {
  /** Process id, and the id of its process group. */
  readonly pid: number;
  readonly command: string;
  /** File with everything it writes; absent for a process that a foreground command left behind. */
  readonly logFile?: string;
  readonly startTime: Date;
  status: 'running' | 'exited' | 'stopped';
  /** How it ended, in words. */
  exit?: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

export interface StartOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Folder for the log file; created when needed. */
  logDirectory: string;
}

/** The background processes of a session, in the order of their start. None of them outlives the session. */
export class BackgroundProcesses {
  private readonly processes: BackgroundProcess[] = [];

  list(): readonly BackgroundProcess[] {
    for (const left of this.processes) {
      if (left.logFile === undefined && left.status === 'running' && !isGroupAlive(left.pid)) left.status = 'exited';
    }
    return this.processes;
  }

  /** @throws when no shell can be started or the log cannot be written. */
  async start(command: string, { cwd, env, logDirectory }: StartOptions): Promise<BackgroundProcess> {
    mkdirSync(logDirectory, { recursive: true, mode: 0o700 });
    const logFile = path.join(logDirectory, `background-${this.processes.length + 1}-${process.pid}.log`);
    const log = openSync(logFile, 'w', 0o600);
    try {
      const child = await spawnShell(command, { cwd, env, stdio: ['ignore', log, log] });
      child.unref();
      const ended = exitOf(child).then(({ code, signal }) => {
        entry.exit = exitText({ exitCode: code, exitSignal: signal });
        if (entry.status === 'running') entry.status = 'exited';
        writeSync(log, `\n[${entry.exit}]\n`);
        closeSync(log);
      });
      const entry: BackgroundProcess = {
        pid: child.pid,
        command,
        logFile,
        startTime: new Date(),
        status: 'running',
        ended,
      };
      this.processes.push(entry);
      return entry;
    } catch (error) {
      closeSync(log);
      throw error;
    }
  }

  /** Takes over what a foreground command left running in its group. */
  adopt(pid: number, command: string): void {
    this.processes.push({ pid, command, startTime: new Date(), status: 'running', ended: Promise.resolve() });
  }

  /** Ends a process and everything it started; `false` when none runs under that id. */
  async stop(pid: number): Promise<boolean> {
    const entry = this.list().find((other) => other.pid === pid && other.status === 'running');
    if (!entry) return false;
    entry.status = 'stopped';
    await endGroup(pid);
    await entry.ended;
    return true;
  }

  /** Ends all. */
  async dispose(): Promise<void> {
    await Promise.all(this.processes.map(({ pid }) => endGroup(pid)));
    await Promise.all(this.processes.map(({ ended }) => ended));
  }
}
