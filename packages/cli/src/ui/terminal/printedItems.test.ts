import ansiEscapes from 'ansi-escapes';
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
    expect(items.partsOf(marks(0, 1, 2))).toEqual(['item 0\nsecond 0\nitem 2\nsecond 2\n']);
    const erase = ansiEscapes.eraseLines(3);
    expect(items.partsOf(erase + marks(3))).toEqual([`${erase}item 3\nsecond 3\n`]);
  });

  it('leave everything else as it is', () => {
    for (const text of ['', '\n', markOf(2), `${marks(2)}> \nfooter\n`, `a ${marks(2)}`, '\x1b[2J\x1b[H'])
      expect(newItems().partsOf(text)).toEqual([text]);
  });

  it('are printed once more where ink does that, but not without end', () => {
    const clear = ansiEscapes.clearTerminal;
    expect(newItems().partsOf(`${clear}${marks(0, 1)}> \nfooter\n`)).toEqual([
      `${clear}item 0\nsecond 0\n`,
      '> \nfooter\n',
    ]);
    expect(newItems().partsOf(`${clear}frame\n`)).toEqual([clear, 'frame\n']);
    const many = marks(...Array.from({ length: 5_000 }, (_, index) => index));
    const [printed] = newItems().partsOf(`${clear}${many}frame\n`);
    expect(printed!.match(/item/g)).toHaveLength(1_000);
    expect(printed!.startsWith(`${clear}item 4000\n`)).toBe(true);
  });
});
