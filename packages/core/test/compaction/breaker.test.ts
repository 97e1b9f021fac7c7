import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { dialects, dueConversation, eventTypes, longHistory, openChat, type Harness } from './harness.js';

/** A chat whose summaries are empty until `mend` is called. */
async function openBrokenChat(dialect: (typeof dialects)[number]): Promise<Harness & { mend(): void }> {
  let broken = true;
  const defect = () => (broken ? ('empty' as const) : undefined);
  const simulator = { respond: summaryOr(() => ({ text: 'fine' }), { defect }) };
  const harness = await openChat({ ...dueConversation(dialect), simulator });
  return { ...harness, mend: () => void (broken = false) };
}

describe.each(dialects)('after a compaction that failed (%s)', (dialect) => {
  it('no automatic one is made until one by hand succeeds', async () => {
    const { chat, model, send, summaries, mend } = await openBrokenChat(dialect);
    await send('one');
    chat.setLastPromptTokenCount(72_000);
    mend();
    expect(eventTypes(await send('two'))).toEqual([]);
    expect(summaries()).toHaveLength(1);

    expect((await chat.tryCompress('p', model, true)).compressionStatus).toBe(CompressionStatus.COMPRESSED);
    for (const content of longHistory(5, 2_000)) chat.addHistory(content);
    chat.setLastPromptTokenCount(72_000);
    expect(eventTypes(await send('three'))).toEqual(['compressed']);
  });

  it('by hand, automatic ones are still made', async () => {
    const { chat, model, send, mend } = await openBrokenChat(dialect);
    await chat.tryCompress('p', model, true);
    mend();
    expect(eventTypes(await send('next'))).toEqual(['compressed']);
  });
});
