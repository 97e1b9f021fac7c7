/** Which tips about the context a person sees while a conversation grows, over HTTP on all three dialects. */
import os from 'node:os';
import path from 'node:path';
import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { dialects, openChat, words } from '../../core/test/compaction/harness.js';
import { TipHistory } from '../src/services/tips/tipHistory.js';
import { tipRegistry } from '../src/services/tips/tipRegistry.js';
import { selectTip } from '../src/services/tips/tipScheduler.js';
import { contextThresholds } from '../src/ui/contextThresholds.js';

/** warn 60,000, auto 70,000, hard 77,000 */
const window = 100_000;

/** The tip after each of so many prompts of 4,000 tokens, and the size of the conversation then. */
async function tipsOf(dialect: (typeof dialects)[number], summariesWork: boolean, prompts: number) {
  const { chat, send } = await openChat({
    dialect,
    window,
    simulator: { respond: summaryOr(() => ({ text: 'fine' }), summariesWork ? {} : { defect: 'empty' }) },
  });
  const file = path.join(os.tmpdir(), `tips-in-turn-${process.pid}`, 'never-written', 'tip_history.json');
  const shown: Array<{ id: string | undefined; tokens: number }> = [];
  for (let sessionPromptCount = 1; sessionPromptCount <= prompts; sessionPromptCount++) {
    await send(words(4_000));
    const tokens = chat.getLastPromptTokenCount();
    const tip = selectTip(
      'post-response',
      {
        lastPromptTokenCount: tokens,
        contextWindowSize: window,
        sessionPromptCount,
        sessionCount: 1,
        platform: 'linux',
        thresholds: contextThresholds(window),
      },
      tipRegistry,
      new TipHistory({ sessionCount: 1, tips: {} }, file),
    );
    shown.push({ id: tip?.id, tokens });
  }
  return shown;
}

describe.each(dialects)('tips about the context (%s)', (dialect) => {
  it('appear in turn when the conversation cannot be compacted', async () => {
    const ids = (await tipsOf(dialect, false, 20)).map(({ id }) => id);
    const changes = ids.filter((id, index) => id !== ids[index - 1]);
    expect(changes).toEqual(['compress-intro', 'context-high', 'context-critical']);
  });

  it('go no further than the first when it can', async () => {
    const shown = await tipsOf(dialect, true, 30);
    expect(new Set(shown.map(({ id }) => id))).toEqual(new Set([undefined, 'compress-intro']));
    expect(Math.max(...shown.map(({ tokens }) => tokens))).toBeLessThan(70_000);
  });
});
