/** Text inside a paragraph: emphasis, code, links. */
import type { MarkedToken, Token } from 'marked';
import { cleanText } from '../text/sanitize.js';
import type { Span, Style } from '../text/styledLine.js';

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
};

export function inlineSpans(tokens: readonly Token[] | undefined, style?: Style): Span[] {
  return (tokens ?? []).flatMap((token) => spansOf(token as MarkedToken, style));
}

/** The parser decodes numeric entities, so that text which was clean may hold control characters again. */
function leaf(text: string, style: Style | undefined): Span {
  const clean = cleanText(text);
  return style ? { text: clean, style } : { text: clean };
}

function spansOf(token: MarkedToken, style: Style | undefined): Span[] {
  switch (token.type) {
    case 'strong':
      return inlineSpans(token.tokens, { ...style, bold: true });
    case 'em':
      return inlineSpans(token.tokens, { ...style, italic: true });
    case 'del':
      return strikethrough(token, style);
    case 'codespan':
      return [leaf(token.text, { ...style, color: 'code' })];
    case 'link':
      return link(token, style);
    case 'image':
      return [
        leaf(`[image: ${token.text || token.href}]`, { ...style, color: 'link' }),
        ...(token.text ? [leaf(` (${token.href})`, { ...style, color: 'muted' as const })] : []),
      ];
    case 'br':
      return [leaf('\n', style)];
    case 'checkbox':
      return [leaf(token.checked ? '[x] ' : '[ ] ', { color: token.checked ? 'success' : 'muted' })];
    case 'html':
      return [leaf(/^<br\s*\/?>$/i.test(token.text) ? '\n' : token.text, style)];
    case 'text':
      return token.tokens ? inlineSpans(token.tokens, style) : [leaf(decodeEntities(token.text), style)];
    case 'escape':
      return [leaf(decodeEntities(token.text), style)];
    default:
      return [leaf(token.raw, style)];
  }
}

/** One tilde means "about" far more often than it strikes something through. */
function strikethrough(token: Extract<MarkedToken, { type: 'del' }>, style: Style | undefined): Span[] {
  if (token.raw.startsWith('~~')) return inlineSpans(token.tokens, { ...style, strikethrough: true });
  return [leaf('~', style), ...inlineSpans(token.tokens, style), leaf('~', style)];
}

/** The target is shown, because a terminal does not show it otherwise, unless the text says it already. */
function link(token: Extract<MarkedToken, { type: 'link' }>, style: Style | undefined): Span[] {
  const label = inlineSpans(token.tokens, { ...style, color: 'link', underline: true });
  const text = label.map((span) => span.text).join('');
  const target = token.href.replace(/^mailto:/, '');
  if (target === '' || target === text || target === `http://${text}`) return label;
  return [...label, leaf(` (${target})`, { ...style, color: 'muted' })];
}

/** The parser leaves named entities to the browser. */
function decodeEntities(text: string): string {
  return text.replace(/&([a-z]+);/g, (whole, name: string) =>
    Object.hasOwn(NAMED_ENTITIES, name) ? NAMED_ENTITIES[name]! : whole,
  );
}
