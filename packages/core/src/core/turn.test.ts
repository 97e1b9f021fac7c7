import { describe, expect, it } from 'vitest';
import { ProviderError } from '../providers/errors/providerError.js';
import { CompressionStatus } from '../services/compaction/compressionStatus.js';
import type { FinishReason, Part } from '../types.js';
import { StreamEventType, type StreamEvent } from './streamEvents.js';
import { GeminiEventType, Turn, type ServerGeminiStreamEvent } from './turn.js';

const chunk = (parts: Part[], finishReason?: FinishReason): StreamEvent => ({
  type: StreamEventType.CHUNK,
  value: { candidates: [{ content: { role: 'model', parts }, finishReason }], responseId: 'r' },
});
const glob = (id: string): Part => ({ functionCall: { id, name: 'glob', args: { pattern: '*' } } });

async function run(steps: Array<StreamEvent | Error>, signal = new AbortController().signal) {
  const turn = new Turn(
    {
      sendMessageStream: async () =>
        (async function* () {
          for (const step of steps) {
            if (step instanceof Error) throw step;
            yield step;
          }
        })(),
    },
    'p',
  );
  const events: ServerGeminiStreamEvent[] = [];
  for await (const event of turn.run('m', 'hi', signal)) events.push(event);
  return { turn, events };
}

describe('Turn', () => {
  it('turns parts into events and collects calls and text', async () => {
    const thought = { text: '**Plan** first look', thought: true };
    const { turn, events } = await run([
      chunk([thought, { text: 'no subject', thought: true }, { text: 'Hel' }]),
      chunk([{ text: 'lo' }, glob('1')], 'STOP'),
    ]);
    const request = {
      callId: '1',
      name: 'glob',
      args: { pattern: '*' },
      isClientInitiated: false,
      prompt_id: 'p',
      response_id: 'r',
    };
    expect(events).toEqual([
      { type: GeminiEventType.Thought, value: { subject: 'Plan', description: 'first look' } },
      { type: GeminiEventType.Thought, value: { subject: '', description: 'no subject' } },
      { type: GeminiEventType.Content, value: 'Hel' },
      { type: GeminiEventType.Content, value: 'lo' },
      { type: GeminiEventType.ToolCallRequest, value: request },
      { type: GeminiEventType.Finished, value: { reason: 'STOP', usageMetadata: undefined } },
    ]);
    expect(turn.pendingToolCalls).toEqual([request]);
    expect(turn.getResponseText()).toBe('Hello');
  });

  it('forgets calls and text of an attempt that is void, and keeps them when the answer goes on', async () => {
    const again = await run([chunk([{ text: 'a' }, glob('1')]), { type: StreamEventType.RETRY }, chunk([], 'STOP')]);
    expect([again.turn.pendingToolCalls, again.turn.getResponseText()]).toEqual([[], '']);
    const goesOn = await run([
      chunk([{ text: 'a' }]),
      { type: StreamEventType.RETRY, isContinuation: true },
      chunk([{ text: 'b' }], 'STOP'),
    ]);
    expect(goesOn.turn.getResponseText()).toBe('ab');
  });

  it('marks calls of an answer that was cut off', async () => {
    const { turn } = await run([chunk([glob('1')]), chunk([], 'MAX_TOKENS')]);
    expect(turn.pendingToolCalls[0]?.wasOutputTruncated).toBe(true);
  });

  it('passes compactions and retries on', async () => {
    const info = { originalTokenCount: 9, newTokenCount: 3, compressionStatus: CompressionStatus.COMPRESSED };
    const retryInfo = { message: 'slow down', attempt: 1, maxRetries: 2, delayMs: 3 };
    const { events } = await run([
      { type: StreamEventType.COMPRESSED, info },
      { type: StreamEventType.RETRY, retryInfo },
    ]);
    expect(events).toEqual([
      { type: GeminiEventType.ChatCompressed, value: info },
      { type: GeminiEventType.Retry, retryInfo, isContinuation: undefined },
    ]);
  });

  it('ends with the error as an event', async () => {
    const error = new ProviderError('too long', { kind: 'context-overflow', status: 400 });
    expect((await run([error])).events).toEqual([
      { type: GeminiEventType.Error, value: { error: { message: 'too long', status: 400, kind: 'context-overflow' } } },
    ]);
    expect((await run([new Error('odd')])).events).toEqual([
      { type: GeminiEventType.Error, value: { error: { message: 'odd' } } },
    ]);
  });

  it('ends with a cancellation when the signal has aborted, whatever was thrown', async () => {
    const { events } = await run([new Error('socket closed')], AbortSignal.abort());
    expect(events).toEqual([{ type: GeminiEventType.UserCancelled }]);
  });
});
