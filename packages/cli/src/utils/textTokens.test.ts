import { expect, it } from 'vitest';
import { estimateTextTokens } from './textTokens.js';

it.each([
  ['', 0],
  ['abcd', 1],
  ['abcde', 2],
  ['上下文', 5],
  ['ab上', 2],
])('%j is about %s tokens', (text, tokens) => expect(estimateTextTokens(text)).toBe(tokens));
