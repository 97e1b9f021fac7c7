/** Items of the transcript as lines. */
import { CompressionStatus } from '@qwen-code/qwen-code-core';
import { formatCompressionText } from '../commands/compressCommand.js';
import { markdownLines } from '../markdown/markdownLines.js';
import type { TranscriptContent } from '../state/viewState.js';
import { formatDuration, formatPercent, formatTokens } from '../text/format.js';
import { plural } from '../../utils/text.js';
import { cleanText, oneLine } from '../text/sanitize.js';
import { EMPTY_LINE, line, prefixLines, span, type ColorName, type Span, type StyledLine } from '../text/styledLine.js';
import { truncateEnd, truncateStart } from '../text/width.js';
import { wrapText } from '../text/wrap.js';
import { columnLines } from './columnLines.js';
import { contextUsageLines } from './contextUsageLines.js';
import type { LineContext } from './display.js';
import { toolCardLines } from './toolCardLines.js';

export interface TranscriptOptions extends LineContext {
  expanded: boolean;
  /** The kind of the item before it: tool calls in a row stand close together. */
  previous?: TranscriptContent['type'];
}

/** With the empty line in front that sets the item apart from the one before. */
export function transcriptLines(item: TranscriptContent, options: TranscriptOptions): StyledLine[] {
  const lines = itemLines(item, options);
  const isClose =
    options.previous === undefined ||
    (item.type === 'tool' && options.previous === 'tool') ||
    (item.type === 'turn_summary' && options.screenReader);
  return isClose || lines.length === 0 ? lines : [EMPTY_LINE, ...lines];
}

function itemLines(item: TranscriptContent, options: TranscriptOptions): StyledLine[] {
  switch (item.type) {
    case 'banner':
      return bannerLines(item, options);
    case 'user':
      return userLines(item.text, options);
    case 'assistant':
      return assistantLines(item.text, item.continued, options);
    case 'thought':
      return thoughtLines(item.text, item.seconds, options);
    case 'tool':
      return toolCardLines(item.card, { ...options, now: item.card.endedAt ?? item.card.startedAt });
    case 'notice':
      return noticeLines(item.level, item.text, options);
    case 'output':
      return markdownLines(item.text, options);
    case 'columns':
      return columnLines(item.sections, options);
    case 'compression':
      return compressionLines(item.info, options);
    case 'context_usage':
      return contextUsageLines(item.usage, options);
    case 'turn_summary': {
      const tokens = item.tokens === undefined ? '' : ` · ${formatTokens(item.tokens)} tokens`;
      return [line(`${formatDuration(item.seconds * 1_000)}${tokens}`, 'muted')];
    }
  }
}

function bannerLines(
  { model, cwd }: { model: string | undefined; cwd: string },
  { columns }: LineContext,
): StyledLine[] {
  return [
    [
      span('qwen', 'accent', { bold: true }),
      ...(model === undefined ? [] : [span(` · ${truncateEnd(oneLine(model), Math.max(8, columns - 7))}`)]),
    ],
    line(truncateStart(oneLine(cwd), columns), 'muted'),
    ...wrapText('/help lists the commands, ? the keys.', columns, { color: 'muted' }),
  ];
}

function userLines(text: string, { columns, screenReader }: LineContext): StyledLine[] {
  if (screenReader)
    return cleanText(`You: ${text}`)
      .split('\n')
      .map((part) => line(part));
  return prefixLines(wrapText(cleanText(text), columns - 2, { color: 'user' }), span('› ', 'user', { bold: true }));
}

/** @param continued without a marker: goes on from the lines above */
export function assistantLines(text: string, continued: boolean, options: LineContext): StyledLine[] {
  const { columns, screenReader } = options;
  if (screenReader) {
    const lines = markdownLines(text, options);
    return continued ? lines : [line('Answer:'), ...lines];
  }
  const lines = markdownLines(text, { ...options, columns: columns - 2 });
  return prefixLines(lines, continued ? span('  ') : span('● ', 'accent'));
}

/** Folded to its time and first words, unless expanded. */
export function thoughtLines(text: string, seconds: number | undefined, options: TranscriptOptions): StyledLine[] {
  const { columns, expanded, screenReader } = options;
  const time =
    seconds === undefined ? 'Thinking' : seconds < 1 ? 'Thought' : `Thought for ${formatDuration(seconds * 1_000)}`;
  if (expanded) {
    const style = { color: 'muted', italic: !screenReader } as const;
    const lines = wrapText(cleanText(text).trim(), columns - 2, style);
    return [line(time, 'muted'), ...prefixLines(lines, span('  '))];
  }
  const words = oneLine(text.slice(0, 2_000)).replace(/\*\*/g, '');
  const start = words === '' ? time : `${time} · ${words}`;
  return [line(screenReader ? start : truncateEnd(start, columns), 'muted', { italic: true })];
}

const NOTICES: Readonly<
  Record<'info' | 'warning' | 'error' | 'tip', { sign: string; color: ColorName; word: string }>
> = {
  info: { sign: 'i ', color: 'muted', word: 'Note: ' },
  warning: { sign: '! ', color: 'warning', word: 'Warning: ' },
  error: { sign: '✗ ', color: 'error', word: 'Error: ' },
  tip: { sign: '* ', color: 'accent', word: 'Tip: ' },
};

function noticeLines(level: keyof typeof NOTICES, text: string, { columns, screenReader }: LineContext): StyledLine[] {
  const { sign, color, word } = NOTICES[level];
  const clean = cleanText(text).trimEnd();
  if (screenReader) return `${word}${clean}`.split('\n').map((part) => line(part));
  const prefix: Span = span(sign, color, { bold: true });
  const shown = level === 'tip' ? `${word}${clean}` : clean;
  return prefixLines(wrapText(shown, columns - 2, { color: level === 'tip' ? 'muted' : color }), prefix);
}

/** What led to a compaction. */
const PATHS = {
  auto: 'automatic',
  hard: 'by force: the window was nearly full',
  reactive: 'the provider had refused the request as too long',
  manual: 'as you asked',
} as const;

type CompressionInfo = Extract<TranscriptContent, { type: 'compression' }>['info'];

function compressionLines(info: CompressionInfo, options: LineContext): StyledLine[] {
  const { originalTokenCount: before, newTokenCount: after, compressionStatus } = info;
  if (compressionStatus !== CompressionStatus.COMPRESSED) {
    const level = compressionStatus === CompressionStatus.NOOP ? 'info' : 'warning';
    return noticeLines(level, formatCompressionText(info), options);
  }
  const saved = before > 0 ? `, ${formatPercent(1 - after / before)} less` : '';
  const kept = info.keptMessages ? ` · kept the last ${plural(info.keptMessages, 'message')}` : '';
  const why = info.path ? ` · ${PATHS[info.path]}` : '';
  const text = `Context compacted: ${formatTokens(before)} → ${formatTokens(after)} tokens${saved}${kept}${why}.`;
  if (options.screenReader) return [line(text.replace('→', 'to'))];
  return prefixLines(wrapText(text, options.columns - 2, { color: 'muted' }), span('◆ ', 'accent'));
}
