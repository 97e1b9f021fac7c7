import { mkdtemp, readFile, readdir, rm, stat, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChatRecordingService, type ChatRecordingOptions } from './chatRecordingService.js';
import { readConversation } from './sessionReader.js';
import { SessionLockedError } from './sessionLock.js';

const sessionId = '11111111-2222-4333-8444-555555555555';

let directory: string;
let filePath: string;
const opened: ChatRecordingService[] = [];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'qwen-recording-'));
  filePath = path.join(directory, 'projects', '-work', 'chats', `${sessionId}.jsonl`);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((recorder) => recorder.close()));
  await rm(directory, { recursive: true, force: true });
});

function recorderFor(options: Partial<ChatRecordingOptions> = {}): ChatRecordingService {
  const recorder = new ChatRecordingService({ sessionId, filePath, cwd: directory, version: '1.2.3', ...options });
  opened.push(recorder);
  return recorder;
}

async function lines(): Promise<Array<Record<string, unknown>>> {
  const text = await readFile(filePath, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('ChatRecordingService', () => {
  it('writes every kind of record as the format says, as one chain', async () => {
    const recorder = recorderFor();
    recorder.recordUserMessage('hello');
    recorder.recordAssistantTurn({
      model: 'm',
      message: [{ text: 'hm', thought: true }, { functionCall: { id: 'c1', name: 'edit', args: { a: 1 } } }],
      usageMetadata: { promptTokenCount: 10, totalTokenCount: 12 },
      contextWindowSize: 8192,
    });
    recorder.recordToolResult([{ functionResponse: { id: 'c1', name: 'edit', response: { output: 'ok' } } }], {
      callId: 'c1',
      resultDisplay: { type: 'file_diff', filePath: '/x/a.txt', originalContent: null, newContent: 'n', fileDiff: 'd' },
    });
    recorder.recordMidTurnUserMessage('wait');
    recorder.recordSlashCommand({ phase: 'invocation', rawCommand: '/stats' });
    recorder.recordAtCommand({ filesRead: ['a.txt'], status: 'success', userText: '@a.txt' });
    recorder.recordUiTelemetryEvent({ 'event.name': 'qwen-code.api_response' });
    recorder.recordCronPrompt([{ text: 'tick' }], 'Tick');
    recorder.recordNotification('done', 'Task done');
    recorder.recordChatCompression({
      info: { originalTokenCount: 9, newTokenCount: 3, compressionStatus: 1 },
      compressedHistory: [{ role: 'user', parts: [{ text: 's' }] }],
    });
    recorder.recordCustomTitle('My title');
    const rewindTo = recorder.lastUuid;
    recorder.recordUserMessage({ role: 'user', parts: [{ text: 'left behind' }] });
    recorder.recordRewind(rewindTo, 2);
    await recorder.flush();

    const records = await lines();
    expect(records.map(({ type, subtype }) => [type, subtype])).toEqual([
      ['user', undefined],
      ['assistant', undefined],
      ['tool_result', undefined],
      ['user', 'mid_turn_user_message'],
      ['system', 'slash_command'],
      ['system', 'at_command'],
      ['system', 'ui_telemetry'],
      ['user', 'cron'],
      ['user', 'notification'],
      ['system', 'chat_compression'],
      ['system', 'custom_title'],
      ['user', undefined],
      ['system', 'rewind'],
    ]);
    expect(records[0]).toMatchObject({
      parentUuid: null,
      sessionId,
      cwd: directory,
      version: '1.2.3',
      message: { role: 'user', parts: [{ text: 'hello' }] },
    });
    expect(Object.keys(records[0]!).slice(0, 2)).toEqual(['uuid', 'parentUuid']);
    expect(records[0]!['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    for (const index of records.keys()) {
      const parent = index === 0 ? null : records[index === 12 ? 10 : index - 1]!['uuid'];
      expect(records[index]!['parentUuid']).toBe(parent);
    }
    expect(records[1]).toMatchObject({ model: 'm', contextWindowSize: 8192, usageMetadata: { totalTokenCount: 12 } });
    expect(records[2]!['toolCallResult']).toEqual({
      callId: 'c1',
      status: 'success',
      resultDisplay: {
        type: 'file_diff',
        filePath: '/x/a.txt',
        fileName: 'a.txt',
        originalContent: null,
        newContent: 'n',
        fileDiff: 'd',
      },
    });
    expect(records[7]).toMatchObject({ systemPayload: { displayText: 'Tick' } });
    expect(records[10]).toMatchObject({ systemPayload: { customTitle: 'My title', titleSource: 'manual' } });
  });

  it('creates nothing before the first record, then a private file', async () => {
    const recorder = recorderFor();
    await recorder.flush();
    await expect(stat(filePath)).rejects.toMatchObject({ code: 'ENOENT' });
    recorder.recordUserMessage('x');
    await recorder.flush();
    expect((await stat(filePath)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(filePath))).mode & 0o077).toBe(0);
  });

  it('keeps the order of many records and what they were when recorded', async () => {
    const recorder = recorderFor();
    const parts = [{ text: '' }];
    for (let index = 0; index < 500; index++) {
      parts[0]!.text = `${index} ${'x'.repeat(index)}`;
      recorder.recordUserMessage(parts);
      if (index % 7 === 0) await Promise.resolve();
      if (index % 50 === 0) await recorder.flush();
    }
    await recorder.flush();
    const texts = (await lines()).map(({ message }) => (message as { parts: [{ text: string }] }).parts[0].text);
    expect(texts.map((text) => Number.parseInt(text))).toEqual([...Array(500).keys()]);
  });

  it('derives the status of a call from its error', async () => {
    const recorder = recorderFor();
    recorder.recordToolResult([{ text: 'a' }], { callId: 'a', error: new Error('no'), errorType: 'execution_failed' });
    recorder.recordToolResult([{ text: 'b' }], { callId: 'b', error: 'stopped', errorType: 'cancelled' });
    recorder.recordToolResult([{ text: 'c' }], { callId: 'c', status: 'cancelled' });
    await recorder.flush();
    expect((await lines()).map(({ toolCallResult }) => toolCallResult)).toEqual([
      { callId: 'a', status: 'error', error: 'no', errorType: 'execution_failed' },
      { callId: 'b', status: 'cancelled', error: 'stopped', errorType: 'cancelled' },
      { callId: 'c', status: 'cancelled' },
    ]);
  });

  it('starts on a new line after a torn one and continues the chain', async () => {
    const first = recorderFor();
    first.recordUserMessage('kept');
    await first.close();
    const whole = await readFile(filePath, 'utf8');
    await writeFile(filePath, `${whole}{"uuid":"torn","parentUuid":"x","sess`);
    const before = await readConversation(filePath);
    const second = recorderFor({ resumed: { lastUuid: before.records.at(-1)!.uuid } });
    second.recordUserMessage('new');
    await second.flush();
    const { records, report } = await readConversation(filePath);
    expect(records.map((record) => 'message' in record && record.message.parts?.[0]?.text)).toEqual(['kept', 'new']);
    expect(report.damagedPieces).toBe(1);
  });

  it('repeats the title so that the end of the file names it', async () => {
    const recorder = recorderFor({ resumed: { lastUuid: null, title: { customTitle: 'T', titleSource: 'auto' } } });
    for (let index = 0; index < 10; index++) recorder.recordUserMessage('x'.repeat(10_000));
    await recorder.flush();
    const titles = (await lines()).filter(({ subtype }) => subtype === 'custom_title');
    expect(titles.length).toBeGreaterThanOrEqual(2);
    expect(titles[0]).toMatchObject({ systemPayload: { customTitle: 'T', titleSource: 'auto' } });
  });

  it('names the branch without starting git, also after a switch', async () => {
    await mkdir(path.join(directory, '.git'));
    await writeFile(path.join(directory, '.git', 'HEAD'), 'ref: refs/heads/feature/x\n');
    const recorder = recorderFor();
    recorder.recordUserMessage('a');
    await writeFile(path.join(directory, '.git', 'HEAD'), `${'ab12'.repeat(10)}\n`);
    recorder.recordUserMessage('b');
    await recorder.flush();
    expect((await lines()).map(({ gitBranch }) => gitBranch)).toEqual(['feature/x', 'ab12ab1']);
  });

  it('lets one writer in, says how to go on, and lets the next in after it', async () => {
    const first = recorderFor();
    first.recordUserMessage('a');
    await first.flush();
    const second = recorderFor();
    await expect(second.open()).rejects.toThrow(SessionLockedError);
    await expect(second.open()).rejects.toThrow(/--fork-session/);
    await first.close();
    await second.open();
    await second.close();
    expect(await readdir(path.dirname(filePath))).toEqual([`${sessionId}.jsonl`]);
  });

  it('warns once while writing fails and writes everything, in order, when it works again', async () => {
    const warnings: string[] = [];
    // A file where a folder must be: nothing can be written below it.
    await writeFile(path.join(directory, 'projects'), '');
    const recorder = recorderFor({ onWarning: (message) => warnings.push(message) });
    for (const text of ['a', 'b', 'c']) {
      recorder.recordUserMessage(text);
      await recorder.flush();
    }
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/cannot be recorded in .*kept in memory/);
    await rm(path.join(directory, 'projects'));
    recorder.recordUserMessage('d');
    await recorder.flush();
    const texts = (await lines()).map(({ message }) => (message as { parts: [{ text: string }] }).parts[0].text);
    expect(texts).toEqual(['a', 'b', 'c', 'd']);
    expect(warnings).toHaveLength(1);
  });

  it('tells how many records are lost when they never could be written', async () => {
    const warnings: string[] = [];
    await writeFile(path.join(directory, 'projects'), '');
    const recorder = recorderFor({ onWarning: (message) => warnings.push(message) });
    recorder.recordUserMessage('a');
    recorder.recordUserMessage('b');
    await recorder.close();
    expect(warnings.at(-1)).toMatch(/^2 records .* could not be written/);
  });
});
