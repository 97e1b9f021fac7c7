import { describe, expect, it } from 'vitest';
import { ProviderError, type ProviderErrorDetails } from './errors/providerError.js';
import { withRetry, LONGEST_REQUESTED_WAIT_MS } from './retry.js';

const quick = { maxRetries: 3, initialDelayMs: 1, maxDelayMs: 1 };

function failing(times: number, details: ProviderErrorDetails): { run(): Promise<string>; calls: number } {
  const state = {
    calls: 0,
    run: async () => {
      state.calls++;
      if (state.calls <= times) throw new ProviderError(`failure ${state.calls}`, details);
      return 'done';
    },
  };
  return state;
}

describe('withRetry', () => {
  it.each(['rate-limit', 'overloaded', 'server', 'network', 'timeout'] as const)('retries %s', async (kind) => {
    const operation = failing(2, { kind });
    await expect(withRetry(operation.run, quick)).resolves.toBe('done');
    expect(operation.calls).toBe(3);
  });

  it.each([
    'context-overflow',
    'output-overflow',
    'output-cap',
    'payload-too-large',
    'request-too-large-for-tier',
    'quota',
    'auth',
    'not-found',
    'image-limit',
    'invalid-request',
    'stream',
  ] as const)('does not retry %s', async (kind) => {
    const operation = failing(1, { kind });
    await expect(withRetry(operation.run, quick)).rejects.toThrow('failure 1');
    expect(operation.calls).toBe(1);
  });

  it('does not retry a defect', async () => {
    let calls = 0;
    const operation = async (): Promise<never> => {
      calls++;
      throw new TypeError('a defect');
    };
    await expect(withRetry(operation, quick)).rejects.toThrow('a defect');
    expect(calls).toBe(1);
  });

  it('retries statuses the user named', async () => {
    const operation = failing(1, { kind: 'invalid-request', status: 418 });
    await expect(withRetry(operation.run, { ...quick, retryErrorCodes: [418] })).resolves.toBe('done');
  });

  it('throws the last error when the retries are used up', async () => {
    const operation = failing(9, { kind: 'server' });
    await expect(withRetry(operation.run, { ...quick, maxRetries: 2 })).rejects.toThrow('failure 3');
    expect(operation.calls).toBe(3);
  });

  it('doubles the delay up to its ceiling, jittered, and passes the attempt number', async () => {
    const delays: number[] = [];
    const attempts: number[] = [];
    const operation = failing(4, { kind: 'server' });
    await withRetry(
      (attempt) => {
        attempts.push(attempt);
        return operation.run();
      },
      {
        maxRetries: 4,
        initialDelayMs: 2,
        maxDelayMs: 8,
        random: () => 0,
        onRetry: (_error, _attempt, delayMs) => delays.push(delayMs),
      },
    );
    expect(delays).toEqual([1, 2, 4, 4]);
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
  });

  it("waits at least as long as the provider's retry-after", async () => {
    const delays: number[] = [];
    const operation = failing(1, { kind: 'rate-limit', retryAfterMs: 7 });
    await withRetry(operation.run, { ...quick, onRetry: (_error, _attempt, delayMs) => delays.push(delayMs) });
    expect(delays).toEqual([7]);
  });

  it('gives up when the provider asks for a wait no person would sit through', async () => {
    const operation = failing(1, { kind: 'rate-limit', retryAfterMs: LONGEST_REQUESTED_WAIT_MS + 1 });
    await expect(withRetry(operation.run, quick)).rejects.toThrow('failure 1');
  });

  it('ends a wait within 100 ms of an abort', async () => {
    const controller = new AbortController();
    const running = withRetry(failing(1, { kind: 'server' }).run, {
      maxRetries: 1,
      initialDelayMs: 60_000,
      maxDelayMs: 60_000,
      signal: controller.signal,
      onRetry: () => setImmediate(() => controller.abort()),
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reports an abort during the operation as an AbortError, whatever the operation threw', async () => {
    const controller = new AbortController();
    const running = withRetry(
      async () => {
        controller.abort();
        throw new ProviderError('socket closed', { kind: 'network' });
      },
      { ...quick, signal: controller.signal },
    );
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('starts nothing when aborted before', async () => {
    let calls = 0;
    const running = withRetry(async () => calls++, { ...quick, signal: AbortSignal.abort('stop') });
    await expect(running).rejects.toMatchObject({ name: 'AbortError', cause: 'stop' });
    expect(calls).toBe(0);
  });
});
