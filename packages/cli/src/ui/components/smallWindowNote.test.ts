import { computeThresholds } from '@qwen-code/qwen-code-core';
import { expect, it } from 'vitest';
import { smallWindowNote } from './smallWindowNote.js';

const NOTE = 'A reserve of 20K is too much for this window: it warns at 60% and compacts at 70% instead.';

it.each([
  [32_000, NOTE],
  [64_000, NOTE],
  [76_000, NOTE],
  [77_000, undefined],
  [200_000, undefined],
])('of a window of %d says why the reserve does not count: %s', (window, note) => {
  expect(smallWindowNote(window, computeThresholds(window))).toBe(note);
});
