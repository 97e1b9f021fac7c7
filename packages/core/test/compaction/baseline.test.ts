import { summaryOr, type SummaryDefect } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { SUMMARY_ACKNOWLEDGEMENT } from '../../src/services/compaction/compactionPrompt.js';
import type { Content } from '../../src/types.js';
import { dialects, eventTypes, longHistory, openChat, textsOf, words } from './harness.js';
import { call, result, rolesAlternate, user } from './histories.js';

const reply = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('compaction before a send (%s)', (dialect) => {
  it('happens at 70 % of the window and not below', async () => {
    const history = longHistory(10, 2_000);
    const below = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 69_999,
      simulator: { respond: reply },
    });
    expect(eventTypes(await below.send('next'))).toEqual([]);
    expect(below.summaries()).toHaveLength(0);

    const at = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 70_000,
      simulator: { respond: reply },
    });
    expect(eventTypes(await at.send('next'))).toEqual(['compressed']);
    expect(at.simulator.violations()).toEqual([]);
    expect(at.simulator.requests).toHaveLength(2);
  });

  it('puts a summary in the place of the older part and keeps the rest verbatim', async () => {
    const history = longHistory(10, 2_000);
    const { chat, send, messages, summaries, checkpoints, telemetry } = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 80_000,
      simulator: { respond: reply },
    });
    await send('next');
    expect(textsOf(summaries()[0])).toHaveLength(15);
    const kept = history.slice(14);
    const [summary, acknowledgement, ...rest] = chat.getHistory();
    expect(summary?.parts?.[0]?.text).toContain('<state_snapshot>');
    expect(acknowledgement?.parts).toEqual([{ text: SUMMARY_ACKNOWLEDGEMENT }]);
    expect(rest).toEqual([...kept, user('next'), { role: 'model', parts: [{ text: 'fine' }] }]);
    expect(rolesAlternate(chat.getHistory())).toBe(true);
    expect(textsOf(messages()[0]).slice(2)).toEqual([...kept.map((content) => content.parts?.[0]?.text), 'next']);

    const info = checkpoints[0]?.info;
    expect(info).toMatchObject({ originalTokenCount: 80_000, compressionStatus: CompressionStatus.COMPRESSED });
    expect(checkpoints[0]?.compressedHistory).toEqual(chat.getHistory().slice(0, -1));
    const [event] = telemetry;
    const { compression_input_token_count: input = 0, compression_output_token_count: output = 0 } = event ?? {};
    expect(event).toMatchObject({ tokens_before: 80_000, tokens_after: 80_000 - (input - 1_000) + output });
    expect(info?.newTokenCount).toBe(event?.tokens_after);
  });

  it('counts by the last response from then on', async () => {
    const { chat, send, messages } = await openChat({
      dialect,
      window: 100_000,
      history: longHistory(10, 2_000),
      lastPromptTokenCount: 80_000,
      simulator: { respond: reply },
    });
    await send('next');
    const usage = messages()[0]?.response.usage;
    expect(chat.getLastPromptTokenCount()).toBe((usage?.prompt ?? 0) + (usage?.output ?? 0));
  });

  it('keeps a call whose result is being sent together with that result', async () => {
    const rounds = ['a', 'b', 'c', 'd'].flatMap((id): Content[] => [call(id), result([id], words(1_000))]);
    const { chat, send, messages, simulator, checkpoints } = await openChat({
      dialect,
      window: 100_000,
      history: [user('do it'), ...rounds, call('e')],
      lastPromptTokenCount: 80_000,
      simulator: { respond: reply },
      generationConfig: {
        tools: [{ functionDeclarations: [{ name: 'read_file', parametersJsonSchema: { type: 'object' } }] }],
      },
    });
    const pending = result(['e'], 'the last file');
    expect(eventTypes(await send(pending.parts ?? []))).toEqual(['compressed']);
    expect(simulator.violations()).toEqual([]);
    expect(chat.getHistory().slice(2, -1)).toEqual([
      expect.objectContaining({ role: 'user' }),
      ...rounds.slice(4),
      call('e'),
      pending,
    ]);
    expect(checkpoints[0]?.compressedHistory.at(-1)).toEqual(pending);
    expect(messages()[0]?.bodyText).toContain('the last file');
  });

  it('sends no media to the summariser and keeps those of the kept part', async () => {
    const image = (data: string): Content => ({
      role: 'user',
      parts: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data } }],
    });
    const old = 'b2xk'.repeat(50);
    const recent = 'bmV3'.repeat(50);
    const history = [image(old), ...longHistory(10, 2_000).slice(1, -2), image(recent), ...longHistory(1, 10).slice(1)];
    const { send, summaries, messages } = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 80_000,
      simulator: { respond: reply, validate: 'record' },
    });
    await send('next');
    expect(summaries()[0]?.bodyText).toContain('[image: image/png]');
    expect(summaries()[0]?.bodyText).not.toContain(old);
    expect(messages()[0]?.bodyText).toContain(recent);
  });

  it('passes every gate on the first send, since no response has been counted', async () => {
    const { send, summaries } = await openChat({
      dialect,
      window: 100_000,
      history: longHistory(9, 4_100),
      simulator: { respond: reply },
    });
    expect(eventTypes(await send('next'))).toEqual([]);
    expect(summaries()).toHaveLength(0);
  });

  it('happens at the share that the user chose, and never at 0', async () => {
    const setup = { dialect, window: 100_000, history: longHistory(10, 2_000), simulator: { respond: reply } };
    const half = await openChat({
      ...setup,
      lastPromptTokenCount: 50_000,
      settings: { contextPercentageThreshold: 0.5 },
    });
    expect(eventTypes(await half.send('next'))).toEqual(['compressed']);
    const off = await openChat({ ...setup, lastPromptTokenCount: 99_000, settings: { contextPercentageThreshold: 0 } });
    expect(eventTypes(await off.send('next'))).toEqual([]);
    const byHand = await off.chat.tryCompress('p', off.model, true);
    expect(byHand.compressionStatus).toBe(CompressionStatus.COMPRESSED);
  });
});

describe.each(dialects)('a compaction that fails (%s)', (dialect) => {
  const failing = (defect: SummaryDefect) => ({
    dialect,
    window: 100_000,
    history: longHistory(10, 2_000),
    lastPromptTokenCount: 80_000,
    simulator: { respond: summaryOr(() => ({ text: 'fine' }), { defect }) },
  });

  it.each<[SummaryDefect, CompressionStatus]>([
    ['empty', CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY],
    ['whitespace', CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY],
    ['thoughts-only', CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY],
    ['tool-calls', CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY],
  ])('because the summary is %s leaves everything as it was', async (defect, status) => {
    const { chat, model, checkpoints, telemetry } = await openChat(failing(defect));
    const before = chat.getHistory();
    const info = await chat.tryCompress('p', model, true);
    expect(info).toEqual({ originalTokenCount: 80_000, newTokenCount: 80_000, compressionStatus: status });
    expect(chat.getHistory()).toEqual(before);
    expect(checkpoints).toEqual([]);
    expect(chat.getLastPromptTokenCount()).toBe(80_000);
    expect(telemetry).toHaveLength(1);
  });

  it('because the summary is larger than what it replaces names the larger count', async () => {
    const { chat, model } = await openChat({
      ...failing('inflated'),
      generator: { samplingParams: { max_tokens: 40_000 } },
    });
    const info = await chat.tryCompress('p', model, true);
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSION_FAILED_INFLATED_TOKEN_COUNT);
    expect(info.newTokenCount).toBeGreaterThan(80_000);
    expect(chat.getLastPromptTokenCount()).toBe(80_000);
  });

  it('because nothing was counted says so', async () => {
    const { chat, model } = await openChat({
      ...failing('empty'),
      simulator: { respond: reply, usage: 'absent' },
    });
    const info = await chat.tryCompress('p', model, true);
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSION_FAILED_TOKEN_COUNT_ERROR);
  });

  it('locks automatic compaction until one by hand succeeds', async () => {
    let broken = true;
    const defect = (): SummaryDefect | undefined => (broken ? 'empty' : undefined);
    const { chat, model, send, summaries } = await openChat({
      ...failing('empty'),
      simulator: { respond: summaryOr(() => ({ text: 'fine' }), { defect }) },
    });
    await send('one');
    chat.setLastPromptTokenCount(80_000);
    broken = false;
    expect(eventTypes(await send('two'))).toEqual([]);
    expect(summaries()).toHaveLength(1);

    expect((await chat.tryCompress('p', model, true)).compressionStatus).toBe(CompressionStatus.COMPRESSED);
    for (const content of longHistory(5, 2_000)) chat.addHistory(content);
    chat.setLastPromptTokenCount(80_000);
    expect(eventTypes(await send('three'))).toEqual(['compressed']);
  });

  it('a failure by hand does not lock', async () => {
    let broken = true;
    const { chat, model, send } = await openChat({
      ...failing('empty'),
      simulator: {
        respond: summaryOr(() => ({ text: 'fine' }), { defect: () => (broken ? 'empty' : undefined) }),
      },
    });
    await chat.tryCompress('p', model, true);
    broken = false;
    expect(eventTypes(await send('next'))).toEqual(['compressed']);
  });

  it('because the provider refuses it fails the send, and the message stays', async () => {
    const { chat, send, messages } = await openChat({
      ...failing('empty'),
      generator: { maxRetries: 0 },
      simulator: {
        respond: reply,
        faults: [{ on: 0, fault: { type: 'status', status: 500 } }],
      },
    });
    await expect(send('next')).rejects.toMatchObject({ name: 'ProviderError', status: 500 });
    expect(messages()).toHaveLength(0);
    expect(chat.getHistory()).toEqual([...longHistory(10, 2_000), user('next')]);
    expect(eventTypes(await send('again'))).toEqual(['compressed']);
  });
});

describe.each(dialects)('a request that the provider refuses as too long (%s)', (dialect) => {
  const setup = {
    dialect,
    window: 200_000,
    history: longHistory(12, 2_000),
    lastPromptTokenCount: 50_000,
    simulator: { respond: reply, contextWindow: 47_000, enforceWindow: 'prompt' as const },
  };

  it('is compacted and sent again, with the newest message verbatim', async () => {
    const { send, messages, summaries, checkpoints, chat, simulator } = await openChat(setup);
    expect(eventTypes(await send('the newest'))).toEqual(['compressed', 'retry']);
    expect(messages().map(({ response }) => response.status)).toEqual([400, 200]);
    expect(summaries()).toHaveLength(1);
    expect(textsOf(messages()[1]).at(-1)).toBe('the newest');
    expect(checkpoints[0]?.compressedHistory).toEqual(chat.getHistory().slice(0, -1));
    expect(simulator.violations()).toEqual([]);
    expect(rolesAlternate(chat.getHistory())).toBe(true);
  });

  it('is compacted once a send, then the refusal is reported', async () => {
    const { send, messages, summaries, chat } = await openChat({
      ...setup,
      history: [...longHistory(6, 100), ...longHistory(6, 6_000)],
      simulator: { respond: reply, contextWindow: 20_000, enforceWindow: 'prompt' },
    });
    const huge = `huge ${words(25_000)}`;
    await expect(send(huge)).rejects.toMatchObject({ name: 'ProviderError', kind: 'context-overflow' });
    expect(summaries().length).toBeLessThanOrEqual(1);
    expect(messages().length).toBeLessThanOrEqual(2);
    expect(new Set(messages().map(({ bodyText }) => bodyText)).size).toBe(messages().length);
    expect(chat.getHistory().at(-1)).toEqual(user(huge));
  });

  it('is reported as it is when automatic compaction is off', async () => {
    const { send, summaries } = await openChat({ ...setup, settings: { contextPercentageThreshold: 0 } });
    await expect(send('next')).rejects.toMatchObject({ kind: 'context-overflow' });
    expect(summaries()).toHaveLength(0);
  });
});

describe.each(dialects)('an abort (%s)', (dialect) => {
  it('during the compaction ends at once, changes nothing, and frees the chat', async () => {
    const history = longHistory(10, 2_000);
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    const { chat, send, simulator, checkpoints } = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 80_000,
      simulator: { respond: summaryOr(() => ({ text: 'fine' }), { reply: { hold } }) },
    });
    const controller = new AbortController();
    const sending = send('stopped', controller.signal);
    await simulator.log.waitForRequests(1);
    const start = performance.now();
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(chat.getHistory()).toEqual([...history, user('stopped')]);
    expect(checkpoints).toEqual([]);
    expect(chat.getLastPromptTokenCount()).toBe(80_000);
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
