/** Where the session files of a project are (docs/session-format.md). */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { runtimeDirectory } from '../utils/qwenDirectories.js';

const SESSION_ID = /^[0-9a-f-]{32,36}$/i;

/** Whether a text can be a session id: 32 to 36 hexadecimal digits and dashes, hence never a path. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/** The folder name of a project: every character that is no letter or digit becomes a dash. */
export function sanitizeCwd(cwd: string, platform: NodeJS.Platform = process.platform): string {
  return (platform === 'win32' ? cwd.toLowerCase() : cwd).replace(/[^a-zA-Z0-9]/g, '-');
}

/** SHA-256 of the working directory, hexadecimal. */
export function getProjectHash(cwd: string): string {
  return createHash('sha256').update(cwd).digest('hex');
}

export interface SessionStorageOptions {
  cwd: string;
  /** The setting `advanced.runtimeOutputDir`. */
  runtimeOutputDir?: string;
  env?: Readonly<Record<string, string | undefined>>;
}

/** The paths of one project's sessions. Creates nothing. */
export class SessionStorage {
  readonly cwd: string;
  readonly projectDirectory: string;
  readonly chatsDirectory: string;

  constructor(options: SessionStorageOptions) {
    this.cwd = options.cwd;
    this.projectDirectory = path.join(runtimeDirectory(options), 'projects', sanitizeCwd(options.cwd));
    this.chatsDirectory = path.join(this.projectDirectory, 'chats');
  }

  /** @throws when the id is none. */
  sessionFile(sessionId: string): string {
    if (!isSessionId(sessionId)) {
      throw new Error(`"${sessionId}" is no session id: 32 to 36 hexadecimal digits and dashes are expected.`);
    }
    return path.join(this.chatsDirectory, `${sessionId}.jsonl`);
  }

  /** Whether two working directories are the same project. */
  isThisProject(cwd: string): boolean {
    const normal = (directory: string): string => {
      const resolved = path.resolve(directory);
      return process.platform === 'win32' ? resolved.toLowerCase() : resolved;
    };
    return normal(cwd) === normal(this.cwd);
  }
}
