import { isSummaryRequest, snapshot, summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { computeThresholds } from '../../src/services/chatCompressionService.js';
import { dialects, eventTypes, longHistory, openChat, words } from './harness.js';

describe.each(dialects)('at the hard threshold (%s)', (dialect) => {
  /** A chat in a window of 128,000 (auto 95,000, hard 105,000) whose summaries are empty until `mend` is called. */
  async function openBrokenChat() {
    let broken = true;
    const harness = await openChat({
      dialect,
      window: 128_000,
      history: longHistory(10, 1_000),
      simulator: {
        respond: summaryOr(() => ({ text: 'fine' }), { defect: () => (broken ? 'empty' : undefined) }),
      },
    });
    const sendAt = async (tokens: number): Promise<string[]> => {
      harness.chat.setLastPromptTokenCount(tokens);
      return eventTypes(await harness.send('next'));
    };
    return { ...harness, sendAt, mend: () => void (broken = false) };
  }

  it('a conversation is compacted although automatic attempts have failed too often', async () => {
    const { sendAt, mend, summaries, telemetry } = await openBrokenChat();
    for (let turn = 0; turn < 5; turn++) await sendAt(96_000);
    expect(summaries().length).toBeLessThan(5);
    mend();
    expect(await sendAt(104_900)).toEqual([]);
    expect(await sendAt(105_000)).toEqual(['compressed']);
    expect(telemetry.at(-1)).toMatchObject({ tokens_before: 105_000 });
  });

  it('earlier failures are forgotten before the attempt, and one that fails does not count', async () => {
    const { sendAt, mend, summaries } = await openBrokenChat();
    for (let turn = 0; turn < 5; turn++) await sendAt(96_000);
    const before = summaries().length;
    await sendAt(106_000);
    await sendAt(106_000);
    expect(summaries()).toHaveLength(before + 2);
    mend();
    expect(await sendAt(96_000)).toEqual(['compressed']);
  });

  it('a compaction that fails does not cost the user the send', async () => {
    const { sendAt, messages, chat } = await openBrokenChat();
    expect(await sendAt(106_000)).toEqual([]);
    expect(messages()).toHaveLength(1);
    expect(chat.getLastHistoryEntry()?.parts).toEqual([{ text: 'fine' }]);
  });

  it('the message that is about to be sent counts', async () => {
    const { chat, send, mend, checkpoints } = await openBrokenChat();
    mend();
    chat.setLastPromptTokenCount(60_000);
    expect(eventTypes(await send(words(46_000)))).toEqual(['compressed']);
    expect(checkpoints[0]?.info).toMatchObject({
      originalTokenCount: 60_000,
      compressionStatus: CompressionStatus.COMPRESSED,
    });
  });

  it.each([10_000, 32_000, 64_000, 128_000, 200_000, 1_000_000])('of a window of %d', async (window) => {
    const { hard } = computeThresholds(window);
    const { send, log } = await openChat({
      dialect,
      window,
      history: longHistory(10, 100),
      lastPromptTokenCount: Math.ceil(hard),
      simulator: { respond: summaryOr(() => ({ text: 'fine' })) },
    });
    expect(eventTypes(await send('next'))).toEqual(['compressed']);
    expect(log).toEqual([expect.stringContaining('Compaction (hard): COMPRESSED')]);
  });
});

describe.each(dialects)('a conversation that grows and grows (%s)', (dialect) => {
  it.each([
    [16_000, 1_200],
    [32_000, 2_500],
    [128_000, 11_000],
  ])('in a window of %d never makes a request that does not fit', async (window, tokens) => {
    const { send, simulator, summaries } = await openChat({
      dialect,
      window,
      generationConfig: { systemInstruction: words(500) },
      simulator: {
        respond: (request) => ({ text: isSummaryRequest(request) ? snapshot(200) : words(300) }),
        enforceWindow: 'total',
      },
    });
    for (let turn = 0; turn < 25; turn++) await send(`${turn} ${words(tokens)}`);
    expect(summaries().length).toBeGreaterThan(1);
    expect(simulator.oversized()).toEqual([]);
    expect(simulator.rejected()).toEqual([]);
    expect(simulator.violations()).toEqual([]);
  });
});
