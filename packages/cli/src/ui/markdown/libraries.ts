/** The libraries behind Markdown; they load when they are first needed, so that the first screen does not wait for them. */
import type { HLJSApi } from 'highlight.js';

type Marked = typeof import('marked');

let marked: Marked | undefined;
let highlighter: HLJSApi | undefined;

const FENCE = /^[ \t]*(?:```|~~~)/m;

/**
 * Loads what the text needs to be drawn in full; await it before the text goes to a place that is drawn only once. Until
 * then `markdownLines` draws the text as it is written.
 *
 * @returns `undefined` when everything is there already, or the text is empty
 */
export function prepareMarkdown(text: string): Promise<void> | undefined {
  if (text === '') return undefined;
  const needsHighlighter = highlighter === undefined && FENCE.test(text);
  if (marked !== undefined && !needsHighlighter) return undefined;
  return load(needsHighlighter);
}

async function load(needsHighlighter: boolean): Promise<void> {
  const [parser, languages] = await Promise.all([
    import('marked'),
    needsHighlighter ? import('highlight.js/lib/common') : undefined,
  ]);
  marked = parser;
  highlighter ??= languages?.default;
}

export function loadedMarked(): Marked | undefined {
  return marked;
}

export function loadedHighlighter(): HLJSApi | undefined {
  return highlighter;
}
