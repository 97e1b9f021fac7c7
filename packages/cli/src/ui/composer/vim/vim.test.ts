import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapToBoundary } from '../graphemes.js';
import type { TextBuffer } from '../textBuffer.js';
import { leaveInsertMode, vimKey } from './vim.js';
import { INITIAL_VIM_STATE, isWaiting, type VimState } from './vimState.js';

function at(marked: string): TextBuffer {
  return { text: marked.replace('|', ''), cursor: marked.indexOf('|') };
}

/** What keys of normal mode make of a text; rows, undoing and searching are others' business. */
function press(marked: string, keys: string, from: Partial<VimState> = {}): { state: VimState; buffer: TextBuffer } {
  let state: VimState = { ...INITIAL_VIM_STATE, mode: 'normal', ...from };
  let buffer = at(marked);
  for (const key of keys) {
    const { state: next, effect } = vimKey(state, buffer, key);
    state = next;
    if (effect.type === 'edit') buffer = effect.buffer;
  }
  return { state, buffer };
}

function after(marked: string, keys: string): string {
  const { state, buffer } = press(marked, keys);
  const { text, cursor } = buffer;
  return `${text.slice(0, cursor)}|${text.slice(cursor)}${state.mode === 'insert' ? ' (insert)' : ''}`;
}

describe('vim', () => {
  it.each([
    ['h', 'ab|c', 'a|bc'],
    ['h', 'a\n|b', 'a\n|b'],
    ['l', 'a|b', 'a|b'],
    ['2l', '|abcd', 'ab|cd'],
    ['w', '|foo.bar baz', 'foo|.bar baz'],
    ['W', '|foo.bar baz', 'foo.bar |baz'],
    ['2w', '|one two three', 'one two |three'],
    ['w', 'a |b\nc', 'a b\n|c'],
    ['b', 'one two|', 'one |two'],
    ['b', 'one |two', '|one two'],
    ['B', 'a.b c.|d', 'a.b |c.d'],
    ['e', '|one two', 'on|e two'],
    ['e', 'on|e two', 'one tw|o'],
    ['E', '|a.b c', 'a.|b c'],
    ['0', '  ab|c', '|  abc'],
    ['^', '  ab|c', '  |abc'],
    ['$', '|abc', 'ab|c'],
    ['2$', '|a\nbc', 'a\nb|c'],
    ['gg', 'a\nb|', '|a\nb'],
    ['G', '|a\n  b', 'a\n  |b'],
    ['fc', '|abcabc', 'ab|cabc'],
    ['2fc', '|abcabc', 'abcab|c'],
    ['tc', '|abc', 'a|bc'],
    ['Fa', 'abcab|c', 'abc|abc'],
    ['Ta', 'abca|bc', 'abca|bc'],
    ['fx', '|abc', '|abc'],
    ['tb;', '|abcb', 'ab|cb'],
    ['tb', '|bcb', 'b|cb'],
    ['fb', '|a\nb', '|a\nb'],
    ['fb;', '|abab', 'aba|b'],
    ['fb;,', '|abab', 'a|bab'],
    ['w', '|汉字 ab', '汉字 |ab'],
    ['l', '|👩‍👩‍👧a', '👩‍👩‍👧|a'],
  ])('%s moves %j to %j', (keys, before, expected) => expect(after(before, keys)).toBe(expected));

  it.each([
    ['x', 'a|bc', 'a|c'],
    ['3x', '|abcd', '|d'],
    ['x', 'ab|c', 'a|b'],
    ['X', 'ab|c', 'a|c'],
    ['dw', '|one two', '|two'],
    ['2dw', '|one two three', '|three'],
    ['d2w', '|one two three', '|three'],
    ['dw', 'one |two\nthree', 'one| \nthree'],
    ['de', '|one two', '| two'],
    ['db', 'one |two', '|two'],
    ['d$', 'a|bc\nd', '|a\nd'],
    ['D', 'a|bc', '|a'],
    ['d0', 'ab|c', '|c'],
    ['dd', 'a\n|b\nc', 'a\n|c'],
    ['dd', 'a\n|b', '|a'],
    ['dd', '|a', '|'],
    ['2dd', '|a\nb\nc', '|c'],
    ['dj', '|a\nb\nc', '|c'],
    ['dk', 'a\n|b\nc', '|c'],
    ['dG', 'a\n|b\nc', '|a'],
    ['dgg', 'a\n|b\nc', '|c'],
    ['dfc', '|abcd', '|d'],
    ['dtc', '|abcd', '|cd'],
    ['dFa', 'abc|d', '|d'],
    ['diw', 'one t|wo three', 'one | three'],
    ['daw', 'one t|wo three', 'one |three'],
    ['daw', 'one tw|o', 'on|e'],
    ['di"', 'say "he|llo" now', 'say "|" now'],
    ['da"', 'say "he|llo" now', 'say | now'],
    ['di(', 'f(a, (b|), c)', 'f(a, (|), c)'],
    ['da{', 'x {a| b} y', 'x | y'],
    ['di(', 'no |brackets', 'no |brackets'],
    ['rx', '|abc', '|xbc'],
    ['2rx', '|abc', 'x|xc'],
    ['5rx', '|abc', '|abc'],
    ['~', '|aBc', 'A|Bc'],
    ['3~', '|aBc', 'Ab|C'],
    ['J', '|a\n  b', 'a| b'],
    ['yyp', '|a\nb', 'a\n|a\nb'],
    ['yyP', 'a\n|b', 'a\n|b\nb'],
    ['ddp', '|a\nb', 'b\n|a'],
    ['xp', '|ab', 'b|a'],
    ['yw3P', '|a b', 'a a a| a b'],
    ['dx', '|abc', '|abc'],
    ['dzx', '|abc', '|bc'],
  ])('%s changes %j to %j', (keys, before, expected) => expect(after(before, keys)).toBe(expected));

  it.each([
    ['i', 'a|b', 'a|b (insert)'],
    ['a', 'a|b', 'ab| (insert)'],
    ['I', '  a|b', '  |ab (insert)'],
    ['A', '|ab\nc', 'ab|\nc (insert)'],
    ['o', '|a\nb', 'a\n|\nb (insert)'],
    ['O', 'a\n|b', 'a\n|\nb (insert)'],
    ['cw', '|one two', '| two (insert)'],
    ['c2w', '|one two three', '| three (insert)'],
    ['cw', '|a b', '| b (insert)'],
    ['cc', 'a\n|b\nc', 'a\n|\nc (insert)'],
    ['C', 'a|bc', 'a| (insert)'],
    ['s', 'a|bc', 'a|c (insert)'],
    ['S', 'a|bc', '| (insert)'],
    ['ciw', 'one t|wo', 'one | (insert)'],
    ['ci"', '"a|b"', '"|" (insert)'],
  ])('%s inserts: %j to %j', (keys, before, expected) => expect(after(before, keys)).toBe(expected));

  it('leaves insert mode onto the character before the cursor', () => {
    const left = leaveInsertMode(INITIAL_VIM_STATE, at('ab|'));
    expect(left.state.mode).toBe('normal');
    expect(left.effect).toEqual({ type: 'edit', buffer: at('a|b') });
    expect(leaveInsertMode(INITIAL_VIM_STATE, at('a\n|b')).effect).toEqual({ type: 'edit', buffer: at('a\n|b') });
  });

  it('asks for rows, undoing and searching', () => {
    const effectOf = (key: string, count = '') =>
      vimKey({ ...INITIAL_VIM_STATE, mode: 'normal', count }, at('|a'), key).effect;
    expect(effectOf('j', '3')).toEqual({ type: 'row', direction: 'down', count: 3 });
    expect(effectOf('k')).toEqual({ type: 'row', direction: 'up', count: 1 });
    expect(effectOf('u', '2')).toEqual({ type: 'undo', count: 2 });
    expect(effectOf('/')).toEqual({ type: 'search' });
  });

  it('knows when it waits for more', () => {
    for (const keys of ['d', '2', 'g', 'f', 'di', 'r']) expect(isWaiting(press('|a', keys).state)).toBe(true);
    expect(isWaiting(press('|a', 'dd').state)).toBe(false);
  });

  it('keeps the cursor on a character and the text whole, whatever is pressed', () => {
    const piece = fc.constantFrom('a', 'B', ' ', '\n', '.', '"', '(', ')', '汉', '👩‍👩‍👧', 'e\u0301');
    const keys = fc.array(fc.constantFrom(...'hlwWbBeE0^$gGfFtTdcyxXDCYsSiaIAoOrpPJ~;,jku/2"(w9'), { maxLength: 14 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), keys, fc.nat(20), (pieces, pressed, wanted) => {
        const text = pieces.join('');
        const cursor = snapToBoundary(text, wanted);
        const { state, buffer } = press(`${text.slice(0, cursor)}|${text.slice(cursor)}`, pressed.join(''));
        expect(snapToBoundary(buffer.text, buffer.cursor)).toBe(buffer.cursor);
        expect(buffer.text.isWellFormed()).toBe(true);
        expect(state.count.length).toBeLessThan(15);
      }),
      { numRuns: 400 },
    );
  });
});
