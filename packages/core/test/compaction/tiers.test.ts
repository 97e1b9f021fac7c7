import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { computeThresholds } from '../../src/services/chatCompressionService.js';
import { dialects, eventTypes, longHistory, openChat } from './harness.js';

/** The message that is sent beside the counted conversation is smaller than this. */
const MESSAGE_TOKENS = 10;

describe.each(dialects)('automatic compaction (%s)', (dialect) => {
  it.each([10_000, 32_000, 64_000, 128_000, 200_000, 256_000, 1_000_000])(
    'in a window of %d is made from the threshold on, not below',
    async (window) => {
      const { auto } = computeThresholds(window);
      const setup = {
        dialect,
        window,
        history: longHistory(10, 100),
        simulator: { respond: summaryOr(() => ({ text: 'fine' })) },
      };
      const below = await openChat({ ...setup, lastPromptTokenCount: Math.floor(auto) - MESSAGE_TOKENS });
      expect(eventTypes(await below.send('next'))).toEqual([]);
      expect(below.summaries()).toHaveLength(0);
      const at = await openChat({ ...setup, lastPromptTokenCount: Math.ceil(auto) });
      expect(eventTypes(await at.send('next'))).toEqual(['compressed']);
      expect(at.simulator.rejected()).toEqual([]);
    },
  );
});
