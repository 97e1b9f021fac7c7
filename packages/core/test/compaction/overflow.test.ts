import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { dialects, eventTypes, longHistory, openChat, textsOf, words } from './harness.js';
import { rolesAlternate, user } from './histories.js';

const reply = summaryOr(() => ({ text: 'fine' }));

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
});
