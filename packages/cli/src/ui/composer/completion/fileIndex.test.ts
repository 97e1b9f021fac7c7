import { describe, expect, it } from 'vitest';
import { FileIndex } from './fileIndex.js';

/** A list of files that a test feeds; ends when it is told to. */
function feed() {
  let wake = (): void => {};
  let listings = 0;
  const waiting: string[] = [];
  let isDone = false;
  return {
    get listings() {
      return listings;
    },
    add(...files: string[]) {
      waiting.push(...files);
      wake();
    },
    end() {
      isDone = true;
      wake();
    },
    async *list(signal: AbortSignal): AsyncGenerator<string> {
      listings++;
      isDone = false;
      for (;;) {
        signal.throwIfAborted();
        const file = waiting.shift();
        if (file !== undefined) yield file;
        else if (isDone) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
        }
      }
    },
  };
}

/** An index, its changes as promises, and a clock. */
function indexOf(files: ReturnType<typeof feed>) {
  const clock = { time: 0 };
  let resolveChange = (): void => {};
  let change = new Promise<void>((resolve) => (resolveChange = resolve));
  const onChange = (): void => {
    resolveChange();
    change = new Promise<void>((resolve) => (resolveChange = resolve));
  };
  const index = new FileIndex(
    (signal) => files.list(signal),
    onChange,
    () => clock.time,
  );
  const found = (query: string): string[] => index.find(query, 10).map(({ name }) => name);
  return { index, clock, found, changed: () => change };
}

describe('FileIndex', () => {
  it('lists when asked for the first time, with the folders', async () => {
    const files = feed();
    const { index, found, changed } = indexOf(files);
    expect(files.listings).toBe(0);
    const change = changed();
    index.refresh();
    index.refresh();
    expect(index.isLoading).toBe(true);
    expect(found('')).toEqual([]);
    files.add('src/deep/b.ts', 'src/a.ts', 'README.md');
    files.end();
    await change;
    expect(index.isLoading).toBe(false);
    expect(files.listings).toBe(1);
    expect(found('')).toEqual(['src/', 'README.md', 'src/deep/', 'src/a.ts', 'src/deep/b.ts']);
    expect(found('deep')).toEqual(['src/deep/', 'src/deep/b.ts']);
    expect(found('deepb')).toEqual(['src/deep/b.ts']);
    expect(found('dee')).toEqual(['src/deep/', 'src/deep/b.ts']);
    expect(found('zz')).toEqual([]);
  });

  it('offers a long first list before it is whole', async () => {
    const files = feed();
    const { index, found, changed } = indexOf(files);
    const change = changed();
    index.refresh();
    files.add(...Array.from({ length: 2_000 }, (_, number) => `file${number}.txt`));
    await change;
    expect(index.isLoading).toBe(true);
    expect(found('file1999')).toEqual(['file1999.txt']);
    index.close();
  });

  it('leaves out what cannot be typed', async () => {
    const files = feed();
    const changed = new Promise<void>((resolve) => {
      const index = new FileIndex(files.list, () => {
        expect(index.find('', 10).map(({ name }) => name)).toEqual(['a.ts']);
        resolve();
      });
      index.refresh();
    });
    files.add('a.ts', 'evil\x1b[2J.ts', 'two\nlines.ts');
    files.end();
    await changed;
  });

  it('lists anew when the list is old, and goes on offering the old one meanwhile', async () => {
    const files = feed();
    const { index, clock, found, changed } = indexOf(files);
    let change = changed();
    index.refresh();
    files.add('old.ts');
    files.end();
    await change;
    clock.time = 9_999;
    index.refresh();
    expect(files.listings).toBe(1);
    clock.time = 10_000;
    change = changed();
    index.refresh();
    expect(files.listings).toBe(2);
    expect(found('ts')).toEqual(['old.ts']);
    files.add('new.ts');
    files.end();
    await change;
    expect(found('ts')).toEqual(['new.ts']);
  });

  it('offers what it has when listing fails, and tries again later', async () => {
    let calls = 0;
    let resolveChange = (): void => {};
    const change = new Promise<void>((resolve) => (resolveChange = resolve));
    const index = new FileIndex(
      async function* () {
        calls++;
        yield 'a.ts';
        throw new Error('gone');
      },
      () => resolveChange(),
      () => calls * 100_000,
    );
    index.refresh();
    await change;
    expect(index.find('a', 5)).toHaveLength(1);
    index.refresh();
    expect(calls).toBe(1);
  });

  it('stops when closed', async () => {
    const files = feed();
    const { index } = indexOf(files);
    index.refresh();
    index.close();
    expect(index.isLoading).toBe(false);
    index.refresh();
    expect(files.listings).toBe(2);
    index.close();
  });
});
