import { describe, expect, test } from 'vitest';
import { collect } from '../../test/providers/answers.js';
import { ProviderError } from './errors/providerError.js';
import { startStream } from './startStream.js';

const options = { maxRetries: 2, initialDelayMs: 1, maxDelayMs: 1 };
const overloaded = (): ProviderError => new ProviderError('busy', { kind: 'overloaded' });

describe('startStream', () => {
  test('tries again while nothing has come, and gives each item once', async () => {
    const closed: number[] = [];
    const stream = await startStream(async function* (attempt) {
      try {
        if (attempt < 3) throw overloaded();
        yield* ['a', 'b'];
      } finally {
        closed.push(attempt);
      }
    }, options);
    expect(await collect(stream)).toEqual(['a', 'b']);
    expect(closed).toEqual([1, 2, 3]);
  });

  test('does not try again after the first item', async () => {
    let attempts = 0;
    const stream = await startStream(async function* () {
      attempts++;
      yield 'a';
      throw overloaded();
    }, options);
    await expect(collect(stream)).rejects.toThrow('busy');
    expect(attempts).toBe(1);
  });

  test('an empty stream is empty', async () => {
    expect(await collect(await startStream(async function* () {}, options))).toEqual([]);
  });

  test('closes the source when the consumer leaves before the first item', async () => {
    let closed = false;
    const stream = await startStream(async function* () {
      try {
        yield 'a';
        yield 'b';
      } finally {
        closed = true;
      }
    }, options);
    await stream.return(undefined);
    expect(closed).toBe(true);
    expect(await collect(stream)).toEqual([]);
  });
});
