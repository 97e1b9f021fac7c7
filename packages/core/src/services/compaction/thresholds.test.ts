import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as service from '../chatCompressionService.js';
import { computeThresholds, SUMMARY_RESERVE } from './thresholds.js';

const windows = fc.oneof(fc.integer({ min: 1, max: 4_000_000 }), fc.double({ min: 1, max: 4_000_000, noNaN: true }));

describe('computeThresholds', () => {
  it.each([
    [10_000, 6_000, 7_000, 7_000, -10_000],
    [32_000, 19_200, 22_400, 22_400, 12_000],
    [60_000, 36_000, 42_000, 42_000, 40_000],
    [64_000, 38_400, 44_800, 44_800, 44_000],
    [100_000, 60_000, 70_000, 77_000, 80_000],
    [128_000, 76_800, 95_000, 105_000, 108_000],
    [131_072, 78_643.2, 98_072, 108_072, 111_072],
    [200_000, 147_000, 167_000, 177_000, 180_000],
    [256_000, 203_000, 223_000, 233_000, 236_000],
    [1_000_000, 947_000, 967_000, 977_000, 980_000],
  ])('of %d: warn %d, auto %d, hard %d, effective window %d', (window, warn, auto, hard, effectiveWindow) => {
    const thresholds = computeThresholds(window);
    expect(thresholds.warn).toBeCloseTo(warn, 6);
    expect(thresholds.auto).toBeCloseTo(auto, 6);
    expect(thresholds.hard).toBeCloseTo(hard, 6);
    expect(thresholds.effectiveWindow).toBe(effectiveWindow);
  });

  it('orders the tiers and keeps them within the window', () => {
    fc.assert(
      fc.property(windows, (window) => {
        const { warn, auto, hard, effectiveWindow } = computeThresholds(window);
        expect(warn).toBeLessThanOrEqual(auto);
        expect(auto).toBeLessThanOrEqual(hard);
        expect(hard).toBeLessThanOrEqual(window);
        expect(warn).toBeGreaterThan(0);
        expect(effectiveWindow).toBe(window - SUMMARY_RESERVE);
      }),
    );
  });

  it('never jumps: one token more of window moves a tier by at most one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000_000 }), (window) => {
        const [here, next] = [computeThresholds(window), computeThresholds(window + 1)];
        for (const tier of ['warn', 'auto', 'hard'] as const) {
          expect(next[tier] - here[tier]).toBeGreaterThanOrEqual(0);
          expect(next[tier] - here[tier]).toBeLessThanOrEqual(1 + 1e-6);
        }
      }),
    );
  });

  it('changes branches where both give the same: auto at 110,000, warn at 132,500', () => {
    expect(computeThresholds(110_000).auto).toBeCloseTo(110_000 - 33_000, 6);
    expect(computeThresholds(109_000).auto).toBeCloseTo(0.7 * 109_000, 6);
    expect(computeThresholds(111_000).auto).toBe(111_000 - 33_000);
    expect(computeThresholds(132_500).warn).toBeCloseTo(132_500 - 53_000, 6);
    expect(computeThresholds(131_000).warn).toBeCloseTo(0.6 * 131_000, 6);
    expect(computeThresholds(134_000).warn).toBe(134_000 - 53_000);
  });

  it('lets hard and auto coincide up to a window of about 76,700', () => {
    const coincide = (window: number): boolean => computeThresholds(window).hard === computeThresholds(window).auto;
    expect(coincide(76_666)).toBe(true);
    expect(coincide(76_667)).toBe(false);
  });

  it.each([0, -5, Number.NaN])('does not throw for the window %s', (window) => {
    expect(() => computeThresholds(window)).not.toThrow();
  });

  it('reserves exactly what the compaction call may write', () => {
    const cap = (service as Record<string, unknown>)['COMPACT_MAX_OUTPUT_TOKENS'];
    // The cap is a change of its own that can be taken back alone.
    expect(SUMMARY_RESERVE).toBe(cap ?? 20_000);
  });
});
