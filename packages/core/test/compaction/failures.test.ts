import { summaryOr, type SummaryDefect } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { CompressionStatus } from '../../src/core/turn.js';
import { dialects, dueConversation, longHistory, openChat } from './harness.js';

const reply = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('a compaction that fails (%s)', (dialect) => {
  const failing = (defect: SummaryDefect) => ({
    ...dueConversation(dialect),
    simulator: { respond: summaryOr(() => ({ text: 'fine' }), { defect }) },
  });

  it.each<[SummaryDefect, CompressionStatus]>([
    ['empty', CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY],
    ['whitespace', CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY],
    ['thoughts-only', CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY],
    ['tool-calls', CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY],
  ])('because the summary is %s leaves everything as it was', async (defect, status) => {
    const { chat, model, checkpoints, telemetry } = await openChat(failing(defect));
    const before = chat.getHistory();
    const info = await chat.tryCompress('p', model, true);
    expect(info).toEqual({ originalTokenCount: 72_000, newTokenCount: 72_000, compressionStatus: status });
    expect(chat.getHistory()).toEqual(before);
    expect(checkpoints).toEqual([]);
    expect(chat.getLastPromptTokenCount()).toBe(72_000);
    expect(telemetry).toHaveLength(1);
  });

  it('because the summary is larger than what it replaces names the larger count', async () => {
    const { chat, model } = await openChat({
      ...failing('inflated'),
      history: longHistory(10, 200),
    });
    const info = await chat.tryCompress('p', model, true);
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSION_FAILED_INFLATED_TOKEN_COUNT);
    expect(info.newTokenCount).toBeGreaterThan(72_000);
    expect(chat.getLastPromptTokenCount()).toBe(72_000);
  });

  it('because nothing was counted says so', async () => {
    const { chat, model } = await openChat({
      ...dueConversation(dialect),
      simulator: { respond: reply, usage: 'absent' },
    });
    const info = await chat.tryCompress('p', model, true);
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSION_FAILED_TOKEN_COUNT_ERROR);
  });
});
