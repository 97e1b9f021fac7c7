import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Content, Part } from '../types.js';
import { buildApiHistoryFromConversation, INTERRUPTED_CALL_ERROR, projectRecords } from './projection.js';
import type { SessionRecord } from './records.js';

let counter = 0;
function record(fields: Partial<SessionRecord> & Record<string, unknown>): SessionRecord {
  return {
    uuid: `u${++counter}`,
    parentUuid: null,
    sessionId: 's',
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd: '/w',
    version: '0',
    ...fields,
  } as SessionRecord;
}

const text = (role: string, value: string): Content => ({ role, parts: [{ text: value }] });
const call = (id: string, name = 'read_file'): Part => ({ functionCall: { id, name, args: {} } });
const response = (id: string, name = 'read_file'): Part => ({
  functionResponse: { id, name, response: { output: `out ${id}` } },
});
const user = (value: string): SessionRecord => record({ type: 'user', message: text('user', value) });
const assistant = (...parts: Part[]): SessionRecord =>
  record({ type: 'assistant', model: 'm', message: { role: 'model', parts } });
const result = (...parts: Part[]): SessionRecord => record({ type: 'tool_result', message: { role: 'user', parts } });
const checkpoint = (...compressedHistory: Content[]): SessionRecord =>
  record({
    type: 'system',
    subtype: 'chat_compression',
    systemPayload: { info: { originalTokenCount: 9, newTokenCount: 1, compressionStatus: 1 }, compressedHistory },
  });
const telemetry = (): SessionRecord => record({ type: 'system', subtype: 'ui_telemetry', systemPayload: {} });
const build = (messages: SessionRecord[], options?: { stripThoughts?: boolean }): Content[] =>
  buildApiHistoryFromConversation({ messages }, options);

describe('buildApiHistoryFromConversation', () => {
  it('collects results into one message in the order of the calls', () => {
    const messages = [
      user('go'),
      assistant(call('a'), call('b'), call('c')),
      result(response('c')),
      telemetry(),
      result(response('a')),
      result(response('b')),
      assistant({ text: 'done' }),
    ];
    expect(build(messages)).toEqual([
      text('user', 'go'),
      { role: 'model', parts: [call('a'), call('b'), call('c')] },
      { role: 'user', parts: [response('a'), response('b'), response('c')] },
      text('model', 'done'),
    ]);
  });

  it('puts what the user said meanwhile behind the results, in their message', () => {
    const said = record({ type: 'user', subtype: 'mid_turn_user_message', message: text('user', 'wait') });
    const messages = [user('go'), assistant(call('a'), call('b')), result(response('b')), said, result(response('a'))];
    const expected = { role: 'user', parts: [response('a'), response('b'), { text: 'wait' }] };
    expect(build(messages).at(-1)).toEqual(expected);
    expect(build([...messages, user('next')]).at(-2)).toEqual(expected);
    expect(build([user('go'), said])).toEqual([text('user', 'go'), text('user', 'wait')]);
  });

  it('makes up only the results that are missing', () => {
    const history = build([user('go'), assistant(call('a', 'glob'), call('b')), result(response('b'))]);
    expect(history.at(-1)).toEqual({
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'glob', response: { error: INTERRUPTED_CALL_ERROR } } },
        response('b'),
      ],
    });
    expect(INTERRUPTED_CALL_ERROR).toMatch(/interrupted/);
  });

  it('gives the same stand-in when the session went on after it', () => {
    const before = build([user('go'), assistant(call('a'))]);
    const after = build([user('go'), assistant(call('a')), user('again')]);
    expect(after).toEqual([...before, text('user', 'again')]);
  });

  it('keeps media that older writers put beside a result, next to it', () => {
    const image: Part = { inlineData: { mimeType: 'image/png', data: 'AA==' } };
    const history = build([
      user('go'),
      assistant(call('a'), call('b')),
      result(response('b'), image),
      result(response('a')),
    ]);
    expect(history.at(-1)!.parts).toEqual([response('a'), response('b'), image]);
  });

  it('gives each of two calls with one id, or without ids, a result of its own', () => {
    const nameless: Part = { functionCall: { name: 'glob', args: {} } };
    const answer = (output: string): Part => ({ functionResponse: { name: 'glob', response: { output } } });
    const history = build([assistant(nameless, nameless), result(answer('1')), result(answer('2')), user('x')]);
    expect(history[1]!.parts).toEqual([answer('1'), answer('2')]);
    const twins = build([assistant(call('a'), call('a')), result(response('a')), result(response('a')), user('x')]);
    expect(twins).toHaveLength(3);
    expect(twins[1]!.parts).toEqual([response('a'), response('a')]);
  });

  it('starts at the last checkpoint and answers a call that it ends with', () => {
    const messages = [
      user('old'),
      checkpoint(text('user', 'first summary')),
      user('middle'),
      checkpoint(text('user', 'summary'), { role: 'model', parts: [call('a')] }),
      result(response('a')),
      assistant({ text: 'on' }),
    ];
    expect(build(messages)).toEqual([
      text('user', 'summary'),
      { role: 'model', parts: [call('a')] },
      { role: 'user', parts: [response('a')] },
      text('model', 'on'),
    ]);
  });

  it('ignores system records, unknown types, damaged checkpoints and messages without parts', () => {
    const messages = [
      user('a'),
      record({ type: 'hologram' as 'user', message: text('user', 'no') }),
      record({ type: 'system', subtype: 'chat_compression', systemPayload: { info: {} } }),
      record({ type: 'assistant', model: 'm', message: { role: 'model', parts: [] } }),
      record({ type: 'user' }),
      assistant({ text: 'b' }),
    ];
    expect(build(messages)).toEqual([text('user', 'a'), text('model', 'b')]);
  });

  it('strips thoughts on request, whole messages of them too', () => {
    const thought: Part = { text: 'hm', thought: true };
    const messages = [user('a'), assistant(thought), assistant(thought, { text: 'b' })];
    expect(build(messages, { stripThoughts: true })).toEqual([text('user', 'a'), text('model', 'b')]);
    expect(build(messages)[2]!.parts).toEqual([thought, { text: 'b' }]);
  });
});

/** A conversation as the loop writes it: results in any order, some missing after a crash, telemetry in between. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('user' as const), said: fc.string({ minLength: 1 }) }),
    fc.record({
      kind: fc.constant('tools' as const),
      calls: fc.integer({ min: 1, max: 4 }),
      order: fc.array(fc.nat(), { maxLength: 4 }),
      noise: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('answer' as const), said: fc.string({ minLength: 1 }) }),
  ),
  { maxLength: 12 },
);

function recordsOf(plan: typeof steps extends fc.Arbitrary<infer T> ? T : never): SessionRecord[] {
  let id = 0;
  return plan.flatMap((step): SessionRecord[] => {
    if (step.kind === 'user') return [user(step.said)];
    if (step.kind === 'answer') return [assistant({ text: step.said })];
    const ids = Array.from({ length: step.calls }, () => `c${++id}`);
    const remaining = [...ids];
    const results = step.order.flatMap((pick) => {
      const [chosen] = remaining.splice(pick % Math.max(remaining.length, 1), 1);
      return chosen === undefined ? [] : [...(step.noise ? [telemetry()] : []), result(response(chosen))];
    });
    return [assistant(...ids.map((callId) => call(callId))), ...results];
  });
}

describe('projection properties', () => {
  it('an append leaves what was settled a prefix, content by content', () => {
    fc.assert(
      fc.property(steps, (plan) => {
        const records = recordsOf(plan);
        let earlier: Content[] = [];
        for (let length = 0; length <= records.length; length++) {
          const { settled } = projectRecords(records.slice(0, length));
          expect(settled.slice(0, earlier.length)).toEqual(earlier);
          earlier = settled;
        }
      }),
    );
  });

  it('every call is followed by exactly its results, in order', () => {
    fc.assert(
      fc.property(steps, (plan) => {
        const history = build(recordsOf(plan));
        history.forEach((content, index) => {
          const calls = content.parts!.flatMap(({ functionCall }) => functionCall?.id ?? []);
          if (calls.length === 0) return;
          expect(history[index + 1]!.parts!.map(({ functionResponse }) => functionResponse?.id)).toEqual(calls);
        });
      }),
    );
  });

  it('does not depend on the order in which results were recorded', () => {
    const shuffled = fc.integer({ min: 1, max: 5 }).chain((count) => {
      const ids = Array.from({ length: count }, (_, index) => `c${index}`);
      return fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: count, maxLength: count }));
    });
    fc.assert(
      fc.property(shuffled, ([ids, order]) => {
        const step = (recorded: string[]): Content[] =>
          build([assistant(...ids.map((id) => call(id))), ...recorded.map((id) => result(response(id)))]);
        expect(step(order)).toEqual(step(ids));
      }),
    );
  });
});
