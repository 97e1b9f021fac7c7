import { expect, test } from 'vitest';
import { getContextLengthExceededInfo, isContextLengthExceededError } from './contextLengthError.js';
import { learnedWindow } from './learnedWindow.js';
import { contextWindowStopError, isContextWindowStopReason } from './stopReason.js';
import { toProviderError } from './toProviderError.js';

const refusal = (message: string): object => ({ status: 400, body: { error: { message } } });

test('a prompt beyond the window, with its numbers', () => {
  expect(getContextLengthExceededInfo(refusal('prompt is too long: 210000 tokens > 200000 maximum'))).toEqual({
    isExceeded: true,
    message: 'prompt is too long: 210000 tokens > 200000 maximum',
    actualTokens: 210000,
    limitTokens: 200000,
  });
});

test('a prompt that leaves too little room counts, a rate limit and a time-out do not', () => {
  const room = refusal(
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length',
  );
  expect(isContextLengthExceededError(room)).toBe(true);
  expect(isContextLengthExceededError({ status: 429, body: 'Rate limit exceeded: too many tokens' })).toBe(false);
  expect(isContextLengthExceededError(new Error('Request timed out.'))).toBe(false);
  expect(isContextLengthExceededError(undefined)).toBe(false);
});

test('a window is learned only when it is smaller, plausible and about the window', () => {
  const overflow = toProviderError(refusal('prompt is too long: 210000 tokens > 200000 maximum'));
  expect(learnedWindow(overflow)).toBe(200000);
  expect(learnedWindow(overflow, 1_000_000)).toBe(200000);
  expect(learnedWindow(overflow, 200000)).toBeUndefined();
  expect(learnedWindow(toProviderError(refusal('prompt is too long: 900 tokens > 800 maximum')))).toBeUndefined();
  const cap = 'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude';
  expect(learnedWindow(toProviderError(refusal(cap)))).toBeUndefined();
  expect(
    learnedWindow(toProviderError(refusal('invalid params, context window exceeds limit (2013)'))),
  ).toBeUndefined();
  const tier = 'Request too large for x on tokens per min (TPM): Limit 30000, Requested 45000.';
  expect(learnedWindow(toProviderError({ status: 429, body: tier }))).toBeUndefined();
});

test('a full window as the reason for stopping', () => {
  expect(isContextWindowStopReason('model_context_window_exceeded')).toBe(true);
  expect(isContextWindowStopReason('max_tokens')).toBe(false);
  expect(isContextWindowStopReason(null)).toBe(false);
  expect(isContextLengthExceededError(contextWindowStopError('model_context_window_exceeded', 0))).toBe(true);
  expect(contextWindowStopError('model_context_window_exceeded', 190000).details.actualTokens).toBe(190000);
});
