import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { SUMMARY_ACKNOWLEDGEMENT } from '../../src/services/compaction/compactionPrompt.js';
import type { Content } from '../../src/types.js';
import { dialects, dueConversation, eventTypes, longHistory, openChat, textsOf, words } from './harness.js';
import { call, result, rolesAlternate, user } from './histories.js';

const reply = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('a compaction before a send (%s)', (dialect) => {
  it('puts a summary in the place of the older part and keeps the rest verbatim', async () => {
    const history = longHistory(10, 2_000);
    const { chat, send, messages, summaries, checkpoints, telemetry } = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 72_000,
      simulator: { respond: reply },
    });
    await send('next');
    expect(textsOf(summaries()[0])).toHaveLength(15);
    const kept = history.slice(14);
    const [summary, acknowledgement, ...rest] = chat.getHistory();
    expect(summary?.parts?.[0]?.text).toContain('<state_snapshot>');
    expect(acknowledgement?.parts).toEqual([{ text: SUMMARY_ACKNOWLEDGEMENT }]);
    expect(rest).toEqual([...kept, user('next'), { role: 'model', parts: [{ text: 'fine' }] }]);
    expect(rolesAlternate(chat.getHistory())).toBe(true);
    expect(textsOf(messages()[0]).slice(2)).toEqual([...kept.map((content) => content.parts?.[0]?.text), 'next']);

    const info = checkpoints[0]?.info;
    expect(info).toMatchObject({ originalTokenCount: 72_000, compressionStatus: CompressionStatus.COMPRESSED });
    expect(checkpoints[0]?.compressedHistory).toEqual(chat.getHistory().slice(0, -1));
    const [event] = telemetry;
    const { compression_input_token_count: input = 0, compression_output_token_count: output = 0 } = event ?? {};
    expect(event).toMatchObject({ tokens_before: 72_000, tokens_after: 72_000 - (input - 1_000) + output });
    expect(info?.newTokenCount).toBe(event?.tokens_after);
  });

  it('counts by the last response from then on', async () => {
    const { chat, send, messages } = await openChat({
      ...dueConversation(dialect),
      simulator: { respond: reply },
    });
    await send('next');
    const usage = messages()[0]?.response.usage;
    expect(chat.getLastPromptTokenCount()).toBe((usage?.prompt ?? 0) + (usage?.output ?? 0));
  });

  it('keeps a call whose result is being sent together with that result', async () => {
    const rounds = ['a', 'b', 'c', 'd'].flatMap((id): Content[] => [call(id), result([id], words(1_000))]);
    const { chat, send, messages, simulator, checkpoints } = await openChat({
      dialect,
      window: 100_000,
      history: [user('do it'), ...rounds, call('e')],
      lastPromptTokenCount: 72_000,
      simulator: { respond: reply },
      generationConfig: {
        tools: [{ functionDeclarations: [{ name: 'read_file', parametersJsonSchema: { type: 'object' } }] }],
      },
    });
    const pending = result(['e'], 'the last file');
    expect(eventTypes(await send(pending.parts ?? []))).toEqual(['compressed']);
    expect(simulator.violations()).toEqual([]);
    expect(chat.getHistory().slice(2, -1)).toEqual([
      expect.objectContaining({ role: 'user' }),
      ...rounds.slice(4),
      call('e'),
      pending,
    ]);
    expect(checkpoints[0]?.compressedHistory.at(-1)).toEqual(pending);
    expect(messages()[0]?.bodyText).toContain('the last file');
  });

  it('sends no media to the summariser and keeps those of the kept part', async () => {
    const image = (data: string): Content => ({
      role: 'user',
      parts: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data } }],
    });
    const old = 'b2xk'.repeat(50);
    const recent = 'bmV3'.repeat(50);
    const history = [image(old), ...longHistory(10, 2_000).slice(1, -2), image(recent), ...longHistory(1, 10).slice(1)];
    const { send, summaries, messages } = await openChat({
      dialect,
      window: 100_000,
      history,
      lastPromptTokenCount: 72_000,
      generator: { modalities: { image: true } },
      simulator: { respond: reply, validate: 'record' },
    });
    await send('next');
    expect(summaries()[0]?.bodyText).toContain('[image: image/png]');
    expect(summaries()[0]?.bodyText).not.toContain(old);
    expect(messages()[0]?.bodyText).toContain(recent);
  });
});
