import type { AgentEvent } from '@qwen-code/qwen-code-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as events from '../../../test/support/agentEvents.js';
import { MessageBuilder } from './messageBuilder.js';
import type { AssistantMessage, OutputMessage, PartialEvent, StreamEventMessage, UserMessage } from './messages.js';

function build(all: AgentEvent[], includePartialMessages = false): OutputMessage[] {
  const builder = new MessageBuilder({ sessionId: () => 's', model: () => 'm', includePartialMessages });
  return all.flatMap((event) => builder.add(event));
}

const assistant = (messages: OutputMessage[]): AssistantMessage[] =>
  messages.filter((message): message is AssistantMessage => message.type === 'assistant');
const partials = (messages: OutputMessage[]): PartialEvent[] =>
  messages
    .filter((message): message is StreamEventMessage => message.type === 'stream_event')
    .map(({ event }) => event);

describe('MessageBuilder', () => {
  it('gives each kind of block a message of its own, usage on the last of a response', () => {
    const messages = build([
      events.start(),
      events.thought('hm', 'Plan'),
      events.thought(' ok'),
      events.content('Hello'),
      events.content(' there'),
      events.callRequest('1', 'glob', { pattern: '*' }),
      events.callRequest('2', 'edit'),
      events.finished(100, 20, 60),
    ]);
    expect(assistant(messages).map(({ message }) => [message.content, message.stop_reason, message.usage])).toEqual([
      [[{ type: 'thinking', thinking: '**Plan** hm ok' }], null, { input_tokens: 0, output_tokens: 0 }],
      [[{ type: 'text', text: 'Hello there' }], null, { input_tokens: 0, output_tokens: 0 }],
      [
        [
          { type: 'tool_use', id: '1', name: 'glob', input: { pattern: '*' } },
          { type: 'tool_use', id: '2', name: 'edit', input: {} },
        ],
        'tool_use',
        { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 60, total_tokens: 120 },
      ],
    ]);
    expect(messages[0]).toMatchObject({
      type: 'assistant',
      session_id: 's',
      parent_tool_use_id: null,
      message: { type: 'message', role: 'assistant', model: 'm' },
    });
    expect(new Set(messages.map(({ uuid }) => uuid)).size).toBe(3);
  });

  it('sends results of calls as user messages', () => {
    const messages = build([events.callEnd('1', 'fine'), events.callEnd('2', 'no such file', 'file_not_found')]);
    expect(messages.map((message) => (message as UserMessage).message)).toEqual([
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', is_error: false, content: 'fine' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '2', is_error: true, content: 'no such file' }] },
    ]);
  });

  it('marks messages of sub-agents with the call that started them and keeps the two apart', () => {
    const inside = (event: AgentEvent): AgentEvent => ({ type: 'subagent', parentCallId: 'a', agentName: 'x', event });
    const messages = build([
      events.content('outer '),
      inside(events.content('inner')),
      events.content('text'),
      inside(events.finished()),
      inside(events.callEnd('i', 'r')),
      events.finished(),
    ]);
    expect(messages.map((message) => ['parent_tool_use_id' in message && message.parent_tool_use_id])).toEqual([
      ['a'],
      ['a'],
      [null],
    ]);
    expect(assistant(messages).map(({ message }) => message.content)).toEqual([
      [{ type: 'text', text: 'inner' }],
      [{ type: 'text', text: 'outer text' }],
    ]);
  });

  it('drops what came before a retry, but not before a continuation', () => {
    const text = (isContinuation: boolean): unknown =>
      assistant(
        build([events.content('half'), events.retry(isContinuation), events.content(' whole'), events.finished()]),
      ).map(({ message }) => message.content);
    expect(text(false)).toEqual([[{ type: 'text', text: ' whole' }]]);
    expect(text(true)).toEqual([[{ type: 'text', text: 'half whole' }]]);
  });

  it('keeps the text of a response that broke off', () => {
    expect(assistant(build([events.content('half'), events.turnEnd('cancelled')]))).toHaveLength(1);
  });

  it('streams each message from its start to its stop', () => {
    const messages = build(
      [events.content('a'), events.content('b'), events.callRequest('1', 'glob'), events.finished()],
      true,
    );
    const [first] = messages;
    const id = assistant(messages)[0]!.message.id;
    expect(first).toMatchObject({ event: { type: 'message_start', message: { id } }, parent_tool_use_id: null });
    expect(partials(messages).slice(1, 6)).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'b' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_stop' },
    ]);
    expect(partials(messages).slice(7)).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: '1', name: 'glob', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_stop' },
    ]);
  });

  it('streams progress of calls', () => {
    expect(partials(build([{ type: 'tool_call_output', callId: '1', text: 'line' }], true))).toEqual([
      { type: 'tool_progress', tool_use_id: '1', content: 'line' },
    ]);
    expect(build([{ type: 'tool_call_output', callId: '1', text: 'line' }])).toEqual([]);
  });

  it('keeps every text, closes every stream and never mixes kinds, whatever the order of events', () => {
    const anyEvent = fc.oneof(
      fc.string({ minLength: 1 }).map(events.content),
      fc.string({ minLength: 1 }).map((text) => events.thought(text)),
      fc.uuid().map((id) => events.callRequest(id, 'glob')),
      fc.constant(events.finished()),
      fc.constant(events.start()),
    );
    fc.assert(
      fc.property(fc.array(anyEvent), (all) => {
        const messages = build([...all, events.turnEnd('completed')], true);
        const text = (list: OutputMessage[]): string =>
          assistant(list)
            .flatMap(({ message }) => message.content)
            .map((block) => (block.type === 'text' ? block.text : ''))
            .join('');
        expect(text(messages)).toBe(all.map((event) => (event.type === 'content' ? event.value : '')).join(''));
        for (const { message } of assistant(messages)) {
          expect(message.content.length).toBeGreaterThan(0);
          expect(new Set(message.content.map(({ type }) => type)).size).toBe(1);
        }
        const count = (type: string): number => partials(messages).filter((event) => event.type === type).length;
        expect(count('message_stop')).toBe(count('message_start'));
        expect(count('content_block_stop')).toBe(count('content_block_start'));
        expect(count('message_start')).toBe(assistant(messages).length);
      }),
    );
  });
});
