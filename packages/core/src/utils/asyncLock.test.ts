import { describe, expect, it } from 'vitest';
import { AsyncLock } from './asyncLock.js';

describe('AsyncLock', () => {
  it('admits one at a time, in order', async () => {
    const lock = new AsyncLock();
    const log: string[] = [];
    const work = async (name: string): Promise<void> => {
      const release = await lock.acquire();
      log.push(`${name} in`);
      await Promise.resolve();
      log.push(`${name} out`);
      release();
    };
    await Promise.all([work('a'), work('b'), work('c')]);
    expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('lets a waiter give up without letting the next one in early', async () => {
    const lock = new AsyncLock();
    const release = await lock.acquire();
    const controller = new AbortController();
    const second = lock.acquire(controller.signal);
    let thirdIsIn = false;
    const third = lock.acquire().then((releaseThird) => {
      thirdIsIn = true;
      return releaseThird;
    });
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(thirdIsIn).toBe(false);
    release();
    (await third)();
  });

  it('is not taken by a signal that has aborted', async () => {
    const lock = new AsyncLock();
    await expect(lock.acquire(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    (await lock.acquire())();
  });
});
