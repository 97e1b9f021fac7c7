/** web_fetch: a question about a web page. */
import type { Tool, ToolContext, ToolResult } from './tool.js';
import { failure } from './files/fileErrors.js';
import { cutLine } from './files/renderText.js';
import { FetchError, fetchPage, OtherHostError, type FetchLimits, type Page } from './web/fetchPage.js';
import { pageText, type PageFormat } from './web/pageText.js';
import { errorMessage } from '../utils/errorMessage.js';

/** Characters of a page that the side query is given: about 25,000 tokens of English. */
const MAX_ANSWERED_CHARACTERS = 100_000;

/** Room that is kept for what is said around a page's text; addresses can be long. */
const NOTICE_CHARACTERS = 500;

export interface WebFetchParams {
  url: string;
  prompt: string;
  format?: PageFormat;
}

export interface WebFetchPorts {
  /** Answers the prompt from the page's text by a side query. Without it the text itself is the result. */
  answer?(text: string, prompt: string, signal: AbortSignal): Promise<string>;
  limits?: FetchLimits;
}

export function createWebFetchTool(ports: WebFetchPorts = {}): Tool<WebFetchParams> {
  return {
    name: 'web_fetch',
    displayName: 'WebFetch',
    kind: 'fetch',
    description: 'Fetches a web page and answers the prompt from its content.',
    parametersJsonSchema: {
      type: 'object',
      properties: {
        url: { type: 'string' },
        prompt: { type: 'string', description: 'What to find out' },
        format: { type: 'string', enum: ['auto', 'markdown', 'html', 'text'] },
      },
      required: ['url', 'prompt'],
    },
    describe: ({ url }) => url.replaceAll(/\s+/g, ' '),
    validate: ({ url }) => whyNoWebAddress(url),
    preview: ({ url, prompt }) =>
      Promise.resolve({
        type: 'info',
        title: `Fetch ${rawAddress(new URL(url)).host}`,
        detail: `${rawAddress(new URL(url)).href}\n${prompt}`,
      }),
    execute: (params, context) => execute(params, ports, context),
  };
}

function whyNoWebAddress(url: string): string | null {
  if (!URL.canParse(url)) return `"url" is "${url}"; give a full address such as https://example.com/page.`;
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `"url" must begin with http:// or https://, not ${protocol}//.`;
  return username || password ? '"url" holds a user name or password; leave it out.' : null;
}

/** Files on GitHub: the text itself, not the page around it. */
export function rawAddress(url: URL): URL {
  const blob = /^\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(url.pathname);
  if (url.hostname !== 'github.com' || !blob) return url;
  return new URL(`https://raw.githubusercontent.com/${blob[1]}/${blob[2]}`);
}

async function execute(
  { url, prompt, format = 'auto' }: WebFetchParams,
  ports: WebFetchPorts,
  context: ToolContext,
): Promise<ToolResult> {
  let page: Page;
  let text: string | null;
  try {
    page = await fetchPage(rawAddress(new URL(url)), context.signal, ports.limits);
    text = await pageText(page, format);
  } catch (error) {
    if (error instanceof OtherHostError) {
      return {
        output: `${url} redirects to another host: ${error.location}\nCall web_fetch with that address if it is what you want.`,
      };
    }
    if (error instanceof FetchError) return failure('execution_failed', `Cannot fetch ${url}: ${error.message}.`);
    throw error;
  }
  if (text === null) {
    return failure(
      'execution_failed',
      `${page.url} is ${page.mediaType || 'binary data'}, not text. Download it with a shell command such as curl -O.`,
    );
  }
  if (text.trim() === '') return { output: `${page.url} has no text.` };
  const display = `${page.bytes.length} bytes from ${new URL(page.url).host}`;
  if (!ports.answer) return { output: wholeText(text, page, context.maxOutputCharacters), display };
  try {
    const answer = await ports.answer(cutLine(text, MAX_ANSWERED_CHARACTERS), prompt, context.signal);
    if (answer.trim() !== '') return { output: answer, display };
    return { output: `No answer came back.\n${wholeText(text, page, context.maxOutputCharacters)}`, display };
  } catch (error) {
    context.signal.throwIfAborted();
    const notice = cutLine(`The prompt could not be answered (${errorMessage(error)}).`, 200);
    return { output: `${notice}\n${wholeText(text, page, context.maxOutputCharacters)}`, display };
  }
}

function wholeText(text: string, { url, isCut }: Page, maxCharacters: number): string {
  const room = Math.max(1, maxCharacters - NOTICE_CHARACTERS);
  const notice = isCut || text.length > room ? `\n\n[The page is longer; this is its beginning.]` : '';
  return `Content of ${url}:\n\n${text.length > room ? text.slice(0, room) : text}${notice}`;
}
