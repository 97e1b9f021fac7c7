import { describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '../../options.js';
import { sign } from '../signature.js';
import { signedContent } from './encode.js';
import { validateGemini } from './validate.js';

const user = { role: 'user', parts: [{ text: 'hello' }] };
const calls = (...names: string[]) => ({
  role: 'model',
  parts: names.map((name) => ({ functionCall: { name, args: {} } })),
});
const results = (...names: string[]) => ({
  role: 'user',
  parts: names.map((name) => ({ functionResponse: { name, response: { output: 'x' } } })),
});

function check(contents: unknown[], body: object = {}, options: SimulatorOptions = {}) {
  return validateGemini({ contents, ...body }, options);
}

const rules = (...args: Parameters<typeof check>): string[] => check(...args).map(({ rule }) => rule);

describe('Gemini validation', () => {
  it.each([
    ['a plain message', [user]],
    ['no role', [{ parts: [{ text: 'x' }] }]],
    ['parallel calls, answered in any order', [user, calls('a', 'b'), results('b', 'a')]],
    ['two rounds', [user, calls('a'), results('a'), calls('a'), results('a')]],
    ['two user messages in a row', [user, user]],
  ])('accepts %s', (_name, contents) => expect(rules(contents)).toEqual([]));

  it.each([
    ['no message', [], ['empty-content']],
    ['no part', [{ role: 'user', parts: [] }], ['empty-content']],
    ['a part without data', [{ role: 'user', parts: [{}] }], ['empty-content']],
    ['empty text', [{ role: 'user', parts: [{ text: '' }] }], ['empty-text']],
    ['an unknown role', [{ role: 'assistant', parts: [{ text: 'x' }] }, user], ['role']],
    ['a last message of the model', [user, { role: 'model', parts: [{ text: 'x' }] }], ['role']],
    ['a call without result', [user, calls('a'), user], ['call-without-result']],
    ['a call at the end', [user, calls('a')], ['role', 'call-without-result']],
    ['one result of two', [user, calls('a', 'b'), results('a')], ['call-without-result']],
    ['a result without call', [user, results('a')], ['result-without-call']],
    ['a result of another name', [user, calls('a'), results('b')], ['result-without-call']],
    [
      'a call after the model spoke',
      [user, { role: 'model', parts: [{ text: 'x' }] }, calls('a'), results('a')],
      ['alternation'],
    ],
  ])('refuses %s', (_name, contents, expected) => expect(rules(contents)).toEqual(expected));

  it('pairs ids where both sides carry them, and wants them unique', () => {
    const call = (id: string) => ({ role: 'model', parts: [{ functionCall: { id, name: 'a', args: {} } }] });
    const result = (id: string) => ({ role: 'user', parts: [{ functionResponse: { id, name: 'a', response: {} } }] });
    expect(rules([user, call('1'), result('1')])).toEqual([]);
    expect(rules([user, call('1'), result('2')])).toEqual(['result-without-call']);
    expect(rules([user, call('1'), result('1'), call('1'), result('1')])).toEqual(['duplicate-id']);
  });

  it('takes thought signatures back only on the part they were issued with', () => {
    const part = { functionCall: { name: 'a', args: { x: 1 } } };
    const signed = (signature: string) => [
      user,
      { role: 'model', parts: [{ ...part, thoughtSignature: signature }] },
      results('a'),
    ];
    expect(rules(signed(sign(signedContent(part))))).toEqual([]);
    expect(rules(signed(sign('something else')))).toEqual(['thinking-changed']);
  });

  it('checks tools and function calling mode', () => {
    const tools = [{ functionDeclarations: [{ name: 'a' }, { name: 'a' }, { name: '1' }] }];
    expect(rules([user], { tools })).toEqual(['tools', 'tools']);
    const toolConfig = { functionCallingConfig: { mode: 'ANY' } };
    expect(rules([user], { toolConfig })).toEqual(['tool-choice']);
    expect(rules([user, calls('a'), results('a')], {}, { quirks: { toolsRequiredForCalls: true } })).toEqual(['tools']);
    expect(rules([user, user], {}, { quirks: { alternateRoles: true } })).toEqual(['alternation']);
  });
});
