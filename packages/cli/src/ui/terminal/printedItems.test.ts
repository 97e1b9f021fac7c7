import { describe, expect, it } from 'vitest';
import { markOf, PrintedItems } from './printedItems.js';

function newItems(): PrintedItems {
  const items = new PrintedItems();
  items.printWith((index) => (index === 1 ? '' : `item ${index}\nsecond ${index}\n`));
  return items;
}

const marks = (...indices: number[]): string => indices.map((index) => `${markOf(index)}\n`).join('');

describe('PrintedItems', () => {
  it('stand in the place of their marks, also one that has no lines', () => {
    const items = newItems();
    expect(items.printed(marks(0, 1, 2))).toBe('item 0\nsecond 0\nitem 2\nsecond 2\n');
    const erase = '\x1b[2K\x1b[1A\x1b[2K\x1b[G';
    expect(items.printed(erase + marks(3))).toBe(`${erase}item 3\nsecond 3\n`);
  });

  it('leave everything else as it is', () => {
    for (const text of ['', '\n', markOf(2), `${marks(2)}> \nfooter\n`, `a ${marks(2)}`, '\x1b[2J\x1b[H'])
      expect([newItems().printed(text), newItems().drawnAnew(text)]).toEqual([text, undefined]);
  });

  it('are printed once, also when ink draws everything anew', () => {
    const items = newItems();
    items.printed(marks(0));
    const clear = '\x1b[2J\x1b[3J\x1b[H';
    expect(items.drawnAnew(`${clear}${marks(0, 1, 2)}> \nfooter`)).toEqual({
      items: 'item 2\nsecond 2\n',
      frame: '> \nfooter',
    });
    expect(items.drawnAnew(`${clear}${marks(0, 1, 2)}frame`)).toEqual({ items: '', frame: 'frame' });
    expect(items.drawnAnew(`${clear}frame`)).toEqual({ items: '', frame: 'frame' });
  });
});
