import { describe, expect, it } from 'vitest';
import { assessSummary } from './assessSummary.js';
import { CompressionStatus } from './compressionStatus.js';

describe('assessSummary', () => {
  it('computes the new size from the provider’s counts', () => {
    expect(assessSummary({ text: 'S', inputTokens: 71_000, outputTokens: 2_000 }, 100_000)).toEqual({
      originalTokenCount: 100_000,
      newTokenCount: 32_000,
      compressionStatus: CompressionStatus.COMPRESSED,
    });
  });

  it('never computes less than nothing', () => {
    const info = assessSummary({ text: 'S', inputTokens: 90_000, outputTokens: 100 }, 10_000);
    expect(info).toMatchObject({ newTokenCount: 0, compressionStatus: CompressionStatus.COMPRESSED });
  });

  it('takes an equal size for a success and a larger one for a failure', () => {
    const equal = assessSummary({ text: 'S', inputTokens: 3_000, outputTokens: 2_000 }, 10_000);
    expect(equal.compressionStatus).toBe(CompressionStatus.COMPRESSED);
    expect(assessSummary({ text: 'S', inputTokens: 3_000, outputTokens: 2_001 }, 10_000)).toEqual({
      originalTokenCount: 10_000,
      newTokenCount: 10_001,
      compressionStatus: CompressionStatus.COMPRESSION_FAILED_INFLATED_TOKEN_COUNT,
    });
  });

  it.each([
    { text: 'S' },
    { text: 'S', inputTokens: 0, outputTokens: 5 },
    { text: 'S', inputTokens: 5, outputTokens: 0 },
    { text: 'S', inputTokens: 5 },
  ])('cannot judge %j', (summary) => {
    expect(assessSummary(summary, 10_000)).toEqual({
      originalTokenCount: 10_000,
      newTokenCount: 10_000,
      compressionStatus: CompressionStatus.COMPRESSION_FAILED_TOKEN_COUNT_ERROR,
    });
  });

  it('refuses an empty summary', () => {
    const info = assessSummary({ text: '', inputTokens: 5, outputTokens: 5 }, 10_000);
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY);
  });
});
