import { describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '../../options.js';
import { validateOpenAi } from './validate.js';

const user = { role: 'user', content: 'hello' };
const call = (id: string) => ({ id, type: 'function', function: { name: 'glob', arguments: '{"pattern":"*"}' } });
const asks = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map(call) });
const result = (id: string, content: unknown = 'x') => ({ role: 'tool', tool_call_id: id, content });

function rules(messages: unknown[], body: object = {}, options: SimulatorOptions = {}): string[] {
  return validateOpenAi({ model: 'm', messages, ...body }, options).map(({ rule }) => rule);
}

function message(messages: unknown[], options: SimulatorOptions = {}): string {
  return validateOpenAi({ model: 'm', messages }, options)[0]?.message ?? '';
}

describe('OpenAI validation', () => {
  it.each([
    ['a plain message', [user]],
    [
      'system text and parts',
      [
        { role: 'system', content: 's' },
        { role: 'user', content: [{ type: 'text', text: 'x' }] },
      ],
    ],
    ['parallel calls, answered in any order', [user, asks('a', 'b'), result('b'), result('a'), user]],
    ['two rounds', [user, asks('a'), result('a'), asks('b'), result('b')]],
    ['two user messages in a row', [user, user]],
  ])('accepts %s', (_name, messages) => expect(rules(messages)).toEqual([]));

  it.each([
    ['no message', [], ['empty-content']],
    ['an unknown role', [{ role: 'bot', content: 'x' }], ['role']],
    ['empty text', [{ role: 'user', content: '' }], ['empty-text']],
    ['no content', [{ role: 'user' }], ['empty-content']],
    ['an empty list', [{ role: 'user', content: [] }], ['empty-content']],
    ['an empty text part', [{ role: 'user', content: [{ type: 'text', text: '' }] }], ['empty-text']],
    ['an unknown part', [{ role: 'user', content: [{ type: 'thought', text: 'x' }] }], ['shape']],
    ['an empty assistant message', [user, { role: 'assistant', content: null }], ['empty-content']],
    ['a call without result', [user, asks('a'), user], ['call-without-result']],
    ['a call at the end', [user, asks('a')], ['call-without-result']],
    ['one result of two', [user, asks('a', 'b'), result('a'), user], ['call-without-result']],
    ['a result without call', [user, result('a')], ['result-without-call']],
    ['a result twice', [user, asks('a'), result('a'), result('a')], ['result-without-call']],
    ['a result that comes later', [user, asks('a'), user, result('a')], ['call-without-result', 'result-without-call']],
    ['an id twice', [user, asks('a'), result('a'), asks('a'), result('a')], ['duplicate-id']],
    ['an empty result', [user, asks('a'), result('a', '')], ['empty-text']],
  ])('refuses %s', (_name, messages, expected) => expect(rules(messages)).toEqual(expected));

  it('refuses arguments that are no JSON object', () => {
    const broken = { id: 'a', type: 'function', function: { name: 'glob', arguments: '{"pattern":' } };
    expect(rules([user, { role: 'assistant', content: 'x', tool_calls: [broken] }, result('a')])).toEqual(['shape']);
  });

  it('words the pairing rule as DashScope and Bedrock do', () => {
    const messages = [user, asks('a'), user];
    expect(message(messages)).toContain('did not have response messages: a');
    expect(message(messages, { errorStyle: 'dashscope' })).toMatch(
      /^<400> InternalError\.Algo\.InvalidParameter: .*: message\[2\]\.role$/,
    );
    expect(message(messages, { errorStyle: 'bedrock' })).toBe(
      'Expected toolResult blocks at messages.2.content for the following Ids: a',
    );
  });

  it('checks tools and tool choice', () => {
    const tool = { type: 'function', function: { name: 'glob', parameters: { type: 'object' } } };
    expect(rules([user], { tools: [tool], tool_choice: 'none' })).toEqual([]);
    expect(rules([user], { tools: [tool, tool] })).toEqual(['tools']);
    expect(rules([user], { tools: [] })).toEqual(['tools']);
    expect(rules([user], { tools: [{ type: 'function', function: { name: 'no spaces' } }] })).toEqual(['tools']);
    expect(rules([user], { tool_choice: 'none' })).toEqual(['tool-choice']);
    const onlyAuto = { quirks: { onlyAutomaticToolChoice: true } };
    expect(rules([user], { tools: [tool], tool_choice: 'none' }, onlyAuto)).toEqual(['tool-choice']);
    expect(rules([user], { tools: [tool], tool_choice: 'auto' }, onlyAuto)).toEqual([]);
  });

  it('has the quirks of stricter servers', () => {
    expect(rules([user, user], {}, { quirks: { alternateRoles: true } })).toEqual(['alternation']);
    expect(
      rules([user, asks('a'), result('a'), asks('b'), result('b')], {}, { quirks: { alternateRoles: true } }),
    ).toEqual([]);
    expect(rules([user, asks('a'), result('a')], {}, { quirks: { toolsRequiredForCalls: true } })).toEqual(['tools']);
  });
});
