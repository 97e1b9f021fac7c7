/** Code as coloured spans. */
import { loadedHighlighter } from './libraries.js';
import type { ColorName, Span } from '../text/styledLine.js';

/** Characters; above this colours cost more than they help. */
const MAXIMUM_LENGTH = 50_000;

const TAG_OR_TEXT = /<span class="([^"]*)">|<\/span>|[^<]+/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
};

const COLORS: Readonly<Record<string, ColorName>> = {
  keyword: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  section: 'heading',
  string: 'string',
  regexp: 'string',
  char: 'string',
  symbol: 'string',
  number: 'number',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'muted',
  title: 'function',
  built_in: 'type',
  type: 'type',
  class: 'type',
  attr: 'function',
  attribute: 'function',
  property: 'function',
  'selector-class': 'type',
  'selector-id': 'type',
  link: 'link',
  addition: 'added',
  deletion: 'removed',
};

/** @returns spans that together are exactly `code`; one without style when the language is unknown */
export function highlightCode(code: string, language: string | undefined): Span[] {
  const highlighter = loadedHighlighter();
  const name = language
    ?.trim()
    .split(/[\s,:{]/)[0]
    ?.toLowerCase();
  if (!highlighter || !name || code.length > MAXIMUM_LENGTH || !highlighter.getLanguage(name)) return [{ text: code }];
  return spansOfHtml(highlighter.highlight(code, { language: name, ignoreIllegals: true }).value);
}

/** The highlighter's HTML has nothing but text, entities and nested spans with a class. */
function spansOfHtml(html: string): Span[] {
  const spans: Span[] = [];
  const open: Array<ColorName | undefined> = [];
  for (const [part, classes] of html.matchAll(TAG_OR_TEXT)) {
    if (classes !== undefined) open.push(colorOf(classes) ?? open.at(-1));
    else if (part === '</span>') open.pop();
    else {
      const color = open.at(-1);
      const text = part.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity]!);
      spans.push(color ? { text, style: { color } } : { text });
    }
  }
  return spans;
}

function colorOf(classes: string): ColorName | undefined {
  // `hljs-title function_`: the first class says what it is.
  return COLORS[classes.split(' ')[0]!.replace('hljs-', '')];
}
