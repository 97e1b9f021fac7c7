/** Commands as process groups: started detached from the terminal, ended as a whole. */
import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const isWindows = process.platform === 'win32';

/** Time between the request to end and the kill. An abort must be done within 100 ms. */
const GRACE_MS = 50;

export interface SpawnOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  stdio: StdioOptions;
}

/** Groups that may still have processes; none of them outlives this process. */
const liveGroups = new Set<number>();
let endsGroupsOnExit = false;

export type GroupLeader = ChildProcess & { pid: number };

/**
 * Starts a command line with bash, where there is none with sh, on Windows with cmd, as the leader of a new process
 * group without a terminal.
 * @throws when no shell can be started.
 */
export async function spawnShell(command: string, options: SpawnOptions): Promise<GroupLeader> {
  if (isWindows) return spawnGroup('cmd.exe', ['/d', '/s', '/c', `"${command}"`], options);
  try {
    return await spawnGroup('bash', ['-c', command], options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return spawnGroup('sh', ['-c', command], options);
  }
}

/**
 * Starts a program as the leader of a new process group without a terminal.
 * @throws when it cannot be started.
 */
export function spawnGroup(program: string, args: readonly string[], options: SpawnOptions): Promise<GroupLeader> {
  const isShell = program === 'cmd.exe';
  const child = spawn(program, args, {
    ...options,
    detached: !isWindows,
    windowsHide: true,
    windowsVerbatimArguments: isShell,
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      child.off('error', reject);
      // An error after the start (a failed kill) shows in the exit status.
      child.on('error', () => undefined);
      const running = child as GroupLeader;
      track(running.pid);
      resolve(running);
    });
  });
}

function track(pid: number): void {
  liveGroups.add(pid);
  if (endsGroupsOnExit) return;
  endsGroupsOnExit = true;
  process.on('exit', () => {
    for (const group of liveGroups) signalGroup(group, 'SIGKILL');
  });
}

/** Whether any process of the group is left; when none is, the group is forgotten. */
export function isGroupAlive(pid: number): boolean {
  const alive = liveGroups.has(pid) && signalGroup(pid, 0);
  if (!alive) liveGroups.delete(pid);
  return alive;
}

/** Ends every process of the group: asks first, kills what is left after 50 ms. */
export async function endGroup(pid: number): Promise<void> {
  if (!isGroupAlive(pid) || !signalGroup(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < GRACE_MS && isGroupAlive(pid); waited += 10) await delay(10);
  if (isGroupAlive(pid)) signalGroup(pid, 'SIGKILL');
  liveGroups.delete(pid);
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    if (!isWindows) return process.kill(-pid, signal);
    if (signal === 0) return process.kill(pid, 0);
    return spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true }).status === 0;
  } catch (error) {
    // EPERM: what is left of the group belongs to another user and cannot be ended by us.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}
