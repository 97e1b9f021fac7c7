/** Readable text of the HTML pages with which gateways answer in a provider's place. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

const decode = (text: string): string =>
  text
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_match, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

export function looksLikeHtml(text: string): boolean {
  return /^\s*<(?:!doctype html|html|head|body|center|h1|title)\b/i.test(text);
}

/** The title of the page and the beginning of its text, on one line. */
export function plainTextOfHtml(html: string): string {
  const page = html.slice(0, 20_000);
  const title = decode(/<title[^>]*>([^<]*)<\/title>/i.exec(page)?.[1] ?? '');
  const body = decode(
    page
      .replace(/<(script|style|title)\b[^]*?<\/\1\s*>/gi, ' ')
      .replace(/<!--[^]*?-->/g, ' ')
      .replace(/<[^>]*>/g, ' '),
  );
  const rest = body.startsWith(title) ? body.slice(title.length).trim() : body;
  return [title, rest.slice(0, 200)].filter((text) => text !== '').join(': ');
}
