import { describe, expect, it } from 'vitest';
import { completionTarget, escapePath } from './completionTarget.js';

const targetOf = (marked: string) => {
  const cursor = marked.indexOf('|');
  return completionTarget({ text: marked.replace('|', ''), cursor });
};

describe('completionTarget', () => {
  it.each([
    ['/|', { kind: 'command', query: '', start: 1, end: 1 }],
    ['/comp|', { kind: 'command', query: 'comp', start: 1, end: 5 }],
    ['/comp| now', { kind: 'command', query: 'comp', start: 1, end: 5 }],
    ['/git:com|', { kind: 'command', query: 'git:com', start: 1, end: 8 }],
    ['/git:commit x|', { kind: 'argument', command: 'git:commit', query: 'x', start: 12, end: 13 }],
    ['/model |', { kind: 'argument', command: 'model', query: '', start: 7, end: 7 }],
    ['/model gpt 4|', { kind: 'argument', command: 'model', query: 'gpt 4', start: 7, end: 12 }],
    ['@|', { kind: 'file', query: '', start: 1, end: 1 }],
    ['see @src/a|, ok', { kind: 'file', query: 'src/a', start: 5, end: 10 }],
    ['(@a|', { kind: 'file', query: 'a', start: 2, end: 3 }],
    ['a\n@b|', { kind: 'file', query: 'b', start: 3, end: 4 }],
    ['@my\\ file|', { kind: 'file', query: 'my file', start: 1, end: 9 }],
    ['/export @a|', { kind: 'file', query: 'a', start: 9, end: 10 }],
  ])('%s', (marked, target) => expect(targetOf(marked)).toEqual(target));

  it.each([
    '|',
    'word|',
    'a /clear|',
    '/usr/bin|',
    '/com|p',
    '/model x| y',
    'me@example.com|',
    '@a b|',
    ' /clear|',
    '@a |',
    '\n/x|',
  ])('none in %j', (marked) => expect(targetOf(marked)).toBeUndefined());

  it('escapes what would end a path', () => {
    expect(escapePath('a b\\c')).toBe('a\\ b\\\\c');
    expect(targetOf(`@${escapePath('a b\\c')}|`)).toMatchObject({ query: 'a b\\c' });
  });
});
