/** Appends events to a local file, one JSON object a line. */
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DeliverBatch } from './eventExporter.js';

/** @param file created when needed, with its folder; readable by the user only */
export function deliverToFile(file: string): DeliverBatch {
  return async (events) => {
    await mkdir(path.dirname(file), { recursive: true });
    await appendFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''), { mode: 0o600 });
  };
}
