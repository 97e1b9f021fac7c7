import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChatRecordingService } from './chatRecordingService.js';
import { buildApiHistoryFromConversation } from './projection.js';
import { promptTokenSeed } from './resumeFacts.js';
import { SessionNotFoundError, SessionService } from './sessionService.js';
import { getProjectHash, sanitizeCwd, SessionStorage } from './storage.js';

const ids = [1, 2, 3].map((digit) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];

let directory: string;
let cwd: string;
let service: SessionService;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'qwen-sessions-'));
  cwd = path.join(directory, 'project');
  service = new SessionService({ cwd, env: { QWEN_RUNTIME_DIR: directory } });
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function record(
  sessionId: string,
  write: (recorder: ChatRecordingService) => void,
  options: { cwd?: string; ageSeconds?: number } = {},
): Promise<void> {
  const filePath = service.storage.sessionFile(sessionId);
  const recorder = new ChatRecordingService({ sessionId, filePath, cwd: options.cwd ?? cwd, version: '1' });
  write(recorder);
  await recorder.close();
  const time = Date.now() / 1000 - (options.ageSeconds ?? 0);
  await utimes(filePath, time, time);
}

function talk(recorder: ChatRecordingService, prompt = 'first prompt'): void {
  recorder.recordUserMessage(prompt);
  recorder.recordAssistantTurn({ model: 'm', message: 'answer', usageMetadata: { totalTokenCount: 42 } });
}

describe('paths', () => {
  it('finds the folder from the environment, the setting, or the home of the program', () => {
    const chats = (options: { runtimeOutputDir?: string; env: Record<string, string> }): string =>
      new SessionStorage({ cwd: '/a/b.c', ...options }).chatsDirectory;
    const folder = path.join('projects', '-a-b-c', 'chats');
    expect(chats({ env: { QWEN_RUNTIME_DIR: '/run' }, runtimeOutputDir: '/set' })).toBe(path.join('/run', folder));
    expect(chats({ env: { QWEN_HOME: '/home/q' }, runtimeOutputDir: 'out' })).toBe(path.join('/a/b.c/out', folder));
    expect(chats({ env: { QWEN_HOME: '/home/q' } })).toBe(path.join('/home/q', folder));
    expect(chats({ env: {} })).toMatch(/[\\/]\.qwen[\\/]projects[\\/]-a-b-c[\\/]chats$/);
  });

  it('names folders and hashes as other releases do', () => {
    expect(sanitizeCwd('/Home/me/My_repo 2', 'linux')).toBe('-Home-me-My-repo-2');
    expect(sanitizeCwd('C:\\Work', 'win32')).toBe('c--work');
    expect(getProjectHash('/w')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes no path for a session id', async () => {
    expect(() => service.storage.sessionFile('../../etc/passwd')).toThrow(/no session id/);
    expect(await service.sessionExists('../x')).toBe(false);
  });
});

describe('listSessions', () => {
  it('lists the sessions of this directory only, newest first, and ignores other files', async () => {
    await record(ids[0], talk, { ageSeconds: 50 });
    await record(ids[1], (recorder) => talk(recorder, 'second\n  prompt'), { ageSeconds: 10 });
    await record(ids[2], talk, { cwd: `${directory}-project` });
    await writeFile(path.join(service.storage.chatsDirectory, 'notes.jsonl'), 'x');
    await writeFile(path.join(service.storage.chatsDirectory, `${'9'.repeat(32)}.jsonl`), 'no record');
    const sessions = await service.listSessions();
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([ids[1], ids[0]]);
    expect(sessions[0]).toMatchObject({ prompt: 'second prompt', cwd, messageCount: 2, title: undefined });
    expect(await service.listSessions({ limit: 1 })).toHaveLength(1);
  });

  it('is empty for a directory without sessions', async () => {
    expect(await service.listSessions()).toEqual([]);
    expect(await service.loadLastSession()).toBeUndefined();
  });

  it('finds prompt and title in a session whose first line is longer than what is read', async () => {
    await record(ids[0], (recorder) => {
      talk(recorder, `Look: "quoted" \\ ${'€'.repeat(100_000)}`);
      recorder.recordCustomTitle('Named', 'manual');
      talk(recorder, 'more');
    });
    const [session] = await service.listSessions();
    expect(session!.prompt).toMatch(/^Look: "quoted" \\ €+…$/);
    expect(session).toMatchObject({ cwd, title: { customTitle: 'Named' }, messageCount: undefined });
    expect(session!.startTime).toMatch(/^\d{4}-/);
  });
});

describe('loadSession', () => {
  it('opens a session with what is needed to go on', async () => {
    await record(ids[0], talk);
    const { conversation, lastCompletedUuid, warnings } = await service.loadSession(ids[0]);
    expect(conversation).toMatchObject({ sessionId: ids[0], projectHash: getProjectHash(cwd) });
    expect(lastCompletedUuid).toBe(conversation.messages.at(-1)!.uuid);
    expect(warnings).toEqual([]);
    expect(buildApiHistoryFromConversation(conversation).map(({ role }) => role)).toEqual(['user', 'model']);
  });

  it('explains what it cannot open', async () => {
    await record(ids[0], talk, { cwd: '/elsewhere' });
    await expect(service.loadSession(ids[0])).rejects.toThrow(
      /belongs to \/elsewhere, not to .*Change to that directory/,
    );
    await expect(service.loadSession(ids[1])).rejects.toThrow(SessionNotFoundError);
    await writeFile(service.storage.sessionFile(ids[1]), '');
    await expect(service.loadSession(ids[1])).rejects.toThrow(/no readable record/);
    await expect(service.loadSession('nonsense')).rejects.toThrow(/no session id/);
  });

  it('opens the session changed last with --continue, skipping those of other directories', async () => {
    await record(ids[0], talk, { ageSeconds: 100 });
    await record(ids[1], (recorder) => talk(recorder, 'newer'), { ageSeconds: 10 });
    await record(ids[2], talk, { cwd: '/elsewhere' });
    expect((await service.loadLastSession())!.conversation.sessionId).toBe(ids[1]);
  });

  it('tells people what was wrong with the file', async () => {
    await record(ids[0], talk);
    const file = service.storage.sessionFile(ids[0]);
    const content = await readFile(file, 'utf8');
    await writeFile(file, `${content.replace('\n', '\ntorn {\n')}{"uuid":"x","parentUuid":null,"type":"new"}\n`);
    const { warnings } = await service.loadSession(ids[0]);
    expect(warnings).toEqual([expect.stringMatching(/1 damaged line/), expect.stringMatching(/1 × new/)]);
    await writeFile(file, `${content}{"uuid":"x"`);
    expect((await service.loadSession(ids[0])).warnings).toEqual([expect.stringMatching(/1 damaged line left out/)]);
  });
});

describe('forkSession', () => {
  it('copies every record under a new id and leaves the source alone', async () => {
    await record(ids[0], talk);
    const source = service.storage.sessionFile(ids[0]);
    const unknown =
      '{"uuid":"x","parentUuid":null,"sessionId":"s","type":"system","subtype":"later","systemPayload":{"k":[1]}}';
    const before = `${unknown}\n${await readFile(source, 'utf8')}torn`;
    await writeFile(source, before);
    const newId = await service.forkSession(ids[0]);
    expect(await readFile(source, 'utf8')).toBe(before);
    const copy = service.storage.sessionFile(newId);
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    const records = (await readFile(copy, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toHaveLength(3);
    for (const { uuid, sessionId, forkedFrom } of records) {
      expect(sessionId).toBe(newId);
      expect(forkedFrom).toEqual({ sessionId: ids[0], messageUuid: uuid });
    }
    expect(records[0]).toMatchObject({ systemPayload: { k: [1] } });
    const histories = [ids[0], newId].map(async (id) =>
      buildApiHistoryFromConversation((await service.loadSession(id)).conversation),
    );
    expect(await histories[1]).toEqual(await histories[0]);
  });

  it('grows on its own afterwards, also while the source is open elsewhere', async () => {
    await record(ids[0], talk);
    const filePath = service.storage.sessionFile(ids[0]);
    const owner = new ChatRecordingService({ sessionId: ids[0], filePath, cwd, version: '1' });
    await owner.open();
    const newId = await service.forkSession(ids[0], ids[1]);
    const { lastCompletedUuid } = await service.loadSession(newId);
    const fork = new ChatRecordingService({
      sessionId: newId,
      filePath: service.storage.sessionFile(newId),
      cwd,
      version: '1',
      resumed: { lastUuid: lastCompletedUuid },
    });
    fork.recordUserMessage('only here');
    await fork.close();
    await owner.close();
    expect((await service.loadSession(newId)).conversation.messages).toHaveLength(3);
    expect((await service.loadSession(ids[0])).conversation.messages).toHaveLength(2);
  });

  it('never writes over a session', async () => {
    await record(ids[0], talk);
    await record(ids[1], talk);
    await expect(service.forkSession(ids[0], ids[1])).rejects.toThrow(/exists already/);
    await mkdir(path.join(directory, 'empty'));
    await expect(service.forkSession(ids[2])).rejects.toThrow(SessionNotFoundError);
  });
});

describe('promptTokenSeed', () => {
  const seed = async (write: (recorder: ChatRecordingService) => void): Promise<number> => {
    await record(ids[0], write);
    return promptTokenSeed((await service.loadSession(ids[0])).conversation.messages);
  };
  const compressed = {
    info: { originalTokenCount: 42, newTokenCount: 7, compressionStatus: 1 },
    compressedHistory: [{ role: 'user', parts: [{ text: 's' }] }],
  };

  it('is the total of the last response, else its prompt', async () => {
    expect(await seed(talk)).toBe(42);
  });

  it('falls back to the prompt count', async () => {
    expect(
      await seed((recorder) => {
        recorder.recordUserMessage('x');
        recorder.recordAssistantTurn({ model: 'm', message: 'y', usageMetadata: { promptTokenCount: 5 } });
      }),
    ).toBe(5);
  });

  it('is what a later compaction left', async () => {
    expect(
      await seed((recorder) => {
        talk(recorder);
        recorder.recordChatCompression(compressed);
        recorder.recordUserMessage('next');
      }),
    ).toBe(7);
  });

  it('is what was reported after a compaction', async () => {
    expect(
      await seed((recorder) => {
        recorder.recordChatCompression(compressed);
        talk(recorder);
      }),
    ).toBe(42);
  });

  it('is 0 when nothing is known', async () => {
    expect(await seed((recorder) => recorder.recordUserMessage('x'))).toBe(0);
  });
});
