/** HTML to Markdown or plain text. Loaded only when a page is HTML. */
import { FetchError } from './fetchPage.js';
import { convert, type FormatCallback, type HtmlToTextOptions, type SelectorDefinition } from 'html-to-text';

/** What is no content. */
const SKIPPED: SelectorDefinition[] = ['script', 'style', 'noscript', 'svg', 'iframe', 'template', 'img', 'button'].map(
  (selector) => ({ selector, format: 'skip' }),
);

/** Nesting below which content is left out, so that no page overflows the stack. */
const LIMITS = { maxDepth: 256, ellipsis: '…' };

/** The parser's time grows with the square of the nesting; this much takes it some tenths of a second. */
const MAX_NESTING = 20_000;

const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** @throws FetchError when the page would take the parser minutes. */
export function htmlToPlainText(html: string, url: string): string {
  refuseDeepNesting(html);
  const headings = HEADINGS.map((selector) => ({ selector, options: { uppercase: false } }));
  return convert(html, {
    wordwrap: false,
    limits: LIMITS,
    selectors: [...SKIPPED, ...headings, { selector: 'a', options: { ignoreHref: true, baseUrl: url } }],
  }).trim();
}

/** @throws FetchError when the page would take the parser minutes. */
export function htmlToMarkdown(html: string, url: string): string {
  refuseDeepNesting(html);
  const options: HtmlToTextOptions = {
    wordwrap: false,
    limits: LIMITS,
    formatters: { markdownHeading, markdownLink: markdownLink(url), markdownCode },
    selectors: [
      ...SKIPPED,
      ...HEADINGS.map((selector) => ({ selector, format: 'markdownHeading' })),
      { selector: 'a', format: 'markdownLink' },
      { selector: 'pre', format: 'markdownCode' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'hr', options: { length: 3 } },
      surround('code', '`'),
      surround('strong', '**'),
      surround('b', '**'),
      surround('em', '*'),
      surround('i', '*'),
    ],
  };
  return convert(html, options).trim();
}

/** Counts elements that are open; never fewer than the parser has open, whatever is left unclosed or closed twice. */
function refuseDeepNesting(html: string): void {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, slash, written] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = (written as string).toLowerCase();
    if (VOID_ELEMENTS.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (slash && count === 0) continue;
    open.set(name, count + (slash ? -1 : 1));
    depth += slash ? -1 : 1;
    if (depth > MAX_NESTING) throw new FetchError('its HTML is nested too deeply to convert; use format "html"');
  }
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

function surround(selector: string, mark: string): SelectorDefinition {
  return { selector, format: 'inlineSurround', options: { prefix: mark, suffix: mark } };
}

const markdownHeading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addLiteral(`${'#'.repeat(Number(element.name?.slice(1)))} `);
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const markdownCode: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ isPre: true, leadingLineBreaks: 2 });
  builder.addLiteral('```\n');
  walk(element.children, builder);
  builder.addLiteral('\n```');
  builder.closeBlock({ trailingLineBreaks: 2 });
};

function markdownLink(pageUrl: string): FormatCallback {
  return (element, walk, builder) => {
    const target = absoluteTarget((element.attribs as Record<string, string | undefined>)['href'], pageUrl);
    if (target !== undefined) builder.addInline('[');
    walk(element.children, builder);
    if (target !== undefined) builder.addInline(`](${target})`, { noWordTransform: true });
  };
}

/** `undefined` for places in the page itself and for what is no web address. */
function absoluteTarget(href: string | undefined, pageUrl: string): string | undefined {
  if (!href || href.startsWith('#') || !URL.canParse(href, pageUrl)) return undefined;
  const url = new URL(href, pageUrl);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}
