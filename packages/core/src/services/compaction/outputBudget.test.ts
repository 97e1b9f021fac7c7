import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { model, user } from '../../../test/compaction/histories.js';
import { COMPACT_MAX_OUTPUT_TOKENS, compactionOutputBudget, type SummaryInput } from './outputBudget.js';

/** A request of so many tokens, at 4 characters each. */
const request = (tokens: number, known: Partial<SummaryInput> = {}): SummaryInput => ({
  contents: [user('x'.repeat(tokens * 2)), model('x'.repeat(tokens * 2))],
  systemInstruction: '',
  originalTokenCount: 0,
  share: 0.7,
  ...known,
});

describe('compactionOutputBudget', () => {
  it.each([
    [1_000_000, 700_000, 20_000],
    [128_000, 70_000, 20_000],
    [64_000, 31_400, 20_000],
    [32_000, 15_700, 15_276],
    [10_000, 4_900, 4_076],
    [10_000, 9_500, 1_024],
  ])('in a window of %d beside a request of %d is %d', (window, tokens, budget) => {
    expect(compactionOutputBudget(window, request(tokens))).toBe(budget);
  });

  it('counts the instructions', () => {
    const systemInstruction = 'x'.repeat(4_000);
    expect(compactionOutputBudget(32_000, request(15_700, { systemInstruction }))).toBe(14_276);
  });

  it('believes the provider when its count is higher than the estimate', () => {
    const dense = request(5_000, { originalTokenCount: 25_000, share: 0.8 });
    expect(compactionOutputBudget(32_000, dense)).toBe(32_000 - 20_000 - 1_024);
  });

  it('never exceeds the cap, nor the window where that leaves a useful amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 0, max: 500_000 }), (window, tokens) => {
        const budget = compactionOutputBudget(window, request(tokens));
        expect(budget).toBeGreaterThanOrEqual(1_024);
        expect(budget).toBeLessThanOrEqual(COMPACT_MAX_OUTPUT_TOKENS);
        if (budget > 1_024) expect(tokens + budget).toBeLessThan(window);
      }),
    );
  });
});
