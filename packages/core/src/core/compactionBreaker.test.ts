import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CONSECUTIVE_FAILURES } from '../services/chatCompressionService.js';
import { CompressionStatus } from '../services/compaction/compressionStatus.js';
import { CompactionBreaker } from './compactionBreaker.js';

const { COMPRESSED, NOOP, COMPRESSION_FAILED_EMPTY_SUMMARY: FAILED } = CompressionStatus;

function breaker() {
  const log: string[] = [];
  const subject = new CompactionBreaker((message) => void log.push(message));
  return { subject, log, count: () => subject.state.consecutiveFailures };
}

describe('CompactionBreaker', () => {
  it('counts failures in a row and says so each time', () => {
    const { subject, log, count } = breaker();
    for (let strike = 1; strike <= MAX_CONSECUTIVE_FAILURES; strike++) {
      subject.note(FAILED, false);
      expect(count()).toBe(strike);
    }
    expect(log).toEqual([
      'Compaction failed: COMPRESSION_FAILED_EMPTY_SUMMARY (1 of 3).',
      'Compaction failed: COMPRESSION_FAILED_EMPTY_SUMMARY (2 of 3).',
      'Compaction failed: COMPRESSION_FAILED_EMPTY_SUMMARY (3 of 3). No more automatic attempts until one succeeds.',
    ]);
  });

  it('starts again after any success', () => {
    for (const force of [true, false]) {
      const { subject, count } = breaker();
      subject.note(FAILED, false);
      subject.note(COMPRESSED, force);
      expect(count()).toBe(0);
    }
  });

  it('ignores attempts that were not made, and forced ones that failed', () => {
    const { subject, log, count } = breaker();
    subject.note(FAILED, false);
    subject.note(NOOP, false);
    subject.note(FAILED, true);
    expect([count(), log.length]).toEqual([1, 1]);
  });

  it('is the number of unforced failures since the last success, for any sequence', () => {
    const statuses = Object.values(CompressionStatus).filter((status) => typeof status === 'number');
    const attempt = fc.record({ status: fc.constantFrom(...statuses), force: fc.boolean() });
    fc.assert(
      fc.property(fc.array(attempt), (attempts) => {
        const { subject, count } = breaker();
        for (const { status, force } of attempts) subject.note(status, force);
        const since = attempts.slice(attempts.findLastIndex(({ status }) => status === COMPRESSED) + 1);
        expect(count()).toBe(since.filter(({ status, force }) => status !== NOOP && !force).length);
      }),
    );
  });
});
