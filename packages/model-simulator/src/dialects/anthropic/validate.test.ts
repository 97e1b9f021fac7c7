import { describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '../../options.js';
import { pngOf } from '../../testServer.js';
import { sign } from '../signature.js';
import { validateAnthropic } from './validate.js';

const user = { role: 'user', content: 'hello' };
const use = (id: string) => ({ type: 'tool_use', id, name: 'glob', input: {} });
const asks = (...ids: string[]) => ({ role: 'assistant', content: ids.map(use) });
const answer = (id: string, content: unknown = 'x') => ({ type: 'tool_result', tool_use_id: id, content });
const answers = (...ids: string[]) => ({ role: 'user', content: ids.map((id) => answer(id)) });
const text = (value: string) => ({ type: 'text', text: value });
const tools = [{ name: 'glob', input_schema: { type: 'object' } }];

function check(messages: unknown[], body: object = {}, options: SimulatorOptions = {}) {
  return validateAnthropic({ model: 'm', max_tokens: 9, tools, messages, ...body }, options);
}

const rules = (...args: Parameters<typeof check>): string[] => check(...args).map(({ rule }) => rule);

describe('Anthropic validation', () => {
  it.each([
    ['a plain message', [user]],
    [
      'parallel calls, answered in any order, with text after',
      [user, asks('a', 'b'), { role: 'user', content: [answer('b'), answer('a'), text('go on')] }],
    ],
    ['two rounds', [user, asks('a'), answers('a'), asks('b'), answers('b')]],
    ['an empty result', [user, asks('a'), { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }]],
  ])('accepts %s', (_name, messages) => expect(rules(messages)).toEqual([]));

  it.each([
    ['no message', [], ['empty-content']],
    ['a first message of the model', [{ role: 'assistant', content: 'x' }, user], ['role']],
    ['a last message of the model', [user, { role: 'assistant', content: 'x' }], ['role']],
    ['a system message', [{ role: 'system', content: 'x' }, user], ['role']],
    ['two user messages in a row', [user, user], ['alternation']],
    ['empty content', [user, { role: 'assistant', content: [] }, user], ['empty-content']],
    ['empty text', [{ role: 'user', content: [text('')] }], ['empty-text']],
    ['blank text', [{ role: 'user', content: [text(' \n')] }], ['empty-text']],
    ['empty text in a result', [user, asks('a'), { role: 'user', content: [answer('a', [text('')])] }], ['empty-text']],
    ['a call without result', [user, asks('a'), user], ['call-without-result']],
    ['one result of two', [user, asks('a', 'b'), answers('a')], ['call-without-result']],
    [
      'a result after text',
      [user, asks('a'), { role: 'user', content: [text('x'), answer('a')] }],
      ['call-without-result'],
    ],
    ['a result without call', [{ role: 'user', content: [answer('a')] }], ['result-without-call']],
    ['a result twice', [user, asks('a'), answers('a', 'a')], ['duplicate-id']],
    ['an id twice', [user, asks('a'), answers('a'), asks('a'), answers('a')], ['duplicate-id']],
    ['an unknown block', [{ role: 'user', content: [{ type: 'thought' }] }], ['shape']],
  ])('refuses %s', (_name, messages, expected) => expect(rules(messages)).toEqual(expected));

  it('names the place and the ids', () => {
    expect(check([user, asks('toolu_1'), user])[0]?.message).toBe(
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    );
    expect(check([{ role: 'user', content: [answer('x')] }], {}, { errorStyle: 'bedrock' })[0]?.message).toBe(
      'The number of toolResult blocks at messages.0.content exceeds the number of toolUse blocks of previous turn.',
    );
  });

  it('needs max_tokens, a model and, for calls, tools', () => {
    expect(rules([user], { max_tokens: undefined })).toEqual(['max-tokens']);
    expect(rules([user], { max_tokens: 0 })).toEqual(['max-tokens']);
    expect(rules([user], { model: undefined })).toEqual(['shape']);
    const round = [user, asks('a'), answers('a')];
    expect(rules(round, { tools: undefined })).toEqual(['tools']);
    expect(rules(round, { tools: undefined }, { quirks: { toolsRequiredForCalls: false } })).toEqual([]);
    expect(rules([user], { tools: undefined, tool_choice: { type: 'none' } })).toEqual(['tool-choice']);
    expect(rules([user], { tools: [...tools, ...tools] })).toEqual(['tools']);
  });

  it('takes thinking blocks back only as they were issued', () => {
    const thinking = { type: 'thinking', thinking: 'So be it.', signature: sign('So be it.') };
    const turn = (block: object) => [user, { role: 'assistant', content: [block, use('a')] }, answers('a')];
    expect(rules(turn(thinking))).toEqual([]);
    expect(rules(turn({ ...thinking, thinking: 'So be it' }))).toEqual(['thinking-changed']);
    expect(check(turn({ ...thinking, signature: '' }))[0]?.message).toContain('cannot be modified');
    const earlier = [...turn({ ...thinking, thinking: 'other' }), asks('b'), answers('b')];
    expect(check(earlier)[0]?.message).toBe('messages.1.content.0: Invalid `signature` in `thinking` block');
  });

  it('checks the settings of thinking', () => {
    const thinking = { type: 'enabled', budget_tokens: 2_000 };
    expect(rules([user], { thinking, max_tokens: 4_000 })).toEqual([]);
    expect(rules([user], { thinking, max_tokens: 2_000 })).toEqual(['thinking-config']);
    expect(rules([user], { thinking: { type: 'enabled', budget_tokens: 10 }, max_tokens: 4_000 })).toEqual([
      'thinking-config',
    ]);
    expect(rules([user], { thinking, max_tokens: 4_000, temperature: 0.5 })).toEqual(['thinking-config']);
    expect(rules([user], { thinking, max_tokens: 4_000, tool_choice: { type: 'any' } })).toEqual(['thinking-config']);
    expect(rules([user], { thinking: { type: 'adaptive' } })).toEqual([]);
  });

  it('allows four cache marks', () => {
    const marked = (value: string) => ({ ...text(value), cache_control: { type: 'ephemeral' } });
    const content = ['a', 'b', 'c', 'd'].map(marked);
    expect(rules([{ role: 'user', content }])).toEqual([]);
    expect(rules([{ role: 'user', content }], { system: [marked('s')] })).toEqual(['cache-control']);
  });

  it('refuses large images, and sooner when there are many', () => {
    const image = (width: number) => ({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: pngOf(width, 10) },
    });
    const images = (count: number, width: number) => [
      { role: 'user', content: Array.from({ length: count }, () => image(width)) },
    ];
    expect(rules(images(20, 2_400))).toEqual([]);
    expect(rules(images(21, 2_000))).toEqual([]);
    const many = check([{ role: 'user', content: [...Array.from({ length: 24 }, () => image(100)), image(2_400)] }]);
    expect(many).toMatchObject([
      {
        rule: 'image',
        message:
          'messages.0.content.24.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
      },
    ]);
    expect(check(images(1, 8_001))[0]?.message).toContain('max allowed size: 8000 pixels');
    const heavy = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: Buffer.alloc(5_242_881).toString('base64') },
    };
    expect(check([{ role: 'user', content: [heavy] }])[0]?.message).toContain('image exceeds 5 MB maximum');
    const nested = { role: 'user', content: [answer('a', [heavy])] };
    expect(rules([user, asks('a'), nested])).toEqual(['image']);
  });
});
