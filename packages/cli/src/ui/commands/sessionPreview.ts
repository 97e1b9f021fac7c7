/** How a session ended, for choosing one. */
import { open } from 'node:fs/promises';
import { typedText } from '../agent/shellLine.js';
import type { Content, SessionListItem, SessionRecord } from '@qwen-code/qwen-code-core';

/** Bytes at the end of the file that are looked at. */
const TAIL_BYTES = 32 * 1024;
const MAX_CHARACTERS = 300;
const MAX_MESSAGES = 3;

/** Its last messages, as Markdown; what cannot be read is left out. */
export async function sessionPreview({ filePath, fileBytes }: SessionListItem): Promise<string> {
  const start = Math.max(0, fileBytes - TAIL_BYTES);
  const handle = await open(filePath, 'r');
  try {
    const buffer = Buffer.alloc(fileBytes - start);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return previewOf(buffer.toString('utf8', 0, bytesRead).split('\n').flatMap(parseRecord));
  } finally {
    await handle.close();
  }
}

function previewOf(records: readonly SessionRecord[]): string {
  return records
    .flatMap((record) => {
      if (record.type !== 'user' && record.type !== 'assistant') return [];
      const text = textOf((record as { message?: Content }).message);
      if (text === '') return [];
      return [record.type === 'user' ? `**›** ${text}` : text];
    })
    .slice(-MAX_MESSAGES)
    .join('\n\n');
}

function textOf(message: Content | undefined): string {
  const text = (message?.parts ?? []).map((part) => (part.thought ? '' : (part.text ?? ''))).join(' ');
  const line = typedText(text).replace(/\s+/g, ' ').trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}

function parseRecord(line: string): SessionRecord[] {
  try {
    return line.trim() === '' ? [] : [JSON.parse(line) as SessionRecord];
  } catch (_error) {
    // The first line is mostly the end of one; a preview needs no complaint.
    return [];
  }
}
