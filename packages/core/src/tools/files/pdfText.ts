/** The text of PDF pages. */

/** Most pages of one call. */
export const MAX_PDF_PAGES = 20;

export interface PageRange {
  first: number;
  last: number;
}

export interface PdfText {
  pageCount: number;
  pages: Array<{ number: number; text: string }>;
}

/** Parses `"3"`, `"1-5"` or `"7-"` (from page 7 on); `null` when the range is none or has too many pages. */
export function parsePageRange(pages: string): PageRange | null {
  const match = /^\s*(\d+)\s*(?:(-)\s*(\d*)\s*)?$/.exec(pages);
  if (!match) return null;
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : match[3] ? Number(match[3]) : first + MAX_PDF_PAGES - 1;
  return first >= 1 && last >= first && last - first < MAX_PDF_PAGES ? { first, last } : null;
}

/** @throws the parser's error when the bytes are no readable PDF, e.g. one with a password; the signal's reason. */
export async function readPdfText(bytes: Uint8Array, range: PageRange, signal: AbortSignal): Promise<PdfText> {
  const { getDocumentProxy } = await import('unpdf');
  // The parser takes its input over, so it gets a copy; level 0 keeps its warnings off the terminal.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  try {
    const pages: PdfText['pages'] = [];
    for (let number = range.first; number <= Math.min(range.last, document.numPages); number++) {
      signal.throwIfAborted();
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      pages.push({ number, text: text.trim() });
    }
    return { pageCount: document.numPages, pages };
  } finally {
    await document.destroy();
  }
}
