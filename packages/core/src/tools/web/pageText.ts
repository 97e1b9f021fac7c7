/** The text of a web document. */
import { decodeText } from '../files/textEncoding.js';
import type { Page } from './fetchPage.js';

export type PageFormat = 'auto' | 'markdown' | 'html' | 'text';

/** Media types that are text although they are not `text/…`. */
const TEXT_TYPES = /^text\/|[/+](json|xml|yaml|toml|javascript|ecmascript|typescript|x-sh|x-ndjson|sql|graphql)$/;

/** `null` when the document is not text. `auto` turns HTML into Markdown and leaves everything else as it is. */
export async function pageText(page: Page, format: PageFormat): Promise<string | null> {
  const text = await decode(page);
  if (text === null) return null;
  const isHtml = /^(text\/html|application\/xhtml\+xml)$/.test(page.mediaType) || looksLikeHtml(page.mediaType, text);
  if (!isHtml || format === 'html') return text;
  const { htmlToMarkdown, htmlToPlainText } = await import('./htmlText.js');
  return format === 'text' ? htmlToPlainText(text, page.url) : htmlToMarkdown(text, page.url);
}

function looksLikeHtml(mediaType: string, text: string): boolean {
  return mediaType === '' && /^\s*<(!doctype html|html)\b/i.test(text);
}

async function decode({ bytes, charset, mediaType }: Page): Promise<string | null> {
  const isDeclaredText = TEXT_TYPES.test(mediaType);
  const label = charset ?? (isDeclaredText ? declaredInHtml(bytes) : undefined);
  if (isDeclaredText && label !== undefined && isKnownCharset(label)) return new TextDecoder(label).decode(bytes);
  return (await decodeText(bytes))?.text ?? null;
}

function declaredInHtml(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
}

function isKnownCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
