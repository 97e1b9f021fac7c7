import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  call,
  callIds,
  conversations,
  model,
  result,
  resultIds,
  rolesAlternate,
  user,
} from '../../../test/compaction/histories.js';
import type { Content } from '../../types.js';
import { buildCompressedHistory, withoutScratchpad } from './compressedHistory.js';
import { divideHistory } from './selectHistory.js';

const long = 'x'.repeat(1_000);

describe('divideHistory', () => {
  it('keeps about the last third', () => {
    const contents = Array.from({ length: 10 }, () => [user(long), model(long)]).flat();
    expect(divideHistory(contents, 'auto', 1600)).toMatchObject({
      toSummarise: contents.slice(0, 14),
      kept: contents.slice(14),
    });
  });

  it('finds nothing to summarise in a history of one message, or before its last one', () => {
    expect(divideHistory([user(long)], 'manual', 1600)).toBeUndefined();
    expect(divideHistory([user('hi'), model('ho'), user(long)], 'auto', 1600)).toBeUndefined();
  });

  it('drops a call without a result only when compacting by hand', () => {
    const contents = [user(long), model(long), user(long), call('a')];
    const automatic = divideHistory(contents, 'auto', 1600);
    expect(automatic?.kept).toEqual([call('a')]);
    const manual = divideHistory(contents, 'manual', 1600);
    expect([...(manual?.toSummarise ?? []), ...(manual?.kept ?? [])]).toEqual(contents.slice(0, 3));
  });

  it('counts an image by the given estimate', () => {
    const image: Content = {
      role: 'user',
      parts: [{ inlineData: { mimeType: 'image/png', data: 'AA' } }],
    };
    const contents = [image, model('seen'), user(long), model(long)];
    expect(divideHistory(contents, 'auto', 1600)?.kept).toHaveLength(2);
    expect(divideHistory(contents, 'auto', 1)?.kept).toHaveLength(0);
  });
});

describe('buildCompressedHistory', () => {
  it('puts a bridge before kept messages that begin with the model', () => {
    const history = buildCompressedHistory('S', [call('a'), result(['a'])]);
    expect(history.map((content) => content.role)).toEqual(['user', 'model', 'user', 'model', 'user']);
    expect(history[0]).toEqual(user('S'));
  });

  it('keeps roles alternating, messages verbatim and pairs whole', () => {
    fc.assert(
      fc.property(conversations, fc.constantFrom('auto' as const, 'manual' as const), (contents, trigger) => {
        const division = divideHistory(contents, trigger, 1600);
        if (!division) return;
        const history = buildCompressedHistory('summary', division.kept);
        expect(rolesAlternate(history)).toBe(true);
        expect(history.slice(history.length - division.kept.length)).toEqual(division.kept);
        const unanswered = callIds(history).filter((id) => !resultIds(history).includes(id));
        const lastCalls = trigger === 'auto' ? callIds(contents.slice(-1)) : [];
        expect(unanswered.every((id) => lastCalls.includes(id))).toBe(true);
        expect(resultIds(history).every((id) => callIds(history).includes(id))).toBe(true);
      }),
    );
  });
});

describe('withoutScratchpad', () => {
  it.each([
    ['<scratchpad>think</scratchpad>\n<state_snapshot>S</state_snapshot>', '<state_snapshot>S</state_snapshot>'],
    ['<scratchpad>never closed <state_snapshot>S</state_snapshot>', '<state_snapshot>S</state_snapshot>'],
    ['<scratchpad>cut off', ''],
    ['plain summary', 'plain summary'],
    [' \n ', ''],
  ])('%j becomes %j', (summary, expected) => {
    expect(withoutScratchpad(summary)).toBe(expected);
  });
});
