import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { dialects, eventTypes, longHistory, openChat } from './harness.js';

const reply = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('the first send of a long conversation (%s)', (dialect) => {
  it('passes every gate, since no response has been counted yet', async () => {
    const { send, summaries } = await openChat({
      dialect,
      window: 100_000,
      history: longHistory(9, 4_100),
      simulator: { respond: reply },
    });
    expect(eventTypes(await send('next'))).toEqual([]);
    expect(summaries()).toHaveLength(0);
  });
});
