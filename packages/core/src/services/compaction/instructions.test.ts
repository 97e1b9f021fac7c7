import { expect, it } from 'vitest';
import { withInstructions } from './instructions.js';

const history = [{ role: 'user', parts: [{ text: 'q' }] }];

it('adds a wish behind the messages, and nothing without one', () => {
  expect(withInstructions(history, '  the API design ')).toEqual([
    ...history,
    { role: 'user', parts: [{ text: expect.stringMatching(/attention to the following: the API design$/) as string }] },
  ]);
  expect(withInstructions(history, ' ')).toBe(history);
});
