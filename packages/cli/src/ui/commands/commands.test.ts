import { CompressionStatus, type ChatCompressionInfo, type CompactionCounts } from '@qwen-code/qwen-code-core';
import { describe, expect, it } from 'vitest';
import * as events from '../../../test/support/agentEvents.js';
import { SessionMetrics } from '../../services/sessionMetrics.js';
import { commandText } from './commandText.js';
import { formatCompressionText } from './compressCommand.js';
import { collectContextData, formatContextUsageText } from './contextCommand.js';
import { availableCommands, parseCommandLine } from './registry.js';
import type { CommandClient, CommandConfig, CommandContext } from './types.js';

interface Surroundings {
  total?: number;
  /** What the core estimates for the next request. */
  estimate?: number;
  window?: number;
  system?: string;
  memory?: string;
  tools?: string[];
  compress?: CommandClient['tryCompressChat'];
  compactions?: Partial<CompactionCounts>;
}

/** Text of so many estimated tokens. */
const tokens = (count: number): string => 'abcd'.repeat(count);

function configOf({
  total = 0,
  estimate = 5_000,
  window = 10_000,
  system = '',
  memory,
  tools = [],
  compress,
  compactions,
}: Surroundings): CommandConfig {
  return {
    getModel: () => 'qwen-test',
    getContentGeneratorConfig: () => ({ contextWindowSize: window }),
    getToolRegistry: () => ({
      all: () =>
        tools.map((name) => ({
          name,
          displayName: name.toUpperCase(),
          description: tokens(100),
          parametersJsonSchema: { type: 'object' },
        })),
    }),
    getSystemInstruction: () => system + (memory ?? ''),
    getInstructionFiles: () => (memory === undefined ? [] : [{ path: '/w/QWEN.md', content: memory }]),
    getTokenCountDisplay: () => ({
      getCompactions: () => ({ compacted: 0, failures: {}, tokensBefore: 0, tokensAfter: 0, ...compactions }),
    }),
    getGeminiClient: () => ({
      getChat: () => ({ getLastPromptTokenCount: () => total, estimatePromptTokens: () => estimate }),
      tryCompressChat: compress ?? (() => Promise.reject(new Error('not expected'))),
    }),
  };
}

function contextOf(
  surroundings: Surroundings = {},
  metrics = new SessionMetrics(
    () => 'qwen-test',
    () => 0,
  ),
): CommandContext {
  return {
    mode: 'non_interactive',
    config: configOf(surroundings),
    sessionId: 'the-session',
    metrics,
    sessionDurationMs: 61_500,
    commands: availableCommands('non_interactive'),
    signal: new AbortController().signal,
  };
}

async function run(line: string, context = contextOf()): Promise<string> {
  const parsed = parseCommandLine(line, context.commands);
  if (parsed.kind !== 'command') throw new Error(`${line} is no command`);
  return commandText(await parsed.command.run(context, parsed.args));
}

describe('parseCommandLine', () => {
  const commands = availableCommands('non_interactive');
  const kindOf = (line: string): string => {
    const parsed = parseCommandLine(line, commands);
    if (parsed.kind === 'command') return `${parsed.command.name}(${parsed.args})`;
    return parsed.kind === 'unknown' ? `unknown ${parsed.name} → ${parsed.meant}` : 'prompt';
  };

  it.each([
    ['/stats', 'stats()'],
    ['  /CONTEXT   detail ', 'context(detail)'],
    ['/summarize', 'compress()'],
    ['/?', 'help()'],
    ['/new', 'clear()'],
    ['/compres now', 'unknown compres → compress'],
    ['/frobnicate', 'unknown frobnicate → undefined'],
    ['/etc/hosts looks odd', 'prompt'],
    ['/tmp is full, clean it up', 'prompt'],
    ['/', 'prompt'],
    ['what does /stats do?', 'prompt'],
    ['', 'prompt'],
  ])('%j is %s', (line, kind) => expect(kindOf(line)).toBe(kind));

  it('knows no command that is turned off', () => {
    expect(parseCommandLine('/stats', availableCommands('interactive', ['/Stats']))).toMatchObject({ kind: 'unknown' });
  });
});

describe('/context', () => {
  it('estimates the overhead and the messages before the first request', async () => {
    const data = await collectContextData(
      configOf({ system: tokens(500), memory: tokens(300), tools: ['glob', 'mcp__a__b'], estimate: 1_500 }),
      false,
    );
    expect(data).toMatchObject({
      isEstimated: true,
      totalTokens: 0,
      modelName: 'qwen-test',
      contextWindowSize: 10_000,
    });
    const { breakdown } = data;
    expect(breakdown).toMatchObject({
      systemPrompt: 500,
      memoryFiles: 300,
      messages: 700 - breakdown.builtinTools - breakdown.mcpTools,
      skills: 0,
      autocompactBuffer: 3_000,
    });
    expect(breakdown.builtinTools).toBeGreaterThan(100);
    expect(breakdown.freeSpace).toBe(10_000 - 3_000 - 1_500);
  });

  it('gives what the provider counted beyond the overhead to the messages', async () => {
    const { breakdown, totalTokens } = await collectContextData(
      configOf({ total: 4_000, system: tokens(1_000) }),
      false,
    );
    expect(totalTokens).toBe(4_000);
    expect(breakdown).toMatchObject({ systemPrompt: 1_000, messages: 3_000, freeSpace: 3_000 });
  });

  it('scales the parts down when the estimate is above the count', async () => {
    const { breakdown } = await collectContextData(
      configOf({ total: 600, system: tokens(900), memory: tokens(300) }),
      false,
    );
    expect(breakdown).toMatchObject({ systemPrompt: 450, memoryFiles: 150, messages: 0 });
  });

  it.each([
    [0, 4_000, 'safe', []],
    [0, 6_500, 'warn', ['▶ Warn threshold:      6,000 tokens']],
    [0, 7_000, 'hard', ['▶ Hard threshold:      7,000 tokens']],
    [5_999, 9_000, 'safe', []],
    [6_000, 0, 'warn', ['▶ Warn threshold:      6,000 tokens']],
    [7_000, 0, 'hard', ['▶ Hard threshold:      7,000 tokens']],
  ])('with %d tokens counted and %d estimated is in the tier %s', async (total, estimate, tier, marked) => {
    const data = await collectContextData(configOf({ total, estimate }), false);
    expect(data.breakdown.currentTier).toBe(tier);
    const lines = formatContextUsageText(data).split('\n');
    expect(lines).toContain(`  Current tier:        ${tier}${total === 0 ? ' (estimated)' : ''}`);
    expect(lines.filter((line) => line.startsWith('▶'))).toEqual(marked);
  });

  it.each([
    [10_000, '0 (window - 20K reserve)', '6,000', '7,000', '7,000', 3_000],
    [128_000, '108K (window - 20K reserve)', '76,800', '95,000', '105,000', 33_000],
    [200_000, '180K (window - 20K reserve)', '147,000', '167,000', '177,000', 33_000],
    [1_000_000, '980K (window - 20K reserve)', '947,000', '967,000', '977,000', 33_000],
  ])('of a window of %d shows its thresholds', async (window, effective, warn, auto, hard, buffer) => {
    const data = await collectContextData(configOf({ window, total: 100 }), false);
    expect(data.breakdown.autocompactBuffer).toBe(buffer);
    expect(formatContextUsageText(data)).toContain(
      [
        'Compaction thresholds',
        `  Effective window:    ${effective}`,
        `  Warn threshold:      ${warn} tokens`,
        `  Auto threshold:      ${auto} tokens`,
        `  Hard threshold:      ${hard} tokens`,
        '  Current tier:        safe',
      ].join('\n'),
    );
  });

  it('prints categories, and every part on demand', async () => {
    const surroundings = { total: 12_000, system: tokens(10), memory: tokens(5), tools: ['glob', 'mcp__a__b'] };
    const short = await run('/context', contextOf(surroundings));
    expect(short).toMatch(/^Context Usage\n/);
    expect(short).toContain('Used:                12,000 tokens (120.0%)');
    expect(short).toContain('larger than the window by 2,000 tokens');
    expect(short).toContain('Free:                0 tokens');
    expect(short).toContain('/context detail lists');
    expect(short).not.toContain('QWEN.md');
    const long = await run('/context detail', contextOf(surroundings));
    expect(long).toContain('  glob: ');
    expect(long).toContain('  mcp__a__b: ');
    expect(long).toContain('  /w/QWEN.md: 5 tokens');
  });

  it('says when nothing was counted yet', async () => {
    const data = await collectContextData(configOf({ system: tokens(700) }), false);
    const text = formatContextUsageText(data);
    expect(text).toContain('has not counted a request yet');
    expect(text).not.toContain('Used:');
  });

  it('refuses other arguments', async () => {
    expect(await run('/context everything')).toContain('not "everything"');
  });
});

describe('/compress', () => {
  const info = (compressionStatus: CompressionStatus, originalTokenCount = 900): ChatCompressionInfo => ({
    originalTokenCount,
    newTokenCount: 100,
    compressionStatus,
  });

  it('compresses whatever the size and says what came of it', async () => {
    const asked: unknown[] = [];
    const compress: CommandClient['tryCompressChat'] = (promptId, force) => {
      asked.push([promptId.replace(/\d+$/, 'N'), force]);
      return Promise.resolve(info(CompressionStatus.COMPRESSED));
    };
    expect(await run('/compress', contextOf({ compress }))).toBe('Context compressed (900 -> 100)');
    expect(asked).toEqual([['compress-N', true]]);
  });

  it('reports a failure of the provider', async () => {
    const compress = (): Promise<never> => Promise.reject(new Error('503'));
    expect(await run('/compress', contextOf({ compress }))).toBe('The context could not be compressed: 503');
  });

  it('passes an abort on', async () => {
    const abort = new AbortController();
    const context = { ...contextOf({ compress: () => Promise.reject(new Error('aborted')) }), signal: abort.signal };
    abort.abort();
    await expect(run('/compress', context)).rejects.toThrow('aborted');
  });

  it('has a text for every status', () => {
    const texts = Object.values(CompressionStatus)
      .filter((status): status is CompressionStatus => typeof status === 'number')
      .flatMap((status) => [formatCompressionText(info(status)), formatCompressionText(info(status, 60_000))]);
    expect(texts).not.toContain(undefined);
    expect(new Set(texts).size).toBeGreaterThan(5);
  });
});

describe('/stats', () => {
  it('counts requests, tokens and calls', async () => {
    let now = 0;
    const metrics = new SessionMetrics(
      () => 'qwen-test',
      () => now,
    );
    metrics.add(events.start());
    now = 1_500;
    metrics.add(events.finished(2_000, 100, 500));
    metrics.add(events.callStart('1', 'edit'));
    metrics.add(events.callEnd('1', 'no match', 'edit_no_match'));
    const text = await run('/stats', contextOf({}, metrics));
    expect(text).toContain('Time: 61.5 s, 1.5 s of it waiting for the model');
    expect(text).toContain('Requests: 1');
    expect(text).toContain('Tokens in: 2,000 (25% from the cache)');
    expect(text).toContain('Tool calls: 1 (0 succeeded, 1 failed)');
    expect(text).toContain('edit: 1, 1 failed');
  });
});

describe('/stats', () => {
  it('counts compactions and failures by their reason', async () => {
    const compactions = {
      compacted: 2,
      tokensBefore: 160_000,
      tokensAfter: 40_000,
      failures: { [CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY]: 3 },
    };
    const text = await run('/stats', contextOf({ compactions }));
    expect(text).toContain('Compactions\n  Done: 2 (160,000 -> 40,000 tokens)\n  Failed, empty summary: 3');
    expect(await run('/stats')).not.toContain('Compactions');
  });
});

describe('/help', () => {
  it('lists every command with its other names', async () => {
    const text = await run('/help');
    for (const name of ['/clear', '/compress', '/context [detail]', '/help', '/stats']) expect(text).toContain(name);
    expect(text).toContain('(also /summarize)');
  });
});
