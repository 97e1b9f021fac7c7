/** HTML to Markdown or plain text. Loaded only when a page is HTML. */
import { convert, type FormatCallback, type HtmlToTextOptions, type SelectorDefinition } from 'html-to-text';

/** What is no content. */
const SKIPPED: SelectorDefinition[] = ['script', 'style', 'noscript', 'svg', 'iframe', 'template', 'img', 'button'].map(
  (selector) => ({ selector, format: 'skip' }),
);

/** Nesting below which a hostile page is cut, so that no page overflows the stack. */
const LIMITS = { maxDepth: 256, ellipsis: '…' };

export function htmlToPlainText(html: string, url: string): string {
  const headings = HEADINGS.map((selector) => ({ selector, options: { uppercase: false } }));
  return convert(html, {
    wordwrap: false,
    limits: LIMITS,
    selectors: [...SKIPPED, ...headings, { selector: 'a', options: { ignoreHref: true, baseUrl: url } }],
  }).trim();
}

export function htmlToMarkdown(html: string, url: string): string {
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
