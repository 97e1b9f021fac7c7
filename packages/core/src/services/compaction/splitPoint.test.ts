import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, callIds, conversations, model, result, resultIds, user } from '../../../test/compaction/histories.js';
import { findCompressSplitPoint } from './splitPoint.js';

const tenth = 'x'.repeat(100);

describe('findCompressSplitPoint', () => {
  it.each([0, 1, -0.5, 1.5, Number.NaN])('refuses the fraction %s', (fraction) => {
    expect(() => findCompressSplitPoint([], fraction)).toThrow('between 0 and 1');
  });

  it('is 0 for an empty history', () => {
    expect(findCompressSplitPoint([], 0.7)).toBe(0);
  });

  it('is the first user message with enough characters before it', () => {
    const contents = Array.from({ length: 5 }, () => [user(tenth), model(tenth)]).flat();
    expect(findCompressSplitPoint(contents, 0.7)).toBe(8);
    expect(findCompressSplitPoint(contents, 0.8)).toBe(8);
    expect(findCompressSplitPoint(contents, 0.5)).toBe(6);
  });

  it('does not cut before a tool result', () => {
    const contents = [user(tenth), call('a'), result(['a'], 'x'.repeat(5_000)), call('b'), result(['b']), model('end')];
    expect(findCompressSplitPoint(contents, 0.5)).toBe(6);
  });

  it('summarises everything when the history ends with an answer', () => {
    expect(findCompressSplitPoint([user('q'), model('x'.repeat(1_000))], 0.7)).toBe(2);
  });

  it('summarises everything when the history ends with a tool result', () => {
    expect(findCompressSplitPoint([user(tenth), call('a'), result(['a'])], 0.9)).toBe(3);
  });

  it('keeps the last tool rounds in front of a call without a result', () => {
    const rounds = ['a', 'b', 'c', 'd'].flatMap((id) => [call(id), result([id], tenth)]);
    const contents = [user('q'), ...rounds, call('e')];
    expect(findCompressSplitPoint(contents, 0.7)).toBe(contents.length - 5);
    expect(findCompressSplitPoint(contents, 0.7, 1)).toBe(contents.length - 3);
    expect(findCompressSplitPoint(contents, 0.7, 0)).toBe(contents.length - 1);
  });

  it('counts only complete rounds', () => {
    const contents = [user(tenth), model('text'), user('more'), call('a'), result(['a'], tenth.repeat(20)), call('b')];
    expect(findCompressSplitPoint(contents, 0.9)).toBe(3);
  });

  it('falls back to the last user message', () => {
    expect(findCompressSplitPoint([user('q'), model('a'), user('x'.repeat(1_000))], 0.7)).toBe(2);
  });

  it('uses the counts it is given', () => {
    const contents = [user('q'), model('a'), user('q'), model('a'), user('q'), model('a')];
    expect(findCompressSplitPoint(contents, 0.5, 2, [100, 0, 0, 0, 0, 0])).toBe(2);
  });

  it('never separates a call from its result', () => {
    fc.assert(
      fc.property(conversations, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (contents, fraction) => {
        const split = findCompressSplitPoint(contents, fraction);
        expect(split).toBeGreaterThanOrEqual(0);
        expect(split).toBeLessThanOrEqual(contents.length);
        const before = contents.slice(0, split);
        expect(resultIds(before)).toEqual(callIds(before));
      }),
    );
  });
});
