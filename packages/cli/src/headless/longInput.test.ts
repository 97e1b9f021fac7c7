import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fitPipedText } from './longInput.js';

it('keeps what fits and moves the rest to a file', async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'qwen-input-'));
  try {
    expect(await fitPipedText('x'.repeat(1_000), 1_000, directory)).toHaveLength(1_000);
    expect(readdirSync(directory)).toEqual([]);
    const long = `start${'😀'.repeat(2_000)}end`;
    const fitted = await fitPipedText(long, 1_000, path.join(directory, 'deep'));
    expect(fitted.startsWith('start😀')).toBe(true);
    expect(fitted.endsWith('😀end')).toBe(true);
    expect(fitted.length).toBeLessThan(1_400);
    expect(fitted.isWellFormed()).toBe(true);
    const file = /in (\S+\.txt) :/.exec(fitted)![1]!;
    expect(readFileSync(file, 'utf8')).toBe(long);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
