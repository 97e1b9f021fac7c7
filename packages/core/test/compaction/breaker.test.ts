import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { MAX_CONSECUTIVE_FAILURES } from '../../src/services/chatCompressionService.js';
import { dialects, dueConversation, eventTypes, longHistory, openChat, type Harness } from './harness.js';

/** A chat whose summaries are empty until `mend` is called, and that is due for compaction before every send. */
async function openBrokenChat(dialect: (typeof dialects)[number]) {
  let broken = true;
  const defect = () => (broken ? ('empty' as const) : undefined);
  const simulator = { respond: summaryOr(() => ({ text: 'fine' }), { defect }) };
  const harness: Harness = await openChat({ ...dueConversation(dialect), simulator });
  const sendWhenDue = async (): Promise<string[]> => {
    harness.chat.setLastPromptTokenCount(72_000);
    return eventTypes(await harness.send('next'));
  };
  return { ...harness, sendWhenDue, mend: () => void (broken = false) };
}

describe.each(dialects)('after compactions that failed (%s)', (dialect) => {
  it('automatic ones go on until the third, and every strike is visible', async () => {
    const { sendWhenDue, summaries, log, telemetry } = await openBrokenChat(dialect);
    for (let turn = 0; turn < 6; turn++) expect(await sendWhenDue()).toEqual([]);
    expect(summaries()).toHaveLength(MAX_CONSECUTIVE_FAILURES);
    const strikes = log.filter((line) => line.includes('Compaction failed'));
    expect(strikes.map((line) => /\((\d of \d)\)/.exec(line)?.[1])).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    expect(telemetry.map((event) => event.consecutive_failures)).toEqual([1, 2, 3]);
  });

  it('one failure does not lock', async () => {
    const { sendWhenDue, mend } = await openBrokenChat(dialect);
    await sendWhenDue();
    mend();
    expect(await sendWhenDue()).toEqual(['compressed']);
  });

  it('one by hand that succeeds makes automatic ones possible again', async () => {
    const { chat, model, sendWhenDue, summaries, mend } = await openBrokenChat(dialect);
    for (let turn = 0; turn < 4; turn++) await sendWhenDue();
    mend();
    expect(await sendWhenDue()).toEqual([]);
    expect(summaries()).toHaveLength(3);

    expect((await chat.tryCompress('p', model, true)).compressionStatus).toBe(CompressionStatus.COMPRESSED);
    for (const content of longHistory(5, 2_000)) chat.addHistory(content);
    expect(await sendWhenDue()).toEqual(['compressed']);
  });

  it('forced ones that fail neither count nor clear', async () => {
    const { chat, model, sendWhenDue, summaries } = await openBrokenChat(dialect);
    for (let attempt = 0; attempt < 4; attempt++) await chat.tryCompress('p', model, true);
    await sendWhenDue();
    await sendWhenDue();
    await chat.tryCompress('p', model, true);
    await sendWhenDue();
    await sendWhenDue();
    expect(summaries()).toHaveLength(4 + 2 + 1 + 1);
  });

  it('a refusal for length adds no strike', async () => {
    const { send, telemetry, chat } = await openChat({
      ...dueConversation(dialect),
      lastPromptTokenCount: 10_000,
      simulator: {
        respond: summaryOr(() => ({ text: 'fine' }), { defect: 'empty' }),
        contextWindow: 38_000,
        enforceWindow: 'prompt',
      },
    });
    for (let turn = 0; turn < 4; turn++) {
      chat.setLastPromptTokenCount(10_000);
      await expect(send('next')).rejects.toMatchObject({ kind: 'context-overflow' });
    }
    expect(telemetry.map((event) => event.consecutive_failures)).toEqual([0, 0, 0, 0]);
  });
});
