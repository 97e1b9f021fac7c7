import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryItemContextUsage } from '../types.js';
import { lineText, lineWidth, type StyledLine } from '../text/styledLine.js';
import { bar, contextTier, type ContextThresholds } from './contextTier.js';
import { contextUsageLines } from './contextUsageLines.js';
import { footerLines, type FooterData } from './footerLines.js';

const THRESHOLDS: ContextThresholds = { warn: 147_000, auto: 167_000, hard: 177_000, effectiveWindow: 180_000 };

const text = (lines: readonly StyledLine[]): string => lines.map((styled) => lineText(styled).trimEnd()).join('\n');

describe('contextTier', () => {
  it('asks for the highest first', () => {
    expect([0, 147_000, 167_000, 177_000].map((tokens) => contextTier(tokens, THRESHOLDS))).toEqual([
      'safe',
      'warn',
      'auto',
      'hard',
    ]);
    expect(contextTier(22_400, { warn: 19_200, auto: 22_400, hard: 22_400, effectiveWindow: 12_000 })).toBe('hard');
    expect(contextTier(1_000_000, undefined)).toBe('safe');
  });
});

describe('bar', () => {
  it('has exactly its cells and shows every part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 8, max: 80 }),
        (amounts, cells) => {
          const spans = bar(
            amounts.map((amount) => ({ amount, glyph: '█', color: 'accent' as const })),
            cells,
          );
          const parts = amounts.filter((amount) => amount > 0).length;
          expect(spans).toHaveLength(parts);
          expect(lineWidth(spans)).toBe(parts === 0 ? 0 : cells);
        },
      ),
    );
  });
});

describe('footerLines', () => {
  const data = (usedTokens: number | undefined, change: Partial<FooterData> = {}): FooterData => ({
    session: { model: 'qwen3-coder', cwd: '/home/me/work/project', branch: 'main', approvalMode: 'default' },
    context: { usedTokens, isEstimate: false, windowTokens: 200_000 },
    thresholds: THRESHOLDS,
    home: '/home/me',
    ...change,
  });
  const draw = (footer: FooterData, columns: number, screenReader = false): string => {
    const lines = footerLines(footer, { columns, screenReader });
    if (!screenReader) for (const styled of lines) expect(lineWidth(styled)).toBeLessThanOrEqual(columns);
    return text(lines);
  };

  it('shows everything at 80 columns', () => {
    expect(draw(data(55_000), 80)).toMatchInlineSnapshot(
      `"qwen3-coder · ~/work/project (main) · asks first         ━━━─────── 55K/200K 28%"`,
    );
    expect(draw(data(undefined), 80)).toMatchInlineSnapshot(
      `"qwen3-coder · ~/work/project (main) · asks first                    context 200K"`,
    );
  });

  it('says what comes next in each tier', () => {
    const ends = [150_000, 170_000, 180_000].map((tokens) => draw(data(tokens), 200).split(' · ').at(-1));
    expect(ends).toEqual(['17K to compaction', 'compacts at next send', 'full: next send compacts']);
    const colors = [55_000, 150_000, 170_000].map(
      (tokens) => footerLines(data(tokens), { columns: 200, screenReader: false })[0]!.at(-1)!.style?.color,
    );
    expect(colors).toEqual(['muted', 'warning', 'error']);
  });

  it('takes two lines at 40 columns, and marks estimates', () => {
    const estimate = { usedTokens: 150_000, isEstimate: true, windowTokens: 200_000 };
    expect(draw(data(0, { context: estimate }), 40)).toMatchInlineSnapshot(`
      "qwen3-coder · ~/work/project (main)
      asks first         ~150K/200K · 17K left"
    `);
    expect(draw(data(0, { context: { usedTokens: 20_000, isEstimate: false, windowTokens: 200_000 } }), 40))
      .toMatchInlineSnapshot(`
      "qwen3-coder · ~/work/project (main)
      asks first                  20K/200K 10%"
    `);
  });

  it('fits whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.option(fc.string()),
        fc.nat(300_000),
        fc.integer({ min: 20, max: 220 }),
        (model, cwd, branch, tokens, columns) => {
          const session = { model, cwd, branch: branch ?? undefined, approvalMode: 'yolo' as const };
          draw(data(tokens, { session }), columns);
        },
      ),
    );
  });

  it('is one plain line for screen readers', () => {
    expect(draw(data(150_000), 80, true)).toBe(
      'qwen3-coder · ~/work/project (main) · asks first, 150K/200K 75% · 17K to compaction',
    );
  });
});

describe('contextUsageLines', () => {
  const usage = (change: Partial<HistoryItemContextUsage> = {}, more: object = {}): HistoryItemContextUsage => ({
    type: 'context_usage',
    modelName: 'qwen3-coder',
    totalTokens: 150_000,
    contextWindowSize: 200_000,
    breakdown: {
      systemPrompt: 2_500,
      builtinTools: 9_800,
      mcpTools: 0,
      memoryFiles: 1_200,
      skills: 0,
      messages: 136_500,
      freeSpace: 17_000,
      autocompactBuffer: 33_000,
      ...more,
    },
    builtinTools: [
      { name: 'edit', tokens: 800 },
      { name: 'run_shell_command', tokens: 2_000 },
    ],
    mcpTools: [],
    memoryFiles: [{ path: '/home/me/work/project/QWEN.md', tokens: 1_200 }],
    skills: [],
    ...change,
  });
  const draw = (data: HistoryItemContextUsage, columns: number, screenReader = false): string => {
    const lines = contextUsageLines(data, { columns, screenReader });
    if (!screenReader) for (const styled of lines) expect(lineWidth(styled)).toBeLessThanOrEqual(columns);
    return text(lines);
  };

  it('shows a bar and the categories', () => {
    expect(draw(usage(), 80)).toMatchInlineSnapshot(`
      "Context · qwen3-coder
      150K used of 200K tokens
      █████████████████████████████████████████████░░░░░▒▒▒▒▒▒▒▒▒▒

      █ System prompt            2.5K   1.3%
      █ Built-in tools           9.8K   4.9%
      █ Memory files             1.2K   0.6%
      █ Messages                 137K  68.3%
      ░ Free                      17K   8.5%
      ▒ Autocompact buffer        33K  16.5%

      /context detail lists each tool and file."
    `);
  });

  it('shows the ladder with the current tier, and details', () => {
    const data = usage({ showDetails: true }, { thresholds: THRESHOLDS, currentTier: 'warn' });
    expect(draw(data, 40)).toMatchInlineSnapshot(`
      "Context · qwen3-coder
      150K used of 200K tokens
      ██████████████████████████████░░░▒▒▒▒▒▒▒

      █ System prompt            2.5K   1.3%
      █ Built-in tools           9.8K   4.9%
      █ Memory files             1.2K   0.6%
      █ Messages                 137K  68.3%
      ░ Free                      17K   8.5%
      ▒ Autocompact buffer        33K  16.5%

      Thresholds
        Effective window         180K
        Hard                     177K
        Auto                     167K
      ▶ Warn                     147K  now

      Built-in tools (estimated)
        run_shell_command      2K
        edit                  800

      Memory files (estimated)
        /home/me/work/project/QWEN.md    1.2K"
    `);
    expect(draw(data, 80, true)).toMatchInlineSnapshot(`
      "Context · qwen3-coder
      150K used of 200K tokens

      System prompt: 2.5K tokens, 1.3%
      Built-in tools: 9.8K tokens, 4.9%
      Memory files: 1.2K tokens, 0.6%
      Messages: 137K tokens, 68.3%
      Free: 17K tokens, 8.5%
      Autocompact buffer: 33K tokens, 16.5%

      Thresholds
      Effective window: 180K tokens, window - 20K reserve
      Hard: 177K tokens, the next send compacts by force
      Auto: 167K tokens, compacts before the send
      Warn: 147K tokens, says what is left, current tier

      Built-in tools (estimated)
      run_shell_command: 2K tokens
      edit: 800 tokens

      Memory files (estimated)
      /home/me/work/project/QWEN.md: 1.2K tokens"
    `);
  });

  it('orders the ladder of a small window by size, and says what counts in it', () => {
    const thresholds = { warn: 19_200, auto: 22_400, hard: 22_400, effectiveWindow: 12_000 };
    const data = usage({ contextWindowSize: 32_000, totalTokens: 5_000 }, { thresholds, currentTier: 'safe' });
    const drawn = draw(data, 80);
    expect(drawn.slice(drawn.indexOf('Thresholds'))).toMatchInlineSnapshot(`
      "Thresholds · now: safe, 14K to warn
        Hard                      22K  the next send compacts by force
        Auto                      22K  compacts before the send
        Warn                      19K  says what is left
        Effective window          12K  window - 20K reserve
      A reserve of 20K is too much for this window: it warns at 60% and compacts at
      70% instead.

      /context detail lists each tool and file."
    `);
  });

  it('says so when it only estimates', () => {
    const drawn = draw(usage({ isEstimated: true, totalTokens: 0 }, { thresholds: THRESHOLDS, messages: 0 }), 200);
    expect(drawn).toContain('~14K used of 200K tokens');
    expect(drawn).toContain('Thresholds · now: safe, 134K to warn (estimated)');
    expect(drawn).toContain('Estimated: the provider has not counted a request yet.');
  });

  it('says so when the context is larger than the window', () => {
    expect(draw(usage({ totalTokens: 205_000 }), 80)).toContain('5K tokens more than the window holds: use /compress.');
  });
});
