import { describe, expect, it } from 'vitest';
import { model, user } from '../../test/compaction/histories.js';
import { ChatHistory } from './chatHistory.js';
import { ContextSize } from './contextSize.js';

const hundred = 'x'.repeat(400);
const config = { systemInstruction: hundred };

describe('ContextSize', () => {
  it('estimates everything before the first count', () => {
    const history = new ChatHistory([user(hundred), model(hundred)]);
    const size = new ContextSize();
    expect(size.estimate(history, user(hundred), config, 1_600)).toBe(400);
    expect(size.estimate(history, undefined, config, 1_600)).toBe(300);
    expect(size.counted).toBe(0);
  });

  it('adds to a count only what came after it', () => {
    const history = new ChatHistory([user(hundred), model(hundred)]);
    const size = new ContextSize();
    size.set(5_000, history.length);
    expect(size.estimate(history, user(hundred), config, 1_600)).toBe(5_100);
    history.append(user(hundred));
    expect(size.estimate(history, undefined, config, 1_600)).toBe(5_100);
    history.append(model(hundred));
    size.include(history.length);
    expect(size.estimate(history, undefined, config, 1_600)).toBe(5_000);
  });

  it('counts what is appended after messages were removed', () => {
    const history = new ChatHistory([user(hundred), model(hundred), user(hundred)]);
    const size = new ContextSize();
    size.set(5_000, history.length);
    history.stripOrphanedUserEntries();
    size.shrink(history.length);
    history.append(user(hundred));
    expect(size.estimate(history, undefined, config, 1_600)).toBe(5_100);
  });
});
