import type { ApprovalRequest } from '@qwen-code/qwen-code-core';
import { describe, expect, it } from 'vitest';
import { FatalInputError } from '../../errors.js';
import { ControlChannel } from './controlChannel.js';
import { parseInputLine } from './inputMessages.js';

describe('parseInputLine', () => {
  const user = (content: unknown): string => JSON.stringify({ type: 'user', message: { role: 'user', content } });

  it('reads user messages as text or blocks', () => {
    expect(parseInputLine(user('hello'), 1)).toEqual({ type: 'user', parts: [{ text: 'hello' }] });
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    expect(parseInputLine(user([{ type: 'text', text: 'see' }, image]), 1)).toEqual({
      type: 'user',
      parts: [{ text: 'see' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
    });
  });

  it('skips empty lines', () => expect(parseInputLine('  \r', 1)).toBeUndefined());

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'is not an object'],
    ['{"type":"usr"}', 'has the unknown type "usr"'],
    ['{"type":"user"}', 'has no "message.content"'],
    [user([]), 'has no "message.content"'],
    [user([{ type: 'video' }]), 'holds a block'],
    ['{"type":"control_request","request":{"subtype":"interrupt"}}', 'has no "request_id"'],
    ['{"type":"control_request","request_id":"1"}', 'has no "request.subtype"'],
    ['{"type":"control_response"}', 'has no "response.request_id"'],
  ])('refuses %s', (line, problem) => {
    expect(() => parseInputLine(line, 7)).toThrow(FatalInputError);
    expect(() => parseInputLine(line, 7)).toThrow(`Line 7 of the input ${problem}`);
  });
});

describe('ControlChannel', () => {
  const request: ApprovalRequest = {
    callId: 'call-1',
    toolName: 'edit',
    displayName: 'Edit',
    args: { file_path: 'a' },
    preview: { type: 'info', title: 'Edit a', detail: '' },
    suggestedRule: 'edit',
  };

  function open(): { channel: ControlChannel; sent: Array<Record<string, unknown>>; abort: AbortController } {
    const sent: Array<Record<string, unknown>> = [];
    const channel = new ControlChannel((message) => sent.push(message as Record<string, unknown>));
    return { channel, sent, abort: new AbortController() };
  }

  async function answer(response: Record<string, unknown>, subtype: 'success' | 'error' = 'success'): Promise<unknown> {
    const { channel, sent, abort } = open();
    const outcome = channel.requestApproval(request, abort.signal);
    const request_id = sent[0]!['request_id'] as string;
    expect(sent[0]).toMatchObject({
      type: 'control_request',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'edit',
        tool_use_id: 'call-1',
        input: { file_path: 'a' },
        blocked_path: null,
      },
    });
    channel.receive({ type: 'control_response', response: { subtype, request_id, ...response } });
    return outcome;
  }

  it.each([
    [{ response: { behavior: 'allow' } }, { decision: 'allow-once' }],
    [
      { response: { behavior: 'allow', updatedInput: { file_path: 'b' } } },
      { decision: 'allow-once', args: { file_path: 'b' } },
    ],
    [{ response: { behavior: 'deny', message: 'not now' } }, { decision: 'deny', reason: 'not now' }],
    [{ response: { behavior: 'deny', interrupt: true } }, { decision: 'cancel' }],
    [{ response: 'yes' }, { decision: 'deny', reason: undefined }],
    [{}, { decision: 'deny', reason: undefined }],
  ])('takes %j as %j', async (response, outcome) => expect(await answer(response)).toEqual(outcome));

  it('denies when the other side fails', async () => {
    expect(await answer({ error: 'no window' }, 'error')).toEqual({ decision: 'deny', reason: 'no window' });
  });

  it('cancels the question when the turn is aborted, and ignores a late answer', async () => {
    const { channel, sent, abort } = open();
    const outcome = channel.requestApproval(request, abort.signal);
    abort.abort();
    expect(await outcome).toEqual({ decision: 'cancel' });
    const request_id = sent[0]!['request_id'] as string;
    expect(sent[1]).toEqual({ type: 'control_cancel_request', request_id });
    channel.receive({
      type: 'control_response',
      response: { subtype: 'success', request_id, response: { behavior: 'allow' } },
    });
  });

  it('denies open and later questions when the input ends', async () => {
    const { channel, abort } = open();
    const outcome = channel.requestApproval(request, abort.signal);
    channel.close();
    expect(await outcome).toMatchObject({ decision: 'deny' });
    expect(await channel.requestApproval(request, abort.signal)).toMatchObject({ decision: 'deny' });
  });
});
