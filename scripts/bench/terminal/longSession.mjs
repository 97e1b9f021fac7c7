/** Session files as the program writes them (docs/session-format.md), of any length. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a session of so many prompts and answers. Like every session of this length it was compacted on the way: the model gets a
 * summary and the last prompts only.
 */
export function writeLongSession({ home, cwd, items }) {
  const sessionId = randomUUID();
  const started = Date.now() - items * 1_000;
  let parentUuid = null;
  const record = (fields, index) => {
    const uuid = randomUUID();
    const timestamp = new Date(started + index * 1_000).toISOString();
    const line = JSON.stringify({ uuid, parentUuid, sessionId, timestamp, cwd, version: '0.1.0', ...fields });
    parentUuid = uuid;
    return line;
  };
  const message = (role, text) => ({ role, parts: [{ text }] });
  const lines = [];
  for (let index = 0; index < items; index += 2) {
    if (index === items - 20) {
      const info = { originalTokenCount: items * 40, newTokenCount: 500, compressionStatus: 1 };
      const compressedHistory = [message('user', 'A summary.'), message('model', 'Understood.')];
      const systemPayload = { info, compressedHistory };
      lines.push(record({ type: 'system', subtype: 'chat_compression', systemPayload }, index));
    }
    lines.push(record({ type: 'user', message: message('user', `Question ${index}: ${'what '.repeat(20)}?`) }, index));
    const answer = message('model', `Answer ${index}. ${'It is so, because **that** is `how` it is. '.repeat(8)}`);
    lines.push(record({ type: 'assistant', model: 'simulated-model', message: answer }, index + 1));
  }
  const folder = path.join(home, '.qwen/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), 'chats');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`);
}
