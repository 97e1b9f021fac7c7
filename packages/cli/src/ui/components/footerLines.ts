/** The line below the input: where one is, with which model, in which mode, and how full the context is. */
import { formatPercent, formatTokens, shortPath } from '../text/format.js';
import { oneLine } from '../text/sanitize.js';
import { EMPTY_LINE, lineWidth, span, spread, type ColorName, type Span, type StyledLine } from '../text/styledLine.js';
import { truncateEnd, truncateStart } from '../text/width.js';
import type { ContextUsage, SessionFacts } from '../state/viewState.js';
import { bar, contextTier, TIER_COLORS, type ContextThresholds } from './contextTier.js';
import type { LineContext } from './display.js';

export interface FooterData {
  session: SessionFacts;
  context: ContextUsage;
  /** Without them there are no tiers, only numbers. */
  thresholds?: ContextThresholds;
  /** The user's home, which is written `~`. */
  home?: string;
  /** A short text in place of the mode, such as "Press Ctrl+C again to leave". */
  hint?: string;
}

const BAR_CELLS = 10;
const BAR_FROM = 70;
const SHORTEST_PATH = 12;
const LONGEST_MODEL = 28;

const MODES: Readonly<Record<SessionFacts['approvalMode'], { text: string; color: ColorName }>> = {
  plan: { text: 'plan mode', color: 'accent' },
  default: { text: 'asks first', color: 'muted' },
  'auto-edit': { text: 'auto-edit', color: 'warning' },
  yolo: { text: 'yolo: asks nothing', color: 'error' },
};

/** One line where it fits, else two. */
export function footerLines(data: FooterData, { columns, screenReader }: LineContext): StyledLine[] {
  const mode = modeSpan(data);
  if (screenReader) {
    const place = placeSpans(data, mode, Infinity) ?? [mode];
    return [[...place, span(', '), ...contextSpans(data, { hasBar: false, hasShare: true, notice: 'long' })]];
  }
  const hasBar = columns >= BAR_FROM;
  const full = contextSpans(data, { hasBar, hasShare: true, notice: 'long' });
  const oneRow = placeSpans(data, mode, columns - lineWidth(full) - 2);
  if (oneRow) return [spread(oneRow, full, columns)];
  const first = placeSpans(data, undefined, columns) ?? [
    span(truncateEnd(oneLine(data.session.model), columns), 'muted'),
  ];
  const room = columns - lineWidth([mode]) - 1;
  const short = contextSpans(data, { hasBar: false, hasShare: false, notice: 'short' });
  const shortest = contextSpans(data, { hasBar: false, hasShare: false, notice: 'none' });
  const right = [full, short].find((spans) => lineWidth(spans) <= room) ?? shortest;
  return [first, spread([mode], right, columns)];
}

/** Model, directory, branch and mode, shortened from the longest; `undefined` when there is no room for them. */
function placeSpans({ session, home }: FooterData, mode: Span | undefined, room: number): StyledLine | undefined {
  const model = truncateEnd(oneLine(session.model), LONGEST_MODEL);
  const branch = session.branch ? ` (${truncateEnd(oneLine(session.branch), 24)})` : '';
  const path = oneLine(shortPath(session.cwd, home));
  const separator = span(' · ', 'muted');
  const ends: Span[] = [...(branch ? [span(branch, 'muted')] : []), ...(mode ? [separator, mode] : [])];
  const start: Span[] = [span(model), separator];
  const left = room - lineWidth(start) - lineWidth(ends);
  if (left < Math.min(SHORTEST_PATH, path.length)) return undefined;
  return [...start, span(truncateStart(path, left), 'muted'), ...ends];
}

function modeSpan({ session, hint }: FooterData): Span {
  if (hint) return span(oneLine(hint), 'warning');
  const { text, color } = MODES[session.approvalMode];
  return span(text, color);
}

interface ContextParts {
  hasBar: boolean;
  hasShare: boolean;
  notice: 'long' | 'short' | 'none';
}

function contextSpans({ context, thresholds }: FooterData, { hasBar, hasShare, notice }: ContextParts): StyledLine {
  const { usedTokens, isEstimate, windowTokens } = context;
  if (windowTokens <= 0) return EMPTY_LINE;
  if (usedTokens === undefined) return [span(`context ${formatTokens(windowTokens)}`, 'muted')];
  const tier = contextTier(usedTokens, thresholds);
  const color = tier === 'safe' ? 'muted' : TIER_COLORS[tier];
  const share = usedTokens / windowTokens;
  const percent = hasShare ? ` ${formatPercent(share)}` : '';
  const numbers = `${isEstimate ? '~' : ''}${formatTokens(usedTokens)}/${formatTokens(windowTokens)}${percent}`;
  const next = thresholds && notice !== 'none' ? tierNotice(usedTokens, thresholds, notice) : undefined;
  const parts = [
    { amount: Math.min(1, share), glyph: '━', color: tier === 'safe' ? ('accent' as const) : color },
    { amount: Math.max(0, 1 - share), glyph: '─', color: 'muted' as const },
  ];
  return [
    ...(hasBar ? [...bar(parts, BAR_CELLS), span(' ')] : []),
    span(numbers, color),
    ...(next ? [span(` · ${next}`, color)] : []),
  ];
}

/** What comes next when nothing is done. */
function tierNotice(tokens: number, thresholds: ContextThresholds, length: 'long' | 'short'): string | undefined {
  const isShort = length === 'short';
  switch (contextTier(tokens, thresholds)) {
    case 'safe':
      return undefined;
    case 'warn':
      return `${formatTokens(thresholds.auto - tokens)} ${isShort ? 'left' : 'to compaction'}`;
    case 'auto':
      return isShort ? 'compacts next' : 'compacts at next send';
    case 'hard':
      return isShort ? 'full' : 'full: next send compacts';
  }
}
