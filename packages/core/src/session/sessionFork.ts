/** Copies a session under a new id, line by line, whatever its size. */
import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { parseLine } from './recordParser.js';

/** Text gathered before it is written, in characters. */
const BATCH_CHARACTERS = 1024 * 1024;
const READ_BYTES = 256 * 1024;

/**
 * Writes every readable record of `sourceFile` to the new `targetFile`, with the new session id and a note of where it
 * came from. The chain (`uuid`, `parentUuid`) stays.
 *
 * @returns number of records copied
 * @throws when the target exists or cannot be written; a half-written target is removed.
 */
export async function copySession(
  source: { sessionId: string; filePath: string },
  target: { sessionId: string; filePath: string },
): Promise<number> {
  const handle = await open(target.filePath, 'wx', 0o600);
  try {
    const copied = await copyRecords(source, handle, target.sessionId);
    await handle.close();
    return copied;
  } catch (error) {
    await handle.close();
    await rm(target.filePath, { force: true });
    throw error;
  }
}

async function copyRecords(
  source: { sessionId: string; filePath: string },
  target: FileHandle,
  sessionId: string,
): Promise<number> {
  let copied = 0;
  let batch = '';
  for await (const line of linesOf(source.filePath)) {
    for (const record of parseLine(line).records) {
      const forkedFrom = { sessionId: source.sessionId, messageUuid: record.uuid };
      batch += `${JSON.stringify({ ...record, sessionId, forkedFrom })}\n`;
      copied++;
    }
    if (batch.length > BATCH_CHARACTERS) {
      await target.writeFile(batch);
      batch = '';
    }
  }
  await target.writeFile(batch);
  return copied;
}

async function* linesOf(filePath: string): AsyncGenerator<string> {
  let pieces: string[] = [];
  const stream = createReadStream(filePath, { encoding: 'utf8', highWaterMark: READ_BYTES });
  for await (const chunk of stream as AsyncIterable<string>) {
    const [first = '', ...rest] = chunk.split('\n');
    pieces.push(first);
    for (const next of rest) {
      yield pieces.join('');
      pieces = [next];
    }
  }
  yield pieces.join('');
}
