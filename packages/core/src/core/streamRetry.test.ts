import { describe, expect, it } from 'vitest';
import { ProviderError, type ProviderErrorKind } from '../providers/errors/providerError.js';
import { InvalidStreamError } from './modelTurn.js';
import { StreamRetryPolicy } from './streamRetry.js';

const failure = (kind: ProviderErrorKind, retryAfterMs?: number): ProviderError =>
  new ProviderError(`it was ${kind}`, { kind, retryAfterMs });

describe('StreamRetryPolicy', () => {
  it('retries a broken stream twice, after growing delays', () => {
    const policy = new StreamRetryPolicy();
    const error = new InvalidStreamError('NO_FINISH_REASON');
    expect(policy.next(error, true)).toEqual({ message: error.message, attempt: 1, maxRetries: 2, delayMs: 2_000 });
    expect(policy.next(failure('network'), true)?.delayMs).toBe(4_000);
    expect(policy.next(error, true)).toBeUndefined();
  });

  it.each<ProviderErrorKind>(['network', 'timeout', 'server', 'stream'])(
    'leaves a %s error before any output to the adapter',
    (kind) => {
      expect(new StreamRetryPolicy().next(failure(kind), false)).toBeUndefined();
      expect(new StreamRetryPolicy().next(failure(kind), true)?.attempt).toBe(1);
    },
  );

  it('waits longer and longer for a rate limit, ten times', () => {
    const policy = new StreamRetryPolicy();
    const delays = Array.from({ length: 11 }, () => policy.next(failure('rate-limit'), false)?.delayMs);
    expect(delays).toEqual([60_000, 120_000, 240_000, ...Array<number>(7).fill(300_000), undefined]);
  });

  it('waits as long as the provider asks for, unless that is too long', () => {
    expect(new StreamRetryPolicy().next(failure('overloaded', 1_500), false)?.delayMs).toBe(1_500);
    expect(new StreamRetryPolicy().next(failure('rate-limit', 3_600_000), false)).toBeUndefined();
  });

  it.each<ProviderErrorKind>(['quota', 'auth', 'context-overflow', 'invalid-request', 'request-too-large-for-tier'])(
    'takes %s for final',
    (kind) => {
      expect(new StreamRetryPolicy().next(failure(kind), true)).toBeUndefined();
    },
  );

  it('never retries when the user turned retries off', () => {
    const policy = new StreamRetryPolicy({ maxRetries: 0 });
    expect(policy.next(failure('rate-limit'), false)).toBeUndefined();
    expect(policy.next(new InvalidStreamError('NO_RESPONSE_TEXT'), false)).toBeUndefined();
  });

  it('takes the first delay from the configuration', () => {
    expect(new StreamRetryPolicy({ initialDelayMs: 5 }).next(failure('stream'), true)?.delayMs).toBe(5);
  });
});
