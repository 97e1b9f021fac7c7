/** A tool call: what it does, how it stands, and the part of its output that is worth a look. */
import { markdownLines } from '../markdown/markdownLines.js';
import type { ToolCard, ToolStatus } from '../state/viewState.js';
import { formatDuration } from '../text/format.js';
import { plural } from '../../utils/text.js';
import { cleanText, oneLine } from '../text/sanitize.js';
import { line, lineWidth, span, truncateLine, type ColorName, type Span, type StyledLine } from '../text/styledLine.js';
import { truncateEnd } from '../text/width.js';
import { wrapHard, wrapText } from '../text/wrap.js';
import { countChanges, diffLines } from './diffLines.js';
import type { LineContext } from './display.js';
import { todoLines } from './todoLines.js';

export interface ToolCardOptions extends LineContext {
  /** Long output is shown (nearly) whole. */
  expanded: boolean;
  /** Milliseconds since the epoch, for the time of calls that run. */
  now: number;
  /** Drawn in front of a call that runs. */
  spinner?: string;
}

const OUTPUT_LINES = 5;
const DIFF_LINES = 40;
const ERROR_LINES = 10;
/** Even expanded output has an end: the transcript is no pager. */
const EXPANDED_LINES = 2_000;
/** Characters of one output line that are drawn; expanded ones wrap, others are cut at the width. */
const LONGEST_LINE = 4_000;
/** A time is worth its place from here on. */
const SHOWN_FROM_MS = 1_000;

const STATUS: Readonly<Record<ToolStatus, { glyph: string; color: ColorName; word: string }>> = {
  running: { glyph: '●', color: 'accent', word: 'running' },
  'awaiting-approval': { glyph: '?', color: 'warning', word: 'waits for your approval' },
  success: { glyph: '✓', color: 'success', word: 'done' },
  error: { glyph: '✗', color: 'error', word: 'failed' },
  cancelled: { glyph: '–', color: 'muted', word: 'cancelled' },
};

export function toolCardLines(card: ToolCard, options: ToolCardOptions): StyledLine[] {
  const inner = { ...options, columns: Math.max(8, options.columns - 4) };
  const body = bodyLines(card, inner);
  const marker = options.screenReader ? '  ' : '  │ ';
  return [headerLine(card, options), ...body.map((styled): StyledLine => [span(marker, 'muted'), ...styled])];
}

function headerLine(card: ToolCard, { columns, screenReader, now, spinner }: ToolCardOptions): StyledLine {
  const { glyph, color, word } = STATUS[card.status];
  const milliseconds = (card.endedAt ?? now) - card.startedAt;
  // A screen reader would read a time that runs again and again; that of an edit is the time of its approval.
  const hasEnded = card.endedAt !== undefined && card.kind !== 'edit' && card.kind !== 'think';
  const hasTime = hasEnded || (card.status === 'running' && !screenReader);
  const time = hasTime && milliseconds >= SHOWN_FROM_MS ? formatDuration(milliseconds) : '';
  const facts = [...summary(card), ...(time ? [span(time, 'muted')] : [])];
  const name = oneLine(card.displayName);
  const description = oneLine(card.description);
  if (screenReader) {
    const details = facts.map(({ text }) => text).join(', ');
    return line(`Tool ${name} ${description}: ${word}${details ? `, ${details}` : ''}`);
  }
  const drawn = card.status === 'running' && spinner ? spinner : glyph;
  const end: Span[] = facts.flatMap((fact) => [span(' · ', 'muted'), fact]);
  const start = [span(`${drawn} `, color), span(name, undefined, { bold: true }), span(` ${description}`)];
  return truncateLine([...truncateLine(start, Math.max(columns - lineWidth(end), 16)), ...end], columns);
}

/** What the result comes to, in a few characters. */
function summary({ status, kind, display }: ToolCard): Span[] {
  if (status !== 'success') return status === 'cancelled' ? [span('cancelled', 'muted')] : [];
  if (typeof display === 'object' && display.type === 'file_diff') {
    const { added, removed } = countChanges(display.fileDiff);
    return [span(`+${added}`, 'added'), span(`-${removed}`, 'removed')];
  }
  const isShort = typeof display === 'string' && display !== '' && display.length <= 40 && !display.includes('\n');
  return isShort && kind !== 'execute' ? [span(oneLine(display), 'muted')] : [];
}

function bodyLines(card: ToolCard, options: ToolCardOptions): StyledLine[] {
  const { status, display, subAgent } = card;
  if (status === 'running' || status === 'awaiting-approval') {
    const work = subAgent
      ? [
          truncateLine(
            [
              span(
                `${oneLine(subAgent.name)}: ${plural(subAgent.calls, 'call')} · ${oneLine(subAgent.current)}`,
                'muted',
              ),
            ],
            options.columns,
          ),
        ]
      : [];
    return [...work, ...outputLines(card.liveOutput, options, OUTPUT_LINES, 'end')];
  }
  if (display === undefined) return [];
  if (typeof display === 'string') return textLines(card, display, options);
  switch (display.type) {
    case 'file_diff':
      return diffLines(display.fileDiff, { ...options, maximumLines: options.expanded ? EXPANDED_LINES : DIFF_LINES });
    case 'todo_list':
      return todoLines(display.todos, options);
    case 'plan':
      return markdownLines(display.plan, options);
  }
}

function textLines({ status, kind, exitStatus }: ToolCard, text: string, options: ToolCardOptions): StyledLine[] {
  // What a command wrote is its own, also where it ended badly.
  if (status === 'error' && exitStatus === undefined) {
    const all = wrapText(cleanText(text).trim(), options.columns, { color: 'error' });
    const limit = options.expanded ? EXPANDED_LINES : ERROR_LINES;
    return all.length <= limit ? all : [...all.slice(0, limit), hiddenNotice(all.length - limit, options)];
  }
  if (kind === 'execute') return outputLines(text, options, OUTPUT_LINES, 'end');
  // Short ones stand in the header.
  if (text.length <= 40 && !text.includes('\n')) return [];
  return outputLines(text, options, OUTPUT_LINES, 'start');
}

/** Output with as many lines as may be, from its start or its end, and a notice for the others. */
function outputLines(text: string, options: ToolCardOptions, limit: number, part: 'start' | 'end'): StyledLine[] {
  const all = cleanText(text)
    .replace(/^\n+|\s+$/g, '')
    .split('\n');
  if (all.length === 1 && all[0] === '') return [];
  const allowed = options.expanded ? EXPANDED_LINES : limit;
  const kept = all.length <= allowed ? all : part === 'end' ? all.slice(-allowed) : all.slice(0, allowed);
  const lines = kept.flatMap((raw) => {
    if (options.screenReader) return [line(raw)];
    const isWhole = options.expanded && raw.length <= LONGEST_LINE;
    return isWhole
      ? wrapHard([span(raw, 'muted')], options.columns)
      : [line(truncateEnd(raw, options.columns), 'muted')];
  });
  if (kept.length === all.length) return lines;
  const notice = hiddenNotice(all.length - kept.length, options);
  return part === 'end' ? [notice, ...lines] : [...lines, notice];
}

function hiddenNotice(count: number, { expanded }: ToolCardOptions): StyledLine {
  return line(`… ${plural(count, 'more line')}${expanded ? '' : ' (Ctrl+O shows them)'}`, 'muted');
}
