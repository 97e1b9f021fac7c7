import { describe, expect, it } from 'vitest';
import { AsyncQueue } from './asyncQueue.js';

async function readAll<T>(queue: AsyncQueue<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of queue) items.push(item);
  return items;
}

describe('AsyncQueue', () => {
  it('delivers what several producers push, in the order of the pushes', async () => {
    const queue = new AsyncQueue<number>();
    const reading = readAll(queue);
    queue.push(1);
    await Promise.resolve();
    queue.push(2);
    queue.push(3);
    queue.close();
    expect(await reading).toEqual([1, 2, 3]);
  });

  it('delivers the items pushed before a failure, then throws it', async () => {
    const queue = new AsyncQueue<number>();
    queue.push(1);
    queue.fail(new Error('broken'));
    const seen: number[] = [];
    await expect(
      (async () => {
        for await (const item of queue) seen.push(item);
      })(),
    ).rejects.toThrow('broken');
    expect(seen).toEqual([1]);
  });

  it('ends at once when it was closed while empty', async () => {
    const queue = new AsyncQueue<number>();
    queue.close();
    expect(await readAll(queue)).toEqual([]);
  });
});
