/** Blocks of Markdown as lines: paragraphs, headings, lists, quotes, code. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { oneLine } from '../text/sanitize.js';
import { EMPTY_LINE, line, prefixLines, span, truncateLine, type Span, type StyledLine } from '../text/styledLine.js';
import { textWidth } from '../text/width.js';
import { wrapHard, wrapSpans } from '../text/wrap.js';
import { highlightCode } from './highlight.js';
import { inlineSpans } from './inlineSpans.js';
import { tableLines } from './tableLines.js';

export interface BlockContext {
  columns: number;
  screenReader: boolean;
}

/** Nested blocks are indented only while this many columns are left. */
const NARROWEST = 12;
const WIDEST_RULE = 60;

export function blockLines(tokens: readonly Token[], context: BlockContext): StyledLine[] {
  const lines: StyledLine[] = [];
  let previous: MarkedToken | undefined;
  let isSpaced = false;
  for (const token of tokens as MarkedToken[]) {
    if (token.type === 'space') {
      isSpaced = true;
      continue;
    }
    const block = linesOf(token, context);
    if (block.length === 0) continue;
    if (previous && (isSpaced || needsSpace(previous, token))) lines.push(EMPTY_LINE);
    for (const styled of block) lines.push(styled);
    previous = token;
    isSpaced = false;
  }
  return lines;
}

function needsSpace(previous: MarkedToken, next: MarkedToken): boolean {
  const standsApart = (token: MarkedToken): boolean => token.type === 'code' || token.type === 'table';
  return /\n\s*\n$/.test(previous.raw) || next.type === 'heading' || standsApart(previous) || standsApart(next);
}

function linesOf(token: MarkedToken, context: BlockContext): StyledLine[] {
  const { columns, screenReader } = context;
  switch (token.type) {
    case 'heading':
      return wrapSpans(
        inlineSpans(token.tokens, { color: 'heading', bold: true, underline: token.depth === 1 }),
        columns,
      );
    case 'code':
      return codeLines(token, context);
    case 'blockquote':
      return quoteLines(token, context);
    case 'list':
      return listLines(token, context);
    case 'table':
      return tableLines(token, columns, screenReader);
    case 'hr':
      return [line(screenReader ? '---' : '─'.repeat(Math.min(columns, WIDEST_RULE)), 'muted')];
    case 'def':
      return [];
    case 'html':
      return wrapSpans([span(token.text.trimEnd())], columns);
    case 'paragraph':
    case 'text':
      return wrapSpans(token.tokens ? inlineSpans(token.tokens) : [span(token.text)], columns);
    default:
      return wrapSpans(inlineSpans([token]), columns);
  }
}

function codeLines(token: Tokens.Code, { columns, screenReader }: BlockContext): StyledLine[] {
  if (screenReader) {
    const title = token.lang ? `Code, ${oneLine(token.lang)}:` : 'Code:';
    return [line(title), ...token.text.split('\n').map((text) => line(text)), line('End of code.')];
  }
  const indent = columns > NARROWEST ? '  ' : '';
  return prefixLines(wrapHard(highlightCode(token.text, token.lang), columns - indent.length), span(indent));
}

function quoteLines(token: Tokens.Blockquote, context: BlockContext): StyledLine[] {
  const marker = context.screenReader ? '> ' : '│ ';
  if (context.columns <= NARROWEST) return blockLines(token.tokens, context);
  const inner = blockLines(token.tokens, { ...context, columns: context.columns - 2 });
  return prefixLines(inner, span(marker, 'muted'), span(marker, 'muted'));
}

function listLines(list: Tokens.List, context: BlockContext): StyledLine[] {
  const first = list.start === '' ? 1 : list.start;
  const widest = list.ordered ? `${first + list.items.length - 1}. `.length : 0;
  const lines: StyledLine[] = [];
  for (const [index, item] of list.items.entries()) {
    const marker = list.ordered ? `${first + index}. `.padStart(widest) : context.screenReader ? '- ' : '• ';
    if (list.loose && index > 0) lines.push(EMPTY_LINE);
    for (const styled of itemLines(item, span(marker, 'muted'), context)) lines.push(styled);
  }
  return lines;
}

function itemLines(item: Tokens.ListItem, marker: Span, context: BlockContext): StyledLine[] {
  const width = textWidth(marker.text);
  const isNarrow = context.columns - width < NARROWEST;
  const inner = blockLines(joinCheckbox(item), isNarrow ? context : { ...context, columns: context.columns - width });
  const lines = inner.length > 0 ? inner : [EMPTY_LINE];
  return isNarrow ? [truncateLine([marker], context.columns), ...lines] : prefixLines(lines, marker);
}

/** In a tight list the box stands beside the text instead of in it. */
function joinCheckbox({ tokens }: Tokens.ListItem): Token[] {
  const [box, text, ...rest] = tokens;
  if (box?.type !== 'checkbox' || text?.type !== 'text') return tokens;
  return [{ ...text, tokens: [box, ...(text.tokens ?? [text])] }, ...rest];
}
