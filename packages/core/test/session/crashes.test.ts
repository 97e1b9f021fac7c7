import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChatRecordingService } from '../../src/session/chatRecordingService.js';
import { SessionLockedError } from '../../src/session/sessionLock.js';
import { readConversation } from '../../src/session/sessionReader.js';
import type { SessionRecord, UserRecord } from '../../src/session/records.js';
import { bundleRecorder, startRecording } from './recordingProcess.js';

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000';
let directory: string;
let filePath: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'qwen-crash-'));
  filePath = path.join(directory, 'chats', `${sessionId}.jsonl`);
  bundleRecorder(directory);
});

afterEach(() => rm(directory, { recursive: true, force: true }));

const texts = (records: SessionRecord[]): string[] =>
  records.map((record) => (record as UserRecord).message.parts![0]!.text!.trimEnd());

describe('a killed process', () => {
  it('loses nothing that was flushed, leaves a session that opens, and a lock that nobody minds', async () => {
    for (let round = 0; round < 3; round++) {
      const before = round === 0 ? [] : (await readConversation(filePath, 'start')).records;
      const resumed = { lastUuid: before.at(-1)?.uuid ?? null };
      const { child, nextLine, exited } = startRecording(
        directory,
        { sessionId, filePath, ...{ resumed } },
        `for (let index = 0; ; index++) {
          recorder.recordUserMessage(index + ' '.repeat(1 + (index * 7919) % 50000));
          if (index % 5 === 0) { await recorder.flush(); say(String(index)); }
        }`,
      );
      let flushed = -1;
      while (flushed < 40 + round * 15) flushed = Number(await nextLine());
      child.kill('SIGKILL');
      expect(await exited).toBe('SIGKILL');
      const { records, report } = await readConversation(filePath, 'start');
      expect(records.length).toBeGreaterThan(before.length + flushed);
      expect(texts(records.slice(before.length))).toEqual(
        Array.from({ length: records.length - before.length }, (_, index) => String(index)),
      );
      expect(report.missingParents).toBe(0);
      expect(report.damagedPieces).toBeLessThanOrEqual(round + 1);
    }
    const locks = (await readdir(path.dirname(filePath))).filter((name) => name.endsWith('.lock'));
    expect(locks).toHaveLength(1);
    const next = new ChatRecordingService({ sessionId, filePath, cwd: directory, version: '1' });
    await next.open();
    await next.close();
    expect(await readdir(path.dirname(filePath))).toEqual([`${sessionId}.jsonl`]);
  });

  it('keeps others out while it lives', async () => {
    const { child, nextLine, exited } = startRecording(
      directory,
      { sessionId, filePath },
      `recorder.recordUserMessage('mine'); await recorder.flush(); say('ready'); await heard();`,
    );
    expect(await nextLine()).toBe('ready');
    const second = new ChatRecordingService({ sessionId, filePath, cwd: directory, version: '1' });
    await expect(second.open()).rejects.toThrow(SessionLockedError);
    await expect(second.open()).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await exited;
    await second.open();
    await second.close();
    expect(texts((await readConversation(filePath)).records)).toEqual(['mine']);
  });

  it.runIf(process.platform === 'linux')('keeps nobody out when its parent never asks how it ended', async () => {
    // The shell starts the writer and becomes another program, which never waits for it: killed, it stays a zombie.
    const { child, nextLine, exited } = startRecording(
      directory,
      { sessionId, filePath },
      `recorder.recordUserMessage('mine'); await recorder.flush(); say(String(process.pid)); await heard();`,
      'exec 3<&0; "$0" "$1" <&3 & exec sleep 1000;',
    );
    const writer = Number(await nextLine());
    process.kill(writer, 'SIGKILL');
    await expect.poll(() => readFile(`/proc/${writer}/stat`, 'utf8'), { timeout: 10_000 }).toContain(') Z ');
    const next = new ChatRecordingService({ sessionId, filePath, cwd: directory, version: '1' });
    await next.open();
    await next.close();
    child.kill('SIGKILL');
    await exited;
  });

  it('leaves one winner at most when many want the session at once', async () => {
    const contenders = Array.from({ length: 6 }, () =>
      startRecording(
        directory,
        { sessionId, filePath },
        `say('ready'); await heard();
        try { await recorder.open(); say('in'); } catch (error) { say(error.name); }
        await heard(); await recorder.close();`,
      ),
    );
    for (const { nextLine } of contenders) expect(await nextLine()).toBe('ready');
    for (const { child } of contenders) child.stdin!.write('go\n');
    const outcomes = await Promise.all(contenders.map(({ nextLine }) => nextLine()));
    expect(outcomes.filter((outcome) => outcome === 'in').length).toBeLessThanOrEqual(1);
    for (const outcome of outcomes) expect(['in', 'SessionLockedError']).toContain(outcome);
    for (const { child } of contenders) child.stdin!.end('done\n');
    await Promise.all(contenders.map(({ exited }) => exited));
  });
});

/** Part of util-linux: changes a limit of a running process. */
const limitsCommand = 'prlimit';
const hasPrlimit = ((): boolean => {
  try {
    execFileSync(limitsCommand, ['--version'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
})();

describe.skipIf(!hasPrlimit)('a disk that refuses to take more', () => {
  it('costs no record: what failed in the middle of a line is written whole when there is room again', async () => {
    // A limit on the size of files stands in for a full disk: the write stops in the middle, later ones fail.
    const { child, nextLine, exited } = startRecording(
      directory,
      { sessionId, filePath },
      `for (let index = 0; index < 10; index++) { recorder.recordUserMessage(index + ' '.repeat(1500)); await recorder.flush(); }
      say('written'); await heard();
      recorder.recordUserMessage('10'); await recorder.close(); say('closed');`,
      "trap '' XFSZ; ulimit -S -f 8;",
    );
    expect(await nextLine()).toMatch(/^warning The session cannot be recorded/);
    expect(await nextLine()).toBe('written');
    const { size } = await stat(filePath);
    expect((await readFile(filePath, 'utf8')).endsWith('\n')).toBe(false);
    const during = await readConversation(filePath);
    expect(during.report.damagedPieces).toBe(1);
    expect(texts(during.records)).toEqual(Array.from({ length: during.records.length }, (_, index) => String(index)));

    execFileSync(limitsCommand, ['--pid', String(child.pid), '--fsize=unlimited:unlimited']);
    child.stdin!.write('room\n');
    expect(await nextLine()).toBe('closed');
    child.stdin!.end();
    expect(await exited).toBe(0);
    const after = await readConversation(filePath);
    expect(after.report.fileBytes).toBeGreaterThan(size);
    expect(texts(after.records)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(after.report).toMatchObject({ damagedPieces: 1, missingParents: 0 });
  });
});
