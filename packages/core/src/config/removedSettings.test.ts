import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { warnOfRemovedSettings } from './removedSettings.js';

describe('warnOfRemovedSettings', () => {
  let written: string[];
  beforeEach(() => {
    written = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  it('says one line once, whatever the value, and nothing when the setting is absent', () => {
    warnOfRemovedSettings(undefined);
    warnOfRemovedSettings({ imageTokenEstimate: 5 });
    warnOfRemovedSettings({ contextPercentageThreshold: undefined });
    expect(written).toEqual([]);
    warnOfRemovedSettings({ contextPercentageThreshold: 0 });
    warnOfRemovedSettings({ contextPercentageThreshold: 0.5 });
    expect(written).toEqual([
      'chatCompression.contextPercentageThreshold has been removed and is now controlled by built-in thresholds.\n',
    ]);
  });
});
