import { describe, expect, it } from 'vitest';
import { nearestName } from './nearestName.js';

describe('nearestName', () => {
  const known = ['model', 'mcpServers', 'modelProviders', 'hooks'];

  it.each([
    ['modle', 'model'],
    ['mcpservers', 'mcpServers'],
    ['modelProvider', 'modelProviders'],
    ['hook', 'hooks'],
  ])('%s means %s', (typed, meant) => expect(nearestName(typed, known)).toBe(meant));

  it('guesses nothing for a name that is far from all', () => {
    expect(nearestName('zebra', known)).toBeUndefined();
    expect(nearestName('', known)).toBeUndefined();
  });
});
