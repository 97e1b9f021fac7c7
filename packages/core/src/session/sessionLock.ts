/**
 * One writer a session file. Every claimant makes a lock file under a name of its own, then looks for others: nobody
 * ever deletes or replaces a name that a living process may hold, so taking over from a dead owner cannot race.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A lock of another host cannot be checked; it counts while the session was written to within this time. */
const FOREIGN_LOCK_MS = 10 * 60_000;
/** Claimants that meet at the same moment all step back and try again. */
const ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 40;

/** The session file has a living writer already. */
export class SessionLockedError extends Error {
  constructor(
    readonly sessionId: string,
    readonly owner: string,
  ) {
    super(
      `Session ${sessionId} is open in another process (${owner}). ` +
        'Close it there, or add --fork-session to go on in a copy.',
    );
    this.name = 'SessionLockedError';
  }
}

interface Owner {
  fileName: string;
  host: string;
  pid: number;
  start: string;
}

const ownHost = hostname().replace(/[^a-zA-Z0-9-]/g, '-') || 'host';

/** Holds the right to write one session file until it is released or the process is gone. */
export class SessionLock {
  private constructor(private readonly lockFile: string) {}

  /**
   * @param sessionFile `<folder>/<session id>.jsonl`; the folder must exist, the file need not
   * @throws SessionLockedError while another living process (or another lock of this one) holds it.
   */
  static async acquire(sessionFile: string): Promise<SessionLock> {
    const folder = path.dirname(sessionFile);
    const sessionId = path.basename(sessionFile, '.jsonl');
    const nonce = randomBytes(4).toString('hex');
    const fileName = `.${sessionId}.${ownHost}.${process.pid}-${processStatus(process.pid)?.start ?? 'x'}-${nonce}.lock`;
    const lockFile = path.join(folder, fileName);
    for (let attempt = 1; ; attempt++) {
      await (await open(lockFile, 'wx', 0o600)).close();
      const other = await findLivingOwner(sessionFile, sessionId, fileName);
      if (!other) return new SessionLock(lockFile);
      await rm(lockFile, { force: true });
      if (attempt === ATTEMPTS) {
        throw new SessionLockedError(
          sessionId,
          other.host === ownHost ? `process ${other.pid}` : `process ${other.pid} on ${other.host}`,
        );
      }
      await delay(Math.random() * LONGEST_PAUSE_MS);
    }
  }

  async release(): Promise<void> {
    await rm(this.lockFile, { force: true });
  }
}

/** Removes the locks of dead processes on the way. */
async function findLivingOwner(
  sessionFile: string,
  sessionId: string,
  ownFileName: string,
): Promise<Owner | undefined> {
  const folder = path.dirname(sessionFile);
  let living: Owner | undefined;
  for (const fileName of await readdir(folder)) {
    if (fileName === ownFileName) continue;
    const owner = parseOwner(fileName, sessionId);
    if (!owner) continue;
    if (await isLiving(owner, sessionFile)) living ??= owner;
    else await rm(path.join(folder, fileName), { force: true });
  }
  return living;
}

function parseOwner(fileName: string, sessionId: string): Owner | undefined {
  if (!fileName.startsWith(`.${sessionId}.`)) return undefined;
  const match = /^([a-zA-Z0-9-]+)\.(\d+)-(\w+)-\w+\.lock$/.exec(fileName.slice(sessionId.length + 2));
  return match ? { fileName, host: match[1]!, pid: Number(match[2]), start: match[3]! } : undefined;
}

async function isLiving(owner: Owner, sessionFile: string): Promise<boolean> {
  if (owner.host !== ownHost) {
    const stats = await stat(sessionFile).catch(() => undefined);
    return stats !== undefined && Date.now() - stats.mtimeMs < FOREIGN_LOCK_MS;
  }
  if (!processExists(owner.pid)) return false;
  const running = processStatus(owner.pid);
  if (running?.isZombie) return false;
  // The number may have been given to a new process since.
  return running === undefined || owner.start === 'x' || running.start === owner.start;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

interface ProcessStatus {
  /** Clock ticks since boot. */
  start: string;
  /** It has ended, and its parent has not asked how: in containers without an init process nobody ever does. */
  isZombie: boolean;
}

/** What the system tells of a process (Linux). */
function processStatus(pid: number): ProcessStatus | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name in parentheses, may hold spaces and parentheses itself.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return { start: fields[19]!, isZombie: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    // Gone meanwhile, or /proc is hidden: the process number alone decides.
    return undefined;
  }
}
