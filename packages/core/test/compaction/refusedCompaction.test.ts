import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { dialects, dueConversation, eventTypes, openChat } from './harness.js';
import { user } from './histories.js';

const serverError = { type: 'status', status: 500 } as const;

describe.each(dialects)('a compaction that the provider refuses (%s)', (dialect) => {
  it('fails the send, and the message stays', async () => {
    const due = dueConversation(dialect);
    const { chat, send, messages } = await openChat({
      ...due,
      generator: { maxRetries: 0 },
      simulator: { respond: summaryOr(() => ({ text: 'fine' })), faults: [{ on: 0, fault: serverError }] },
    });
    await expect(send('next')).rejects.toMatchObject({ name: 'ProviderError', status: 500 });
    expect(messages()).toHaveLength(0);
    expect(chat.getHistory()).toEqual([...due.history, user('next')]);
    expect(eventTypes(await send('again'))).toEqual(['compressed']);
  });
});
