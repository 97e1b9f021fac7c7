import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { computeThresholds } from '@qwen-code/qwen-code-core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TipHistory } from './tipHistory.js';
import { tipRegistry, type ContextualTip, type TipContext } from './tipRegistry.js';
import { selectTip } from './tipScheduler.js';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'qwen-tips-'));
  file = path.join(root, 'home', 'tip_history.json');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const context = (overrides: Partial<TipContext> = {}): TipContext => ({
  lastPromptTokenCount: 0,
  contextWindowSize: 200_000,
  thresholds: computeThresholds(200_000),
  sessionPromptCount: 10,
  sessionCount: 100,
  platform: 'linux',
  ...overrides,
});
const chosen = (overrides: Partial<TipContext>): string | undefined =>
  selectTip('post-response', context(overrides), tipRegistry, new TipHistory({ sessionCount: 1, tips: {} }, file))?.id;

describe('tipRegistry', () => {
  it.each([
    [0, undefined],
    [146_999, undefined],
    [147_000, 'compress-intro'],
    [166_999, 'compress-intro'],
    [167_000, 'context-high'],
    [176_999, 'context-high'],
    [177_000, 'context-critical'],
    [400_000, 'context-critical'],
  ])('%s of 200,000 tokens: %s', (lastPromptTokenCount, id) => expect(chosen({ lastPromptTokenCount })).toBe(id));

  it('introduces /compress only after five prompts', () => {
    expect(chosen({ lastPromptTokenCount: 150_000, sessionPromptCount: 5 })).toBeUndefined();
    expect(chosen({ lastPromptTokenCount: 150_000, sessionPromptCount: 6 })).toBe('compress-intro');
  });

  it('says what the next send will do when the context is critical', () => {
    const critical = tipRegistry.find(({ id }) => id === 'context-critical');
    expect(critical?.content).toContain('the next send will compact it by force');
  });

  it('says nothing about a window without tiers', () => {
    expect(chosen({ lastPromptTokenCount: 199_000, thresholds: undefined })).toBeUndefined();
  });

  it('shows at most one of its three tips about the window, whatever the numbers', () => {
    const about = tipRegistry.filter(({ trigger }) => trigger === 'post-response');
    expect(about).toHaveLength(3);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.nat(2_500_000), (window, tokens) => {
        const thresholds = computeThresholds(window);
        const relevant = about.filter((tip) => tip.isRelevant(context({ lastPromptTokenCount: tokens, thresholds })));
        expect(relevant.length).toBe(tokens >= thresholds.warn ? 1 : 0);
      }),
    );
  });

  it('goes straight to the critical tip in a small window, where hard and auto are one', () => {
    const thresholds = computeThresholds(32_000);
    const at = (lastPromptTokenCount: number) => chosen({ lastPromptTokenCount, thresholds });
    expect([at(19_199), at(19_200), at(22_399), at(22_400)]).toEqual([
      undefined,
      'compress-intro',
      'compress-intro',
      'context-critical',
    ]);
  });

  it('has unique ids and a start-up tip for everybody', () => {
    expect(new Set(tipRegistry.map(({ id }) => id)).size).toBe(tipRegistry.length);
    const history = new TipHistory({ sessionCount: 1, tips: {} }, file);
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('linux', 'darwin', 'win32'), (sessionCount, platform) => {
        expect(selectTip('startup', context({ sessionCount, platform }), tipRegistry, history)).not.toBeNull();
      }),
    );
  });

  it('names the key of the platform', () => {
    const ids = (platform: string): string[] =>
      tipRegistry.filter((tip) => tip.isRelevant(context({ platform }))).map(({ id }) => id);
    expect(ids('win32')).toContain('approval-mode-win32');
    expect(ids('win32')).not.toContain('approval-mode');
    expect(ids('darwin')).toContain('approval-mode');
  });
});

describe('selectTip', () => {
  const tip = (id: string, priority: number, extra: Partial<ContextualTip> = {}): ContextualTip => ({
    id,
    content: id,
    trigger: 'startup',
    isRelevant: () => true,
    cooldownPrompts: 3,
    priority,
    ...extra,
  });
  const history = (): TipHistory => new TipHistory({ sessionCount: 1, tips: {} }, file);

  it('takes the highest priority of the right trigger', () => {
    const tips = [tip('a', 1), tip('b', 9), tip('c', 99, { trigger: 'post-response' })];
    expect(selectTip('startup', context(), tips, history())?.id).toBe('b');
    expect(selectTip('startup', context(), [], history())).toBeNull();
  });

  it('passes over a tip whose condition throws', () => {
    const broken = tip('broken', 9, {
      isRelevant: () => {
        throw new Error('no');
      },
    });
    expect(selectTip('startup', context(), [broken, tip('a', 1)], history())?.id).toBe('a');
  });

  it('waits for the cooldown', () => {
    const seen = history();
    seen.recordShown('a', 10);
    const at = (sessionPromptCount: number): unknown =>
      selectTip('startup', context({ sessionPromptCount }), [tip('a', 1)], seen)?.id;
    expect([at(10), at(12), at(13)]).toEqual([undefined, undefined, 'a']);
  });

  it('takes turns among equals: never seen, then seen in earlier sessions, then in this one', () => {
    const tips = ['now', 'old', 'older', 'never'].map((id) => tip(id, 5, { cooldownPrompts: 0 }));
    const record = (lastSessionTimestamp: number) => ({ totalShown: 1, lastSessionTimestamp });
    const seen = new TipHistory({ sessionCount: 1, tips: { old: record(2_000), older: record(1_000) } }, file);
    seen.recordShown('now', 0);
    const order: string[] = [];
    for (let prompt = 1; prompt <= 4; prompt++) {
      const { id } = selectTip('startup', context({ sessionPromptCount: prompt }), tips, seen)!;
      order.push(id);
      seen.recordShown(id, prompt);
    }
    expect(order).toEqual(['never', 'older', 'old', 'now']);
  });
});

describe('TipHistory', () => {
  it('counts sessions and remembers tips across them', () => {
    expect(TipHistory.load(file).sessionCount).toBe(1);
    const second = TipHistory.load(file);
    expect(second.sessionCount).toBe(2);
    second.recordShown('a', 1);
    second.recordShown('a', 2);
    const third = TipHistory.load(file);
    expect(third.sessionCount).toBe(3);
    expect(third.getLastShown('a')).toBeGreaterThan(0);
    expect(third.getLastShown('b')).toBe(0);
    expect(third.isCooledDown('a', 100, 0)).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ sessionCount: 3, tips: { a: { totalShown: 2 } } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(['tip_history.json']);
  });

  it.each([
    '',
    'null',
    '[]',
    '3',
    '{"sessionCount":',
    '{"sessionCount":"many","tips":[]}',
    '{"sessionCount":-4,"tips":{"a":null,"b":{"totalShown":"x"}}}',
    '{"sessionCount":1e400,"tips":{"__proto__":{"totalShown":1}}}',
  ])('takes the damaged file %j as empty', (content) => {
    mkdirSync(path.dirname(file));
    writeFileSync(file, content);
    const history = TipHistory.load(file);
    expect(history.sessionCount).toBe(1);
    expect(history.getLastShown('b')).toBe(0);
    history.recordShown('b', 1);
    expect(TipHistory.load(file).sessionCount).toBe(2);
  });

  it('works from memory when the home cannot be written to', () => {
    const blocked = path.join(root, 'file-not-folder');
    writeFileSync(blocked, '');
    const history = TipHistory.load(path.join(blocked, 'tip_history.json'));
    history.recordShown('a', 4);
    expect(history.isCooledDown('a', 3, 5)).toBe(false);
    expect(readFileSync(blocked, 'utf8')).toBe('');
  });
});
