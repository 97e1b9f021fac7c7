import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { dialects, dueConversation, eventTypes, openChat } from './harness.js';

describe.each(dialects)('the setting contextPercentageThreshold (%s)', (dialect) => {
  const setup = { ...dueConversation(dialect), simulator: { respond: summaryOr(() => ({ text: 'fine' })) } };

  it('sets another share of the window', async () => {
    const settings = { contextPercentageThreshold: 0.5 };
    const below = await openChat({ ...setup, settings, lastPromptTokenCount: 49_000 });
    expect(eventTypes(await below.send('next'))).toEqual([]);
    const above = await openChat({ ...setup, settings, lastPromptTokenCount: 50_000 });
    expect(eventTypes(await above.send('next'))).toEqual(['compressed']);
  });

  it('turns automatic compaction off at 0, after a refusal too, but not by hand', async () => {
    const { send, chat, model, summaries } = await openChat({
      ...setup,
      settings: { contextPercentageThreshold: 0 },
      simulator: { ...setup.simulator, contextWindow: 38_000, enforceWindow: 'prompt' },
    });
    await expect(send('next')).rejects.toMatchObject({ kind: 'context-overflow' });
    expect(summaries()).toHaveLength(0);
    const byHand = await chat.tryCompress('p', model, true);
    expect(byHand.compressionStatus).toBe(CompressionStatus.COMPRESSED);
  });
});
