import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { dialects, dueConversation, eventTypes, longHistory, openChat, words } from './harness.js';

const reply = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('the compaction call (%s)', (dialect) => {
  it('has its cap and its thinking switch on the wire, whatever the conversation thinks', async () => {
    const { send, summaries, messages, model } = await openChat({
      ...dueConversation(dialect),
      window: 1_000_000,
      lastPromptTokenCount: 970_000,
      generator: { reasoning: { effort: 'high' } },
      simulator: { respond: reply },
    });
    expect(eventTypes(await send('next'))).toEqual(['compressed']);
    const wire = {
      openai: { model, max_tokens: 20_000, stream: false, chat_template_kwargs: { enable_thinking: false } },
      anthropic: { model, max_tokens: 20_000 },
      gemini: { generationConfig: { maxOutputTokens: 20_000, thinkingConfig: { thinkingBudget: 0 } } },
    };
    expect(summaries()[0]?.body).toMatchObject(wire[dialect]);
    expect(summaries()[0]?.body).not.toHaveProperty('thinking');
    expect(summaries()[0]?.content?.maxOutputTokens).toBe(20_000);
    expect(summaries()[0]?.content?.thinking ?? false).toBe(false);
    expect(messages()[0]?.content?.maxOutputTokens).not.toBe(20_000);
  });

  it.each([10_000, 32_000, 64_000])('leaves room for itself in a window of %d', async (window) => {
    const tokens = Math.floor((window * 0.7) / 20);
    const { chat, model, simulator, summaries } = await openChat({
      dialect,
      window,
      history: longHistory(10, tokens),
      lastPromptTokenCount: Math.floor(window * 0.7),
      simulator: { respond: reply, enforceWindow: 'total' },
    });
    const info = await chat.tryCompress('p', model, true);
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSED);
    expect(simulator.rejected()).toEqual([]);
    const [request] = summaries();
    expect((request?.promptTokens ?? 0) + (request?.content?.maxOutputTokens ?? 0)).toBeLessThanOrEqual(window);
  });

  it('is asked again with what the provider allows', async () => {
    const { chat, model, summaries } = await openChat({
      ...dueConversation(dialect),
      simulator: { respond: reply, outputCap: 12_000 },
    });
    const info = await chat.tryCompress('p', model, true);
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSED);
    expect(summaries().map(({ response }) => response.status)).toEqual([400, 200]);
  });
});

describe.each(dialects)('a summary that is cut off (%s)', (dialect) => {
  it.each<[string, Parameters<typeof summaryOr>[1]]>([
    ['in the middle', { defect: 'truncated' }],
    ['at the cap', { text: `<state_snapshot>${words(21_000)}</state_snapshot>` }],
  ])('%s is never stored', async (_where, options) => {
    const due = dueConversation(dialect);
    const { chat, send, checkpoints, telemetry, messages } = await openChat({
      ...due,
      simulator: { respond: summaryOr(() => ({ text: 'fine' }), options) },
    });
    expect(eventTypes(await send('next'))).toEqual([]);
    expect(chat.getHistory().slice(0, 20)).toEqual(due.history);
    expect(checkpoints).toEqual([]);
    expect(messages()).toHaveLength(1);
    expect(telemetry).toMatchObject([
      {
        status: CompressionStatus.COMPRESSION_FAILED_OUTPUT_TRUNCATED,
        trigger: 'auto',
        tokens_before: 72_000,
        tokens_after: 72_000,
        compression_output_token_count: expect.any(Number) as number,
        duration_ms: expect.any(Number) as number,
      },
    ]);
  });

  it('counts as a failed attempt', async () => {
    const { chat, send, summaries } = await openChat({
      ...dueConversation(dialect),
      simulator: { respond: summaryOr(() => ({ text: 'fine' }), { defect: 'truncated' }) },
    });
    for (let turn = 0; turn < 5; turn++) {
      await send('next');
      chat.setLastPromptTokenCount(72_000);
    }
    expect(summaries().length).toBeLessThan(5);
  });
});
