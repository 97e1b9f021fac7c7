import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApiHistoryFromConversation } from './projection.js';
import { readConversation, type ReadConversation } from './sessionReader.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'qwen-reader-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Fields {
  uuid: string;
  parent?: string | null;
  type?: string;
  [key: string]: unknown;
}

function line({ uuid, parent = null, type = 'user', ...rest }: Fields): string {
  const message = type === 'system' ? undefined : { role: 'user', parts: [{ text: `text of ${uuid}` }] };
  return JSON.stringify({
    uuid,
    parentUuid: parent,
    sessionId: 's',
    timestamp: '2026-01-01T00:00:00.000Z',
    type,
    cwd: '/w',
    version: '0',
    message,
    ...rest,
  });
}

/** A chain of user records with these uuids. */
function chain(...uuids: string[]): string[] {
  return uuids.map((uuid, index) => line({ uuid, parent: uuids[index - 1] ?? null }));
}

function checkpoint(uuid: string, parent: string): string {
  const systemPayload = {
    info: { originalTokenCount: 9, newTokenCount: 1, compressionStatus: 1 },
    compressedHistory: [{ role: 'user', parts: [{ text: `summary ${uuid}` }] }],
  };
  return line({ uuid, parent, type: 'system', subtype: 'chat_compression', systemPayload });
}

let files = 0;
async function read(content: string | Buffer, limit?: 'checkpoint' | 'start'): Promise<ReadConversation> {
  const filePath = path.join(directory, `${files++}.jsonl`);
  await writeFile(filePath, content);
  return readConversation(filePath, limit);
}

const uuids = ({ records }: ReadConversation): string[] => records.map(({ uuid }) => uuid);

describe('readConversation', () => {
  it('reads a plain chain and finds nothing wrong with it', async () => {
    const conversation = await read(`${chain('a', 'b', 'c').join('\n')}\n`);
    expect(uuids(conversation)).toEqual(['a', 'b', 'c']);
    expect(conversation.report).toMatchObject({
      damagedPieces: 0,
      gluedLines: 0,
      missingParents: 0,
      skippedLines: 0,
      unknownRecords: {},
    });
  });

  it('reads an empty file, blank lines and Windows line ends', async () => {
    expect(uuids(await read(''))).toEqual([]);
    expect(uuids(await read(`\n\n${chain('a', 'b').join('\r\n\r\n')}\r\n`))).toEqual(['a', 'b']);
  });

  it('takes a last line without newline, and leaves a torn one out', async () => {
    const [a, b, c] = chain('a', 'b', 'c') as [string, string, string];
    expect(uuids(await read(`${a}\n${b}`))).toEqual(['a', 'b']);
    const torn = await read(`${a}\n${b}\n${c.slice(0, -1)}`);
    expect(uuids(torn)).toEqual(['a', 'b']);
    expect(torn.report.damagedPieces).toBe(1);
  });

  it('splits glued lines and recovers a record behind a torn one', async () => {
    const [a, b, c, d] = chain('a', 'b', 'c', 'd') as [string, string, string, string];
    const glued = await read(`${a}${b}${c}\n${d}\n`);
    expect(uuids(glued)).toEqual(['a', 'b', 'c', 'd']);
    expect(glued.report.gluedLines).toBe(1);
    for (let cut = 1; cut < b.length; cut++) {
      const next = line({ uuid: 'n', parent: 'a' });
      const recovered = await read(`${a}\n${b.slice(0, cut)}${next}\n`);
      expect(uuids(recovered)).toEqual(['a', 'n']);
      expect(recovered.report.damagedPieces).toBe(1);
    }
  });

  it('skips garbage of every sort', async () => {
    const [a, b] = chain('a', 'b') as [string, string];
    const garbage = ['garbage', '[1,2]', '{"no":"record"}', '\u0000\u0000', '{{{{', '"}{"', 'null'];
    for (const piece of garbage) {
      const conversation = await read(`${piece}\n${a}\n${piece}\n${b}\n${piece}\n`);
      expect(uuids(conversation), piece).toEqual(['a', 'b']);
      expect(conversation.report.damagedPieces, piece).toBe(3);
    }
  });

  it('goes on behind a damaged record when its parent is still readable', async () => {
    const [a, b, c] = chain('a', 'b', 'c') as [string, string, string];
    const sideBranch = line({ uuid: 'x', parent: 'a' });
    const conversation = await read(`${a}\n${sideBranch}\n${b.slice(0, -10)}\n${c}\n`);
    expect(uuids(conversation)).toEqual(['a', 'c']);
    expect(conversation.report).toMatchObject({ damagedPieces: 1, missingParents: 0 });
  });

  it('joins the conversation across a record that is gone', async () => {
    const [a, b, , d] = chain('a', 'b', 'c', 'd') as [string, string, string, string];
    const conversation = await read(`${a}\n${b}\n#########\n${d}\n`);
    expect(uuids(conversation)).toEqual(['a', 'b', 'd']);
    expect(conversation.report).toMatchObject({ damagedPieces: 1, missingParents: 1 });
    const headless = await read(`${d}\n`);
    expect(uuids(headless)).toEqual(['d']);
    expect(headless.report.missingParents).toBe(1);
  });

  it('looks for missing parents once, however many are missing', async () => {
    const lines = Array.from({ length: 2_000 }, (_, index) => line({ uuid: `u${index}`, parent: `gone${index}` }));
    const conversation = await read(lines.join('\n'));
    expect(conversation.records).toHaveLength(2_000);
    expect(conversation.report.missingParents).toBe(2_000);
    expect(conversation.report.bytesRead).toBeLessThan(3 * conversation.report.fileBytes);
  });

  it('follows the chain past what a rewind left behind', async () => {
    const lines = [
      ...chain('a', 'b', 'c'),
      line({ uuid: 'r', parent: 'a', type: 'system', subtype: 'rewind', systemPayload: { truncatedCount: 2 } }),
      line({ uuid: 'd', parent: 'r' }),
    ];
    const conversation = await read(lines.join('\n'));
    expect(uuids(conversation)).toEqual(['a', 'r', 'd']);
    expect(conversation.report.skippedLines).toBe(2);
  });

  it('does not stop at a checkpoint that a rewind left behind', async () => {
    const lines = [
      ...chain('a', 'b'),
      checkpoint('cp', 'b'),
      line({ uuid: 'after', parent: 'cp' }),
      line({ uuid: 'r', parent: 'a', type: 'system', subtype: 'rewind', systemPayload: {} }),
      line({ uuid: 'd', parent: 'r' }),
    ];
    expect(uuids(await read(lines.join('\n')))).toEqual(['a', 'r', 'd']);
  });

  it('joins a record without parent to what stands before it, unless it says that it begins anew', async () => {
    const rewind = (systemPayload: object): string =>
      line({ uuid: 'r', parent: null, type: 'system', subtype: 'rewind', systemPayload });
    const around = (middle: string): string =>
      [...chain('a', 'b'), middle, line({ uuid: 'c', parent: 'r' })].join('\n');
    expect(uuids(await read(around(rewind({ truncatedCount: 6 }))))).toEqual(['a', 'b', 'r', 'c']);
    expect(uuids(await read(around(rewind({ truncatedCount: 6, toStart: true }))))).toEqual(['r', 'c']);
  });

  it('stops at the last checkpoint unless the whole transcript is wanted', async () => {
    const lines = [...chain('a', 'b'), checkpoint('cp', 'b'), line({ uuid: 'c', parent: 'cp' })];
    expect(uuids(await read(lines.join('\n')))).toEqual(['cp', 'c']);
    const whole = await read(lines.join('\n'), 'start');
    expect(uuids(whole)).toEqual(['a', 'b', 'cp', 'c']);
    expect(buildApiHistoryFromConversation({ messages: whole.records })[0]!.parts).toEqual([{ text: 'summary cp' }]);
  });

  it('joins lines of one uuid and drops an exact repetition', async () => {
    const lines = [
      ...chain('a'),
      line({ uuid: 'b', parent: 'a', message: { role: 'model', parts: [{ text: '1' }] }, type: 'assistant' }),
      line({
        uuid: 'b',
        parent: 'a',
        message: { role: 'model', parts: [{ text: '2' }] },
        type: 'assistant',
        model: 'm',
      }),
      line({ uuid: 'c', parent: 'b' }),
      line({ uuid: 'c', parent: 'b' }),
    ];
    const conversation = await read(lines.join('\n'));
    expect(uuids(conversation)).toEqual(['a', 'b', 'c']);
    expect(conversation.records[1]).toMatchObject({ model: 'm', message: { parts: [{ text: '1' }, { text: '2' }] } });
    expect(conversation.records[2]).toMatchObject({ message: { parts: [{ text: 'text of c' }] } });
  });

  it('keeps and counts records it does not know, and reads lines in another key order', async () => {
    const lines = [
      ...chain('a'),
      line({ uuid: 'x', parent: 'a', type: 'hologram' }),
      line({ uuid: 'y', parent: 'x', type: 'system', subtype: 'goal_state', systemPayload: { goal: 1 } }),
      `{"type":"user","cwd":"/w","parentUuid":"y","uuid":"b","message":{"role":"user","parts":[]}}`,
      line({ uuid: 'c', parent: 'b', type: 'constructor' }),
    ];
    const conversation = await read(lines.join('\n'));
    expect(uuids(conversation)).toEqual(['a', 'x', 'y', 'b', 'c']);
    expect(conversation.report.unknownRecords).toEqual({ hologram: 1, 'system/goal_state': 1, constructor: 1 });
    expect(conversation.records[2]).toMatchObject({ systemPayload: { goal: 1 } });
  });

  it('survives circles and records that are their own parent', async () => {
    expect(uuids(await read([line({ uuid: 'b', parent: 'a' }), line({ uuid: 'a', parent: 'b' })].join('\n')))).toEqual([
      'b',
      'a',
    ]);
    expect(uuids(await read([...chain('a'), line({ uuid: 'b', parent: 'b' })].join('\n')))).toEqual(['b']);
  });

  it('loses at most the record being written when the file ends at any byte', async () => {
    const lines = [...chain('a', 'ä€🙂', 'c'), checkpoint('cp', 'c'), line({ uuid: 'd', parent: 'cp' })];
    const content = Buffer.from(`${lines.join('\n')}\n`);
    const starts = lines.map((_, index) =>
      Buffer.byteLength(
        lines
          .slice(0, index)
          .map((text) => `${text}\n`)
          .join(''),
      ),
    );
    for (let length = 0; length <= content.length; length++) {
      const conversation = await read(content.subarray(0, length), 'start');
      const complete = lines.filter((text, index) => starts[index]! + Buffer.byteLength(text) <= length).length;
      expect(uuids(conversation)).toEqual(['a', 'ä€🙂', 'c', 'cp', 'd'].slice(0, complete));
    }
  });
});

describe('reading a big session', () => {
  const padding = 'x'.repeat(1_000);
  /** Old turns, a checkpoint, then `tail` records; one old line of `longLine` characters. */
  async function bigFile(oldTurns: number, tail: number, longLine: number): Promise<string> {
    const filePath = path.join(directory, `big-${files++}.jsonl`);
    const handle = await open(filePath, 'w');
    let parent: string | null = null;
    for (let index = 0; index < oldTurns; index++) {
      const text = index === 5 ? 'y'.repeat(longLine) : padding;
      await handle.write(`${line({ uuid: `o${index}`, parent, message: { role: 'user', parts: [{ text }] } })}\n`);
      parent = `o${index}`;
    }
    await handle.write(`${checkpoint('cp', parent ?? '')}\n`);
    parent = 'cp';
    for (let index = 0; index < tail; index++) {
      await handle.write(
        `${line({ uuid: `t${index}`, parent, message: { role: 'user', parts: [{ text: padding }] } })}\n`,
      );
      parent = `t${index}`;
    }
    await handle.close();
    return filePath;
  }

  it('reads only the part from the checkpoint on', async () => {
    const conversation = await readConversation(await bigFile(20_000, 50, 3_000_000));
    expect(uuids(conversation)).toEqual(['cp', ...Array.from({ length: 50 }, (_, index) => `t${index}`)]);
    expect(conversation.report.fileBytes).toBeGreaterThan(20_000_000);
    expect(conversation.report.bytesRead).toBeLessThan(256 * 1024);
    expect(conversation.report.skippedLines).toBe(0);
  });

  it('puts a line together that is longer than any chunk', async () => {
    const conversation = await readConversation(await bigFile(10, 3, 12_000_000), 'start');
    expect(conversation.records).toHaveLength(14);
    const longest = conversation.records[5] as { message: { parts: Array<{ text: string }> } };
    expect(longest.message.parts[0]!.text).toHaveLength(12_000_000);
    expect(conversation.report.bytesRead).toBe(conversation.report.fileBytes);
  });
});
