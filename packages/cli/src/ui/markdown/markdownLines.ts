/** Markdown as styled lines of a width. Never throws, whatever the text is and wherever it breaks off. */
import type { Token, TokensList } from 'marked';
import { cleanText } from '../text/sanitize.js';
import type { StyledLine } from '../text/styledLine.js';
import { wrapSpans } from '../text/wrap.js';
import { blockLines } from './blockLines.js';
import { loadedMarked } from './libraries.js';

/** Characters of one paragraph that are searched for emphasis and links: the search is quadratic in bad cases. */
const LONGEST_PARAGRAPH = 10_000;
/** Quotes or lists in one another; nobody reads more, and the parser recurses. */
const DEEPEST_NESTING = 50;
/** So many of them on one line, or an item so far to the right; a line is looked at once, however many are empty. */
const DEEP_NESTING = new RegExp(
  `^[ \\t]*(?:(?:(?:>|[-*+]|\\d+[.)])[ \\t]*){${DEEPEST_NESTING}}|(?<=[ \\t]{${2 * DEEPEST_NESTING}})(?:[-*+]|\\d+[.)])[ \\t])`,
  'm',
);

export interface MarkdownOptions {
  columns: number;
  /** Plain lines: no boxes, no rules, tables as records. */
  screenReader?: boolean;
}

export function markdownLines(text: string, { columns, screenReader = false }: MarkdownOptions): StyledLine[] {
  const clean = cleanText(text);
  const tokens = parse(clean);
  return tokens
    ? blockLines(tokens, { columns: Math.max(1, columns), screenReader })
    : wrapSpans([{ text: clean.trimEnd() }], columns);
}

/** @returns `undefined` when the parser is not there yet or the text is none for it */
function parse(text: string): Token[] | undefined {
  const marked = loadedMarked();
  if (!marked || DEEP_NESTING.test(text)) return undefined;
  const lexer = new marked.Lexer();
  const tokens: Token[] = lexer.blockTokens(text, [] as unknown as TokensList);
  // Taken one by one as `lex` does, but without the paragraphs that would take seconds.
  for (let next = lexer.inlineQueue.shift(); next; next = lexer.inlineQueue.shift()) {
    if (next.src.length <= LONGEST_PARAGRAPH) lexer.inlineTokens(next.src, next.tokens);
    else next.tokens.push({ type: 'text', raw: next.src, text: next.src });
  }
  return tokens;
}
