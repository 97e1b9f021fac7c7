import { script, type SimulatedReply } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { StreamEventType, type StreamEvent } from '../../src/core/geminiChat.js';
import { dialects, eventTypes, openChat, words } from '../compaction/harness.js';
import { user } from '../compaction/histories.js';

const text = (events: readonly StreamEvent[]): string =>
  events
    .map((event) =>
      event.type === StreamEventType.CHUNK ? (event.value.candidates?.[0]?.content?.parts?.[0]?.text ?? '') : '',
    )
    .join('');

const maxTokensOf = (requests: Array<{ content?: { maxOutputTokens?: number } }>): Array<number | undefined> =>
  requests.map(({ content }) => content?.maxOutputTokens);

/** Gemini's client hides headers; the wait is in the body. */
const retryInfo = {
  body: {
    error: {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'Too many requests.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0s' }],
    },
  },
};

describe.each(dialects)('sending a message (%s)', (dialect) => {
  it('streams the answer and stores it with its usage', async () => {
    const { send, chat, turns, simulator } = await openChat({
      dialect,
      window: 100_000,
      simulator: { respond: () => ({ text: 'one two three' }) },
      generationConfig: { systemInstruction: 'Be brief.' },
    });
    const events = await send('hi');
    expect(text(events)).toBe('one two three');
    expect(chat.getHistory()).toEqual([user('hi'), { role: 'model', parts: [{ text: 'one two three' }] }]);
    const usage = simulator.requests[0]?.response.usage;
    expect(turns[0]?.usageMetadata).toMatchObject({
      promptTokenCount: usage?.prompt,
      candidatesTokenCount: usage?.output,
    });
    expect(simulator.violations()).toEqual([]);
  });

  it('asks again with a larger cap when the answer was cut off, and continues it when that is not enough', async () => {
    const replies: SimulatedReply[] = [
      { text: 'cut', finishReason: 'length' },
      { text: 'one two ', finishReason: 'length' },
      { text: 'three' },
    ];
    const { send, chat, turns, simulator } = await openChat({
      dialect,
      window: 200_000,
      simulator: { respond: script(replies) },
    });
    const events = await send('hi');
    expect(eventTypes(events)).toEqual(['retry', 'retry']);
    expect(chat.getHistory()).toEqual([user('hi'), { role: 'model', parts: [{ text: 'one two three' }] }]);
    expect(turns).toHaveLength(1);
    const caps = maxTokensOf(simulator.requests);
    expect(caps[1]).toBeGreaterThan(caps[0] ?? 0);
    expect(simulator.violations()).toEqual([]);
  });

  it('leaves an output cap of the user alone', async () => {
    const { send, simulator } = await openChat({
      dialect,
      window: 200_000,
      generator: { samplingParams: { max_tokens: 500 } },
      simulator: { respond: script([{ text: 'half ', finishReason: 'length' }, { text: 'whole' }]) },
    });
    const events = await send('hi');
    expect(text(events)).toBe('half whole');
    expect(maxTokensOf(simulator.requests)).toEqual([500, 500]);
  });

  it('sends a lower output cap when the provider refuses the first', async () => {
    const { send, simulator } = await openChat({
      dialect,
      window: 200_000,
      generationConfig: { maxOutputTokens: 8_000 },
      simulator: { outputCap: 5_000, enforceWindow: 'total', respond: () => ({ text: 'fine' }) },
    });
    expect(text(await send('hi'))).toBe('fine');
    expect(simulator.requests.map(({ response }) => response.status)).toEqual([400, 200]);
    expect(maxTokensOf(simulator.requests)[1]).toBeLessThanOrEqual(5_000);
  });

  it('sends again after a stream that broke off, and voids what was shown', async () => {
    const { send, chat } = await openChat({
      dialect,
      window: 100_000,
      simulator: {
        respond: () => ({ text: words(100) }),
        faults: [
          { on: 0, fault: { type: 'drop', after: { events: 8 } } },
          { on: 1, fault: { type: 'no-finish' } },
        ],
      },
    });
    const events = await send('hi');
    expect(eventTypes(events)).toEqual(['retry', 'retry']);
    expect(chat.getHistory()).toEqual([user('hi'), { role: 'model', parts: [{ text: words(100) }] }]);
  });

  it('gives up on an empty answer after two more attempts', async () => {
    const { send, chat, simulator } = await openChat({
      dialect,
      window: 100_000,
      simulator: { respond: () => ({ text: '' }) },
    });
    await expect(send('hi')).rejects.toMatchObject({ name: 'InvalidStreamError', type: 'NO_RESPONSE_TEXT' });
    expect(simulator.requests).toHaveLength(3);
    expect(chat.getHistory()).toEqual([user('hi')]);
  });

  it('announces each wait: the short ones of the adapter, then those that a rate limit asks for', async () => {
    const status = {
      type: 'status',
      status: 429,
      retryAfterSeconds: 0,
      ...(dialect === 'gemini' ? retryInfo : {}),
    } as const;
    const { send } = await openChat({
      dialect,
      window: 100_000,
      generator: { maxRetries: 1 },
      simulator: { respond: () => ({ text: 'fine' }), faults: [{ on: () => true, fault: status, times: 2 }] },
    });
    const events = await send('hi');
    expect(events[0]).toMatchObject({ type: 'retry', retryInfo: { attempt: 1, maxRetries: 1 } });
    expect(events[1]).toMatchObject({ type: 'retry', retryInfo: { attempt: 1, maxRetries: 10, delayMs: 0 } });
    expect(text(events)).toBe('fine');
  });

  it('keeps the message of a send that failed, and sends it with the next one', async () => {
    const { send, chat, simulator } = await openChat({
      dialect,
      window: 100_000,
      simulator: {
        respond: () => ({ text: 'fine' }),
        faults: [{ on: 0, fault: { type: 'status', status: 401 } }],
      },
    });
    await expect(send('first')).rejects.toMatchObject({ kind: 'auth' });
    await send('second');
    expect(chat.getHistory().slice(0, 2)).toEqual([user('first'), user('second')]);
    expect(simulator.violations()).toEqual([]);
    expect(simulator.requests[1]?.bodyText).toContain('first');
  });
});
