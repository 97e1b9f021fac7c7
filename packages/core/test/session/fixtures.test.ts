/** Files of other releases open here with the conversation they hold. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApiHistoryFromConversation, INTERRUPTED_CALL_ERROR } from '../../src/session/projection.js';
import type { Content } from '../../src/types.js';
import { promptTokenSeed } from '../../src/session/resumeFacts.js';
import { SessionService, type ResumedSessionData } from '../../src/session/sessionService.js';
import { ChatRecordingService } from '../../src/session/chatRecordingService.js';

const fixtures = fileURLToPath(new URL('../fixtures/sessions/', import.meta.url));
const cwd = '/home/user/project';
let directory: string;
let service: SessionService;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'qwen-fixtures-'));
  service = new SessionService({ cwd, env: { QWEN_RUNTIME_DIR: directory } });
  await mkdir(service.storage.chatsDirectory, { recursive: true });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

let opened = 0;
async function resume(name: string): Promise<ResumedSessionData> {
  const id = `${String(++opened).padStart(8, '0')}-0000-4000-8000-000000000000`;
  await copyFile(path.join(fixtures, name), service.storage.sessionFile(id));
  return service.loadSession(id);
}

/** Each message as its role and its parts in short. */
function outline(history: Content[]): string[] {
  return history.map(({ role, parts }) => {
    const words = parts!.map(({ text, thought, functionCall, functionResponse }) => {
      if (functionCall) return `call ${functionCall.name}`;
      if (functionResponse) return functionResponse.response?.['error'] ? 'error' : `result ${functionResponse.name}`;
      return thought ? 'thought' : text!.trim();
    });
    return `${role}: ${words.join(', ')}`;
  });
}

const summary = [
  'user: <state_snapshot><overall_goal>goal</overall_goal></state_snapshot>',
  'model: Got it. Thanks for the additional context!',
  'user: second prompt',
  'model: Hello 3',
];
const toolStep = [
  'user: toolsplease one',
  'model: thought, Reading., call read_file, call run_shell_command, call edit',
  'user: result read_file, result run_shell_command, result edit',
  'model: Done: 2',
];

describe('session files recorded by other releases', () => {
  it.each([
    ['checkpoint.jsonl', [...summary, 'user: third prompt', 'model: Hello 6']],
    ['rewind.jsonl', ['user: p one', 'model: Hello 11', 'user: p two', 'model: Hello 17']],
    ['torn.jsonl', [...toolStep, 'user: second prompt']],
    ['unknown-records.jsonl', [...toolStep, 'user: second prompt']],
    [
      'detached-rewind.jsonl',
      [...summary, 'user: third prompt', 'model: Hello 6', 'user: second prompt', 'model: Hello 1'],
    ],
    [
      'dangling.jsonl',
      [
        'user: toolsplease one',
        'model: thought, Reading., call read_file, call run_shell_command, call edit',
        'user: result read_file, error, error',
      ],
    ],
  ])('%s holds the expected conversation', async (name, expected) => {
    const { conversation } = await resume(name);
    expect(outline(buildApiHistoryFromConversation(conversation))).toEqual(expected);
  });

  it('a fork holds the conversation of its source, what came after, and its title', async () => {
    const { conversation, title, warnings } = await resume('fork.jsonl');
    const history = buildApiHistoryFromConversation(conversation);
    expect(outline(history).slice(0, 4)).toEqual(summary);
    expect(outline(history).slice(-4, -2)).toEqual(['user: after branch', 'model: Hello 1']);
    expect(history.at(-2)!.parts).toHaveLength(5);
    expect(conversation.messages[0]!.forkedFrom?.messageUuid).toBe(conversation.messages[0]!.uuid);
    expect(title).toEqual({ customTitle: 'my title', titleSource: 'manual' });
    expect(warnings).toEqual([]);
  });

  it('reports what was wrong, and what it did not understand', async () => {
    expect((await resume('torn.jsonl')).warnings).toEqual([expect.stringMatching(/^1 damaged line/)]);
    expect((await resume('unknown-records.jsonl')).report.unknownRecords).toEqual({
      'system/file_history_snapshot': 1,
      'system/goal_state': 1,
    });
    expect((await resume('checkpoint.jsonl')).warnings).toEqual([]);
  });

  it('a call without a result tells the model that the session was interrupted', async () => {
    const { conversation } = await resume('dangling.jsonl');
    const last = buildApiHistoryFromConversation(conversation).at(-1)!;
    expect(last.parts![1]!.functionResponse).toMatchObject({
      id: 'call_b1',
      response: { error: INTERRUPTED_CALL_ERROR },
    });
  });

  it('knows the size of the conversation', async () => {
    expect(promptTokenSeed((await resume('checkpoint.jsonl')).conversation.messages)).toBe(19_707);
  });

  it('goes on in the file it was given, byte for byte', async () => {
    for (const name of ['checkpoint.jsonl', 'torn.jsonl', 'unknown-records.jsonl', 'fork.jsonl']) {
      const before = await readFile(path.join(fixtures, name), 'utf8');
      const { conversation, filePath, lastCompletedUuid, title } = await resume(name);
      const recorder = new ChatRecordingService({
        sessionId: conversation.sessionId,
        filePath,
        cwd,
        version: '1',
        resumed: { lastUuid: lastCompletedUuid, title },
      });
      recorder.recordUserMessage('and now here');
      await recorder.close();
      expect((await readFile(filePath, 'utf8')).startsWith(before)).toBe(true);
      const after = buildApiHistoryFromConversation((await service.loadSession(conversation.sessionId)).conversation);
      expect(outline(after)).toEqual([...outline(buildApiHistoryFromConversation(conversation)), 'user: and now here']);
    }
  });

  it('opens after being cut anywhere, with all records that were whole', async () => {
    const content = await readFile(path.join(fixtures, 'dangling.jsonl'));
    const id = 'ffffffff-0000-4000-8000-000000000000';
    let lastCount = 0;
    const lastRecord = content.lastIndexOf('\n', content.length - 2);
    // Every byte of the last record; before it every 13th.
    for (let length = 1; length <= content.length; length += length < lastRecord ? 13 : 1) {
      await writeFile(service.storage.sessionFile(id), content.subarray(0, length));
      const whole = content.subarray(0, length).toString().split('\n').filter(isJson).length;
      if (whole === 0) continue;
      const { conversation } = await service.loadSession(id);
      expect(conversation.messages).toHaveLength(whole);
      expect(whole).toBeGreaterThanOrEqual(lastCount);
      lastCount = whole;
    }
    expect(lastCount).toBe(6);
  });
});

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
