import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { dialects, eventTypes, longHistory, openChat } from './harness.js';
import { user } from './histories.js';

const reply = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('an abort (%s)', (dialect) => {
  it('during the compaction ends at once, changes nothing, and frees the chat', async () => {
    const history = longHistory(10, 2_000);
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    const { chat, send, simulator, checkpoints } = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 72_000,
      simulator: { respond: summaryOr(() => ({ text: 'fine' }), { reply: { hold } }) },
    });
    const controller = new AbortController();
    const sending = send('stopped', controller.signal);
    await simulator.log.waitForRequests(1);
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    expect(chat.getHistory()).toEqual([...history, user('stopped')]);
    expect(checkpoints).toEqual([]);
    expect(chat.getLastPromptTokenCount()).toBe(72_000);
    release();
    expect(eventTypes(await send('next'))).toEqual(['compressed']);
  });

  it('during the answer keeps the text that had come', async () => {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    const { chat, model, turns } = await openChat({
      dialect,
      window: 100_000,
      simulator: {
        respond: () => ({ text: 'x'.repeat(400), holdMidStream: { afterEvents: 6, until } }),
      },
    });
    const controller = new AbortController();
    const params = { message: 'go', config: { abortSignal: controller.signal } };
    const stream = await chat.sendMessageStream(model, params, 'p');
    await stream.next();
    controller.abort();
    await expect(async () => {
      for await (const event of stream) expect(event.type).toBe('chunk');
    }).rejects.toMatchObject({ name: 'AbortError' });
    release();
    const answer = chat.getHistory().at(-1);
    expect(answer?.role).toBe('model');
    expect(answer?.parts?.[0]?.text).toMatch(/^x+$/);
    expect(turns.map(({ message }) => message)).toEqual([answer]);
  });
});

describe.each(dialects)('sends and compactions (%s)', (dialect) => {
  it('wait for each other', async () => {
    const { chat, model, send, simulator } = await openChat({
      dialect,
      window: 100_000,
      history: longHistory(10, 2_000),
      lastPromptTokenCount: 20_000,
      simulator: { respond: reply },
    });
    const [events, info] = await Promise.all([send('first'), chat.tryCompress('p', model, true)]);
    expect(eventTypes(events)).toEqual([]);
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSED);
    expect(simulator.violations()).toEqual([]);
    expect(chat.getLastHistoryEntry()?.parts).toEqual([{ text: 'fine' }]);
  });
});
