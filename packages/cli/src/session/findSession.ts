/** Which session to go on with: `--continue`, `--resume`, `--fork-session`, `--session-id`. */
import { SessionNotFoundError, SessionService, type ResumedSessionData } from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import { FatalInputError } from '../errors.js';
import { firstLine } from '../utils/text.js';

export interface SessionRequest {
  /** Absolute, symbolic links resolved. */
  cwd: string;
  args: Pick<CliArguments, 'continue' | 'resume' | 'forkSession' | 'sessionId'>;
  isRecording: boolean;
  /** `advanced.runtimeOutputDir`. */
  runtimeOutputDir?: string;
}

/**
 * `undefined` for a new session.
 * @throws FatalInputError when the session cannot be found, or the id for a new one is taken.
 */
export async function findSession(request: SessionRequest): Promise<ResumedSessionData | undefined> {
  const { cwd, args, isRecording, runtimeOutputDir } = request;
  const isResume = args.continue || args.resume !== undefined;
  if (!isResume && args.sessionId === undefined) return undefined;
  if (isResume && !isRecording)
    throw new FatalInputError(
      'Sessions are not recorded here (--chat-recording or general.chatRecording is false), so none can be resumed.',
    );
  const service = new SessionService({ cwd, runtimeOutputDir });
  try {
    if (!isResume) return await refuseTakenId(service, args.sessionId!);
    const found = await load(service, args, cwd);
    if (!args.forkSession) return found;
    return await service.loadSession(await service.forkSession(found.conversation.sessionId));
  } catch (error) {
    if (error instanceof SessionNotFoundError) throw new FatalInputError(error.message, { cause: error });
    throw error;
  }
}

async function refuseTakenId(service: SessionService, sessionId: string): Promise<undefined> {
  if (await service.sessionExists(sessionId))
    throw new FatalInputError(
      `There is a session ${sessionId} already: go on with it by --resume ${sessionId}, or choose another id.`,
    );
  return undefined;
}

async function load(service: SessionService, args: SessionRequest['args'], cwd: string): Promise<ResumedSessionData> {
  if (args.continue) {
    const last = await service.loadLastSession();
    if (last) return last;
    throw new FatalInputError(`There is no session to continue in ${cwd}. Leave --continue out to begin one.`);
  }
  if (typeof args.resume === 'string') {
    if (!(await service.sessionExists(args.resume))) await explainMissing(service, args.resume, cwd);
    return service.loadSession(args.resume);
  }
  const sessions = await service.listSessions({ limit: 10 });
  const list = sessions.map(({ sessionId, prompt }) => `  ${sessionId}  ${firstLine(prompt ?? '', 60)}`);
  throw new FatalInputError(
    ['--resume needs the id of a session here:', ...(list.length > 0 ? list : [`  (there are none in ${cwd})`])].join(
      '\n',
    ),
  );
}

async function explainMissing(service: SessionService, id: string, cwd: string): Promise<never> {
  const sessions = await service.listSessions({ limit: 5 });
  const ids = sessions.map(({ sessionId }) => sessionId);
  throw new FatalInputError(
    `There is no session "${id}" in ${cwd}.${ids.length > 0 ? ` The newest are: ${ids.join(', ')}.` : ' There are none yet.'}`,
  );
}
