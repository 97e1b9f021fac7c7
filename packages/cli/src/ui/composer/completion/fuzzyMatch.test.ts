import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyFilter, matchedPositions, searchableName } from './fuzzyMatch.js';

const best = (query: string, names: readonly string[], limit = 10): string[] =>
  fuzzyFilter(query, names.map(searchableName), limit).map(({ name }) => name);

const positions = (query: string, name: string): number[] => matchedPositions(query, searchableName(name));

describe('fuzzyFilter', () => {
  it.each([
    ['config', ['src/config.ts', 'src/config/index.ts', 'src/reconfigure.ts']],
    ['cm', ['composerModel.ts', 'command.ts']],
    ['readme', ['README.md', 'docs/readme-old.md', 'src/reader/admin/e.ts']],
    ['srcut', ['src/utils.ts', 'packages/source/cut.ts']],
    ['help', ['help', 'help-all']],
  ])('%s prefers %j in this order', (query, names) => expect(best(query, [...names].reverse())).toEqual(names));

  it('matches characters in order, in whatever case unless the query has upper case', () => {
    expect(best('abc', ['xAyBzC', 'acb', 'ab', ''])).toEqual(['xAyBzC']);
    expect(best('App', ['src/App.tsx', 'src/app.tsx'])).toEqual(['src/App.tsx']);
    expect(best('', ['bb', 'a'])).toEqual(['a', 'bb']);
  });

  it('keeps the best of many, the first of equals', () => {
    const names = Array.from({ length: 500 }, (_, index) => `folder/${index}/abc.ts`);
    expect(best('abc', [...names, 'abc.ts'], 3)).toEqual(['abc.ts', 'folder/0/abc.ts', 'folder/1/abc.ts']);
  });
});

describe('matchedPositions', () => {
  it.each([
    ['abc', 'xAyBzC', [1, 3, 5]],
    ['main', 'domain/main.ts', [7, 8, 9, 10]],
    ['dom', 'domain/main.ts', [0, 1, 2]],
    ['', 'abc', []],
    ['x', 'abc', []],
  ])('%j in %j', (query, name, expected) => expect(positions(query, name)).toEqual(expected));

  it('are the characters of the query, in order, whenever the name is found', () => {
    const characters = fc.constantFrom('a', 'b', '/', '.', 'é');
    const query = fc.string({ unit: characters, minLength: 1, maxLength: 6 });
    const name = fc.string({ unit: fc.oneof(characters, fc.constant('A')), maxLength: 20 });
    fc.assert(
      fc.property(query, name, (typed, candidate) => {
        const found = positions(typed, candidate);
        expect(found.length > 0).toBe(best(typed, [candidate]).length > 0);
        if (found.length === 0) return;
        expect(found.map((position) => candidate[position]!.toLowerCase()).join('')).toBe(typed);
        expect([...new Set(found)].sort((a, b) => a - b)).toEqual(found);
      }),
    );
  });
});
