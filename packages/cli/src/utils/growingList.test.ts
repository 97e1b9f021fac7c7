import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingList } from './growingList.js';

it('keeps every version as it was, whichever version goes on', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (choices) => {
      const versions = [{ list: GrowingList.from<number>([]), wanted: [] as number[] }];
      for (const choice of choices) {
        const { list, wanted } = versions[choice % versions.length]!;
        versions.push({ list: list.append(choice), wanted: [...wanted, choice] });
      }
      for (const { list, wanted } of versions) {
        expect(list.length).toBe(wanted.length);
        expect(list.slice()).toEqual(wanted);
        expect(list.slice(1)).toEqual(wanted.slice(1));
        expect(list.slice(1, 3)).toEqual(wanted.slice(1, 3));
        expect([list.at(0), list.at(wanted.length)]).toEqual([wanted[0], undefined]);
      }
    }),
  );
});

it('shares the items of the version it was made from', () => {
  const first = GrowingList.from<string>([]).append('one');
  expect(Reflect.get(first.append('two'), 'items')).toBe(Reflect.get(first, 'items'));
});
