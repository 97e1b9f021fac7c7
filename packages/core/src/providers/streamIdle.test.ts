import { describe, expect, it } from 'vitest';
import { collect } from '../../test/providers/answers.js';
import { withIdleTimeout } from './streamIdle.js';

/** Yields `items`, then stays silent until `release` is called. */
function silentAfter<T>(items: T[]): { stream: AsyncGenerator<T>; release(): void; closed: Promise<void> } {
  let release!: () => void;
  let close!: () => void;
  const silence = new Promise<void>((resolve) => (release = resolve));
  const closed = new Promise<void>((resolve) => (close = resolve));
  async function* generate(): AsyncGenerator<T> {
    try {
      yield* items;
      await silence;
      throw new Error('released');
    } finally {
      close();
    }
  }
  return { stream: generate(), release, closed };
}

describe('withIdleTimeout', () => {
  it('passes a live stream on unchanged', async () => {
    async function* numbers(): AsyncGenerator<number> {
      yield 1;
      yield 2;
    }
    await expect(collect(withIdleTimeout(numbers(), 10_000, () => undefined))).resolves.toEqual([1, 2]);
  });

  it('aborts a silent stream and says so', async () => {
    const source = silentAfter(['a']);
    let aborts = 0;
    const items: string[] = [];
    const reading = (async () => {
      const abort = (): void => {
        aborts++;
        source.release();
      };
      for await (const item of withIdleTimeout(source.stream, 1, abort)) items.push(item);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'ProviderError', kind: 'timeout' });
    await source.closed;
    expect(items).toEqual(['a']);
    expect(aborts).toBe(1);
  });

  it('does not count the time the consumer takes', async () => {
    async function* numbers(): AsyncGenerator<number> {
      yield 1;
      yield 2;
    }
    const stream = withIdleTimeout(numbers(), 5, () => expect.unreachable());
    const items: number[] = [];
    for await (const item of stream) {
      items.push(item);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(items).toEqual([1, 2]);
  });

  it('passes errors of the source on', async () => {
    async function* broken(): AsyncGenerator<number> {
      yield 1;
      throw new Error('torn');
    }
    await expect(collect(withIdleTimeout(broken(), 10_000, () => undefined))).rejects.toThrow('torn');
  });

  it('closes the source when the consumer leaves early', async () => {
    const source = silentAfter([1, 2]);
    for await (const item of withIdleTimeout(source.stream, 10_000, () => undefined)) {
      expect(item).toBe(1);
      break;
    }
    await source.closed;
  });

  it('watches nothing when the limit is 0', async () => {
    async function* slow(): AsyncGenerator<number> {
      await new Promise((resolve) => setTimeout(resolve, 2));
      yield 1;
    }
    await expect(collect(withIdleTimeout(slow(), 0, () => expect.unreachable()))).resolves.toEqual([1]);
  });
});
