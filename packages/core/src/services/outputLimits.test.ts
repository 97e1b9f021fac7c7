import { describe, expect, it } from 'vitest';
import { ProviderError, type ProviderErrorDetails } from '../providers/errors/providerError.js';
import { escalatedOutputCap, fittingOutputCap, loweredOutputCap } from './outputLimits.js';

const refusal = (details: ProviderErrorDetails): ProviderError => new ProviderError('no', details);

describe('loweredOutputCap', () => {
  it('is the limit that the provider names', () => {
    expect(loweredOutputCap(refusal({ kind: 'output-cap', outputLimitTokens: 8_192 }), 64_000)).toBe(8_192);
  });

  it('is what the window leaves beside the prompt', () => {
    const error = refusal({ kind: 'output-overflow', limitTokens: 32_000, actualTokens: 20_000 });
    expect(loweredOutputCap(error, 16_000)).toBe(10_976);
  });

  it('does not exist when the prompt fills the window', () => {
    const error = refusal({ kind: 'output-overflow', limitTokens: 32_000, actualTokens: 31_000 });
    expect(loweredOutputCap(error, 16_000)).toBeUndefined();
  });

  it('is a guess below the refused one when no limit is named', () => {
    expect(loweredOutputCap(refusal({ kind: 'output-overflow' }), undefined)).toBe(4_096);
    expect(loweredOutputCap(refusal({ kind: 'output-cap' }), 6_000)).toBe(3_000);
    expect(loweredOutputCap(refusal({ kind: 'output-cap' }), 1_500)).toBeUndefined();
  });
});

describe('escalatedOutputCap', () => {
  it('is at least 64,000, and the model’s limit where that is higher', () => {
    expect(escalatedOutputCap(200_000, 32_000, { promptTokenCount: 10_000 })).toBe(64_000);
    expect(escalatedOutputCap(200_000, 128_000, { promptTokenCount: 10_000 })).toBe(128_000);
  });

  it('stays within the window', () => {
    expect(escalatedOutputCap(32_000, 32_000, { promptTokenCount: 20_000, candidatesTokenCount: 8_000 })).toBe(10_976);
  });

  it('does not exist when the answer already took all the room', () => {
    const usage = { promptTokenCount: 20_000, candidatesTokenCount: 12_000 };
    expect(escalatedOutputCap(32_000, 32_000, usage)).toBeUndefined();
  });
});

describe('fittingOutputCap', () => {
  it.each([
    [128_000, 95_000, undefined],
    [128_000, 103_000, 8_000],
    [32_000, 22_000, 8_000],
    [10_000, 4_000, 4_976],
    [10_000, 9_900, 1_024],
  ])('in a window of %d beside a prompt of %d is %s', (window, promptTokens, cap) => {
    expect(fittingOutputCap(window, promptTokens)).toBe(cap);
  });
});
