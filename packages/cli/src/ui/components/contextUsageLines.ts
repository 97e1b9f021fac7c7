/** `/context`: what fills the window, and when it is compacted. */
import { formatTokens } from '../text/format.js';
import { oneLine } from '../text/sanitize.js';
import {
  EMPTY_LINE,
  line,
  span,
  truncateLine,
  type ColorName,
  type Span,
  type StyledLine,
} from '../text/styledLine.js';
import { wrapText } from '../text/wrap.js';
import { smallWindowNote } from './smallWindowNote.js';
import { padTo, textWidth, truncateEnd, truncateStart } from '../text/width.js';
import type { ContextCategoryBreakdown, HistoryItemContextUsage } from '../types.js';
import { bar, contextTier, TIER_COLORS, type ContextTier } from './contextTier.js';
import type { LineContext } from './display.js';

interface Category {
  label: string;
  tokens: number;
  glyph: string;
  color: ColorName;
}

const WIDEST_BAR = 60;
const LABEL_COLUMNS = 22;
const NUMBER_COLUMNS = 7;
/** Columns from which there is room for what each threshold means. */
const NOTES_FROM = 80;

export function contextUsageLines(usage: HistoryItemContextUsage, context: LineContext): StyledLine[] {
  const { breakdown, contextWindowSize: window, isEstimated } = usage;
  const used = categories(breakdown);
  const { screenReader } = context;
  const lines: StyledLine[] = [
    [span('Context', undefined, { bold: true }), span(` · ${oneLine(usage.modelName)}`, 'muted')],
    [usedText(usage, used), span(` of ${formatTokens(window)} tokens`, 'muted')],
  ];
  if (!screenReader) lines.push(usageBar(used, breakdown, Math.min(WIDEST_BAR, context.columns)));
  lines.push(EMPTY_LINE);
  for (const category of [...used, ...rest(breakdown)]) lines.push(categoryLine(category, window, screenReader));
  if (isEstimated) {
    lines.push(EMPTY_LINE, ...sentenceLines('Estimated: the provider has not counted a request yet.', context));
  } else if (usage.totalTokens > window) {
    const over = formatTokens(usage.totalTokens - window);
    lines.push(
      EMPTY_LINE,
      ...sentenceLines(`${over} tokens more than the window holds: use /compress.`, context, 'error'),
    );
  }
  lines.push(...ladderLines(usage, context));
  lines.push(
    ...(usage.showDetails
      ? detailLines(usage, context)
      : [EMPTY_LINE, ...sentenceLines('/context detail lists each tool and file.', context)]),
  );
  return screenReader ? lines : lines.map((styled) => truncateLine(styled, context.columns));
}

function usedText({ totalTokens, isEstimated }: HistoryItemContextUsage, used: readonly Category[]): Span {
  const tokens = isEstimated ? sumOf(used) : totalTokens;
  return span(`${isEstimated ? '~' : ''}${formatTokens(tokens)} used`);
}

function categories(breakdown: ContextCategoryBreakdown): Category[] {
  const all: Category[] = [
    { label: 'System prompt', tokens: breakdown.systemPrompt, glyph: '█', color: 'accent' },
    { label: 'Built-in tools', tokens: breakdown.builtinTools, glyph: '█', color: 'link' },
    { label: 'MCP tools', tokens: breakdown.mcpTools, glyph: '█', color: 'type' },
    { label: 'Memory files', tokens: breakdown.memoryFiles, glyph: '█', color: 'number' },
    { label: 'Skills', tokens: breakdown.skills, glyph: '█', color: 'string' },
    { label: 'Messages', tokens: breakdown.messages, glyph: '█', color: 'success' },
  ];
  const optional = new Set(['MCP tools', 'Skills']);
  return all.filter(({ label, tokens }) => tokens > 0 || !optional.has(label));
}

function rest({ freeSpace, autocompactBuffer }: ContextCategoryBreakdown): Category[] {
  return [
    { label: 'Free', tokens: freeSpace, glyph: '░', color: 'muted' },
    { label: 'Autocompact buffer', tokens: autocompactBuffer, glyph: '▒', color: 'warning' },
  ];
}

function usageBar(used: readonly Category[], breakdown: ContextCategoryBreakdown, cells: number): StyledLine {
  return bar(
    [...used, ...rest(breakdown)].map(({ tokens, glyph, color }) => ({ amount: tokens, glyph, color })),
    cells,
  );
}

function categoryLine({ label, tokens, glyph, color }: Category, window: number, screenReader: boolean): StyledLine {
  const share = window > 0 ? `${((tokens / window) * 100).toFixed(1)}%` : '';
  if (screenReader) return line(`${label}: ${formatTokens(tokens)} tokens${share ? `, ${share}` : ''}`);
  return [
    span(`${glyph} `, color),
    span(padTo(label, LABEL_COLUMNS)),
    span(padTo(formatTokens(tokens), NUMBER_COLUMNS, 'right')),
    span(padTo(share, NUMBER_COLUMNS, 'right'), 'muted'),
  ];
}

/** As the context grows towards it; the tier that counts now is marked. */
function ladderLines(usage: HistoryItemContextUsage, { columns, screenReader }: LineContext): StyledLine[] {
  const { breakdown, isEstimated, totalTokens, contextWindowSize: window } = usage;
  const { thresholds, currentTier } = breakdown;
  if (!thresholds) return [];
  const tokens = isEstimated ? sumOf(categories(breakdown)) : totalTokens;
  const tier = currentTier ?? contextTier(tokens, thresholds);
  const reserve = formatTokens(window - thresholds.effectiveWindow);
  const rows: Array<{ tier?: ContextTier; label: string; tokens: number; note: string }> = [
    { label: 'Effective window', tokens: thresholds.effectiveWindow, note: `window - ${reserve} reserve` },
    { tier: 'hard', label: 'Hard', tokens: thresholds.hard, note: 'the next send compacts by force' },
    { tier: 'auto', label: 'Auto', tokens: thresholds.auto, note: 'compacts before the send' },
    { tier: 'warn', label: 'Warn', tokens: thresholds.warn, note: 'says what is left' },
  ];
  // Highest first; where two are equal, the more pressing one.
  const lines = rows
    .toSorted((a, b) => b.tokens - a.tokens)
    .map((row) => {
      const isCurrent = row.tier !== undefined && row.tier === tier;
      const value = formatTokens(Math.max(0, row.tokens));
      if (screenReader) return line(`${row.label}: ${value} tokens, ${row.note}${isCurrent ? ', current tier' : ''}`);
      const color = isCurrent ? TIER_COLORS[tier] : undefined;
      return [
        span(isCurrent ? '▶ ' : '  ', color),
        span(padTo(row.label, LABEL_COLUMNS), color),
        span(padTo(value, NUMBER_COLUMNS, 'right'), color),
        span(`  ${ladderNote(row.note, isCurrent, columns)}`, color ?? 'muted'),
      ];
    });
  const safe = tier === 'safe' ? ` · now: safe, ${formatTokens(Math.max(0, thresholds.warn - tokens))} to warn` : '';
  const title = [
    span('Thresholds', undefined, { bold: true }),
    span(`${safe}${isEstimated ? ' (estimated)' : ''}`, 'muted'),
  ];
  const note = smallWindowNote(window, thresholds);
  return [EMPTY_LINE, title, ...lines, ...(note === undefined ? [] : sentenceLines(note, { columns, screenReader }))];
}

function sentenceLines(text: string, { columns, screenReader }: LineContext, color: ColorName = 'muted'): StyledLine[] {
  return screenReader ? [line(text, color)] : wrapText(text, columns, { color });
}

function ladderNote(note: string, isCurrent: boolean, columns: number): string {
  if (columns < NOTES_FROM) return isCurrent ? 'now' : '';
  return isCurrent ? `current tier · ${note}` : note;
}

function detailLines(usage: HistoryItemContextUsage, context: LineContext): StyledLine[] {
  const skills = usage.skills.map(({ name, tokens, loaded, bodyTokens }) => ({
    label: name,
    tokens: tokens + (loaded ? (bodyTokens ?? 0) : 0),
  }));
  const named = ({ name, tokens }: { name: string; tokens: number }) => ({ label: name, tokens });
  return [
    ...sectionLines('Built-in tools', usage.builtinTools.map(named), context),
    ...sectionLines('MCP tools', usage.mcpTools.map(named), context),
    ...sectionLines(
      'Memory files',
      usage.memoryFiles.map(({ path, tokens }) => ({ label: path, tokens })),
      context,
    ),
    ...sectionLines('Skills', skills, context),
  ];
}

function sectionLines(
  title: string,
  entries: ReadonlyArray<{ label: string; tokens: number }>,
  { columns, screenReader }: LineContext,
): StyledLine[] {
  if (entries.length === 0) return [];
  const room = Math.max(8, columns - NUMBER_COLUMNS - 4);
  const names = entries.map(({ label }) =>
    label.includes('/') ? truncateStart(oneLine(label), room) : truncateEnd(oneLine(label), room),
  );
  const width = Math.max(...names.map(textWidth));
  const order = entries.map((_, index) => index).sort((a, b) => entries[b]!.tokens - entries[a]!.tokens);
  return [
    EMPTY_LINE,
    [span(title, undefined, { bold: true }), span(' (estimated)', 'muted')],
    ...order.map((index): StyledLine => {
      const tokens = formatTokens(entries[index]!.tokens);
      if (screenReader) return line(`${oneLine(entries[index]!.label)}: ${tokens} tokens`);
      return [span(`  ${padTo(names[index]!, width)}`), span(padTo(tokens, NUMBER_COLUMNS + 1, 'right'), 'muted')];
    }),
  ];
}

function sumOf(entries: readonly Category[]): number {
  return entries.reduce((sum, { tokens }) => sum + tokens, 0);
}
