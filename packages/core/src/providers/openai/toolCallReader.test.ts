import { describe, expect, it } from 'vitest';
import { INVALID_JSON_KEY } from '../toolArguments.js';
import { ToolCallReader } from './toolCallReader.js';
import type { WireToolCallDelta } from './wire.js';

const delta = (
  index: number | undefined,
  id: string | undefined,
  name?: string,
  args?: unknown,
): WireToolCallDelta => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
});
const call = (id: string, name: string, args: object): object => ({ functionCall: { id, name, args } });

function read(deltas: WireToolCallDelta[]): object[] {
  const reader = new ToolCallReader();
  deltas.forEach((each) => reader.push(each));
  return reader.finish();
}

describe('ToolCallReader', () => {
  it('joins the arguments of one call', () => {
    expect(
      read([delta(0, 'a', 'glob', ''), delta(0, undefined, undefined, '{"p":'), delta(0, undefined, undefined, '1}')]),
    ).toEqual([call('a', 'glob', { p: 1 })]);
  });

  it('keeps parallel calls apart, also when their deltas are mixed', () => {
    expect(
      read([
        delta(0, 'a', 'glob', '{"p":'),
        delta(1, 'b', 'read', '{"q":'),
        delta(0, undefined, undefined, '1}'),
        delta(1, undefined, undefined, '2}'),
      ]),
    ).toEqual([call('a', 'glob', { p: 1 }), call('b', 'read', { q: 2 })]);
  });

  it('tells calls apart by id where all have the same index', () => {
    expect(read([delta(0, 'a', 'glob', '{"p":1}'), delta(0, 'b', 'glob', '{"p":2}')])).toEqual([
      call('a', 'glob', { p: 1 }),
      call('b', 'glob', { p: 2 }),
    ]);
  });

  it('tells calls apart where there is no index', () => {
    expect(
      read([
        delta(undefined, 'a', 'glob', '{"p":'),
        delta(undefined, undefined, undefined, '1}'),
        delta(undefined, 'b', 'read', '{}'),
      ]),
    ).toEqual([call('a', 'glob', { p: 1 }), call('b', 'read', {})]);
  });

  it('makes up ids that never came, one for each call', () => {
    const calls = read([
      delta(undefined, undefined, 'glob', '{"p":1}'),
      delta(undefined, undefined, 'glob', '{"p":2}'),
    ]);
    const ids = calls.map((part) => (part as { functionCall: { id: string } }).functionCall.id);
    expect(calls).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    ids.forEach((id) => expect(id).toMatch(/^call_\w{32}$/));
  });

  it('takes an id and a name that are repeated with every delta for the same call', () => {
    expect(read([delta(0, 'a', 'glob', '{"p":'), delta(0, 'a', 'glob', '1}')])).toEqual([call('a', 'glob', { p: 1 })]);
    expect(read([delta(undefined, 'a', 'glob', '{"p":'), delta(undefined, 'a', 'glob', '1}')])).toEqual([
      call('a', 'glob', { p: 1 }),
    ]);
    expect(read([delta(0, 'a', 'glob', '{"p":'), delta(0, '', '', '1}')])).toEqual([call('a', 'glob', { p: 1 })]);
  });

  it('joins a name that comes in pieces', () => {
    expect(read([delta(0, 'a', 'read_'), delta(0, undefined, 'file'), delta(0, undefined, undefined, '{}')])).toEqual([
      call('a', 'read_file', {}),
    ]);
  });

  it('takes an id that comes late', () => {
    expect(read([delta(0, undefined, 'glob', '{'), delta(0, 'a', undefined, '}')])).toEqual([call('a', 'glob', {})]);
  });

  it('takes arguments that are an object already', () => {
    expect(read([delta(0, 'a', 'glob', { p: 1 })])).toEqual([call('a', 'glob', { p: 1 })]);
  });

  it('marks arguments that are no JSON', () => {
    expect(read([delta(0, 'a', 'glob', '{"p":"cut')])).toEqual([
      call('a', 'glob', { [INVALID_JSON_KEY]: '{"p":"cut' }),
    ]);
  });
});
