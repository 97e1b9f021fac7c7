import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { dialects, eventTypes, longHistory, openChat } from './harness.js';

const reply = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('automatic compaction (%s)', (dialect) => {
  it('happens at 70 % of the window and not below', async () => {
    const history = longHistory(10, 2_000);
    const below = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 69_000,
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
});
