import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyFilter, fuzzyMatch } from './fuzzyMatch.js';

const best = (query: string, ...names: string[]): string[] =>
  fuzzyFilter(query, names, (name) => name, 10).map(({ candidate }) => candidate);

describe('fuzzyMatch', () => {
  it.each([
    ['config', ['src/config.ts', 'src/config/index.ts', 'src/reconfigure.ts']],
    ['cm', ['composerModel.ts', 'command.ts']],
    ['readme', ['README.md', 'docs/readme-old.md', 'src/reader/admin/e.ts']],
    ['srcut', ['src/utils.ts', 'packages/source/cut.ts']],
    ['help', ['help', 'help-all']],
  ])('%s prefers %j in this order', (query, names) => expect(best(query, ...[...names].reverse())).toEqual(names));

  it('matches characters in order, in whatever case', () => {
    expect(fuzzyMatch('abc', 'xAyBzC')?.positions).toEqual([1, 3, 5]);
    expect(fuzzyMatch('acb', 'abc')).toBeUndefined();
    expect(fuzzyMatch('', 'abc')?.positions).toEqual([]);
    expect(fuzzyMatch('abc', '')).toBeUndefined();
  });

  it('minds the case when the query has upper case', () => {
    expect(fuzzyMatch('App', 'src/App.tsx')).toBeDefined();
    expect(fuzzyMatch('App', 'src/app.tsx')).toBeUndefined();
  });

  it('marks the characters of the query', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', 'é'), maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', 'é', 'X'), maxLength: 20 }),
        (query, name) => {
          const match = fuzzyMatch(query, name);
          const isInOrder = new RegExp(
            Array.from(query, (character) => character.replace(/[/.]/, '\\$&')).join('.*'),
          ).test(name.toLowerCase());
          expect(match !== undefined).toBe(isInOrder);
          if (!match) return;
          expect(match.positions.map((position) => name[position]).join('')).toBe(query);
          expect([...match.positions].sort((a, b) => a - b)).toEqual(match.positions);
        },
      ),
    );
  });

  it('keeps the best of many', () => {
    const names = Array.from({ length: 500 }, (_, index) => `folder/${index}/abc.ts`);
    const found = fuzzyFilter('abc', [...names, 'abc.ts'], (name) => name, 3);
    expect(found.map(({ candidate }) => candidate)).toEqual(['abc.ts', 'folder/0/abc.ts', 'folder/1/abc.ts']);
  });
});
