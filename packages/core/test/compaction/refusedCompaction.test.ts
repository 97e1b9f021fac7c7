import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { dialects, dueConversation, eventTypes, openChat } from './harness.js';
import { user } from './histories.js';

const serverError = { type: 'status', status: 500 } as const;
const respond = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('a compaction that the provider refuses (%s)', (dialect) => {
  const setup = { ...dueConversation(dialect), generator: { maxRetries: 0 } };

  it('is a failure that says why, and changes nothing', async () => {
    const { chat, model, telemetry } = await openChat({
      ...setup,
      simulator: { respond, faults: [{ on: 0, fault: serverError }] },
    });
    const info = await chat.tryCompress('p', model, true);
    expect(info).toEqual({
      originalTokenCount: 72_000,
      newTokenCount: 72_000,
      compressionStatus: CompressionStatus.COMPRESSION_FAILED_API_ERROR,
      errorMessage: expect.stringMatching(/\w/) as string,
    });
    expect(chat.getHistory()).toEqual(setup.history);
    expect(telemetry).toMatchObject([{ status: CompressionStatus.COMPRESSION_FAILED_API_ERROR, trigger: 'manual' }]);
  });

  it('does not cost the user the send', async () => {
    const { chat, send, messages } = await openChat({
      ...setup,
      simulator: { respond, faults: [{ on: 0, fault: serverError }] },
    });
    expect(eventTypes(await send('next'))).toEqual([]);
    expect(messages()).toHaveLength(1);
    expect(chat.getHistory()).toEqual([...setup.history, user('next'), { role: 'model', parts: [{ text: 'fine' }] }]);
  });

  it('after an overflow leaves the refusal of the overflow to be reported', async () => {
    const { send, summaries, telemetry } = await openChat({
      ...setup,
      lastPromptTokenCount: 10_000,
      simulator: {
        respond,
        contextWindow: 38_000,
        enforceWindow: 'prompt',
        faults: [{ on: ({ bodyText }) => bodyText.includes('<scratchpad>'), fault: serverError }],
      },
    });
    await expect(send('next')).rejects.toMatchObject({ kind: 'context-overflow' });
    expect(summaries()).toHaveLength(1);
    expect(telemetry).toMatchObject([{ trigger: 'reactive' }]);
  });
});
