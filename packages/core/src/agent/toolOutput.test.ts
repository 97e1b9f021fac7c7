import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fitOutput, outputCharactersPerCall } from './toolOutput.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tool-output-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('fitOutput', () => {
  it('returns what fits unchanged and writes no file', async () => {
    const spill = path.join(directory, 'unused');
    expect(await fitOutput('short', 1_000, spill, 'call')).toBe('short');
    await expect(readdir(spill)).rejects.toThrow();
  });

  it('never returns an empty text', async () => {
    expect(await fitOutput('', 1_000, directory, 'call')).toBe('(no output)');
  });

  it('keeps head and tail and names a file that holds the whole', async () => {
    const output = `START${'x'.repeat(50_000)}END`;
    const fitted = await fitOutput(output, 2_000, directory, '../odd/id');
    expect(fitted.startsWith('START')).toBe(true);
    expect(fitted.endsWith('END')).toBe(true);
    expect(fitted.length).toBeLessThan(2_400);
    const file = /The whole output is in (\S+):/.exec(fitted)?.[1] ?? '';
    expect(path.dirname(file)).toBe(directory);
    expect(await readFile(file, 'utf8')).toBe(output);
  });

  it('never cuts a character in half', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 50, maxLength: 200 }),
        fc.integer({ min: 10, max: 49 }),
        async (text, max) => {
          const fitted = await fitOutput(text, max, directory, 'call');
          expect(fitted.isWellFormed()).toBe(text.isWellFormed());
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('outputCharactersPerCall', () => {
  it('is the threshold in a large window', () => {
    expect(outputCharactersPerCall(131_072, 1, 25_000)).toBe(25_000);
  });

  it('shares an eighth of a small window between the calls of a step', () => {
    expect(outputCharactersPerCall(8_192, 1, 25_000)).toBe(4_096);
    expect(outputCharactersPerCall(8_192, 4, 25_000)).toBe(1_024);
  });

  it('leaves room for an error message however many calls there are', () => {
    expect(outputCharactersPerCall(8_192, 100, 25_000)).toBe(1_000);
  });
});
