import { expect } from 'vitest';
import { ProviderError } from '../../src/providers/errors/providerError.js';

/** The `ProviderError` with which a promise is rejected. */
export async function providerErrorOf(promise: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await promise.then(
    () => expect.unreachable('an error was expected'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}
