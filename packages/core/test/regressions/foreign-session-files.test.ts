/** Files among the sessions that no release of ours wrote: they must not keep the others from being continued. */
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChatRecordingService } from '../../src/session/chatRecordingService.js';
import { buildApiHistoryFromConversation } from '../../src/session/projection.js';
import { SessionNotFoundError, SessionService } from '../../src/session/sessionService.js';

const OWN = '11111111-0000-4000-8000-000000000000';
const FOREIGN = '22222222-0000-4000-8000-000000000000';

let directory: string;
let cwd: string;
let service: SessionService;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'qwen-foreign-'));
  cwd = path.join(directory, 'project');
  service = new SessionService({ cwd, env: { QWEN_RUNTIME_DIR: directory } });
  const filePath = service.storage.sessionFile(OWN);
  const recorder = new ChatRecordingService({ sessionId: OWN, filePath, cwd, version: '1' });
  recorder.recordUserMessage('hello');
  await recorder.close();
  await utimes(filePath, 1, 1);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const foreignFile = (): string => service.storage.sessionFile(FOREIGN);
const writeForeign = (...records: object[]): Promise<void> =>
  writeFile(foreignFile(), records.map((record) => `${JSON.stringify(record)}\n`).join(''));

it.each([
  ['records without a working directory', () => writeForeign({ uuid: 'a', parentUuid: null, type: 'user' })],
  ['a working directory that is no text', () => writeForeign({ uuid: 'a', parentUuid: null, type: 'user', cwd: 5 })],
  ['a folder with the name of a session', () => mkdir(foreignFile())],
  ['a link to itself', () => symlink(foreignFile(), foreignFile())],
])('%s is passed over', async (_name, make) => {
  await make();
  expect((await service.listSessions()).map(({ sessionId }) => sessionId)).toEqual([OWN]);
  expect((await service.loadLastSession())?.conversation.sessionId).toBe(OWN);
  await expect(service.loadSession(FOREIGN)).rejects.toThrow(SessionNotFoundError);
});

it('messages of a wrong shape are left out, the rest is read', async () => {
  const record = (uuid: string, parentUuid: string | null, type: string, message: unknown): object => ({
    ...{ uuid, parentUuid, type, message, cwd, sessionId: FOREIGN, version: '1' },
  });
  await writeForeign(
    record('a', null, 'user', 5),
    record('b', 'a', 'assistant', { role: 'model', parts: 'x' }),
    record('c', 'b', 'user', { role: 'user', parts: [null, 5, { text: 7 }, { text: 'kept' }] }),
    record('d', 'c', 'assistant', { role: 'model', parts: [{ functionCall: 5 }, { text: 'answer' }] }),
    record('e', 'd', 'tool_result', { role: 'user', parts: [{ functionResponse: null }] }),
  );
  const [listed] = await service.listSessions();
  expect(listed).toMatchObject({ sessionId: FOREIGN, prompt: 'kept' });
  const { conversation } = await service.loadSession(FOREIGN);
  expect(buildApiHistoryFromConversation(conversation)).toEqual([
    { role: 'user', parts: [{ text: 'kept' }] },
    { role: 'model', parts: [{ text: 'answer' }] },
  ]);
});

it('a checkpoint of a wrong shape keeps what can be read', async () => {
  await writeForeign({
    ...{ uuid: 'a', parentUuid: null, type: 'system', subtype: 'chat_compression', cwd, version: '1' },
    systemPayload: { info: {}, compressedHistory: [null, 5, { role: 'user', parts: [null, { text: 'summary' }] }] },
  });
  const { conversation } = await service.loadSession(FOREIGN);
  expect(buildApiHistoryFromConversation(conversation)).toEqual([{ role: 'user', parts: [{ text: 'summary' }] }]);
});

it('a file in the place of the folder of sessions holds none', async () => {
  await rm(service.storage.chatsDirectory, { recursive: true });
  await writeFile(service.storage.chatsDirectory, '');
  expect(await service.listSessions()).toEqual([]);
  expect(await service.sessionExists(OWN)).toBe(false);
});
