import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import iconv from 'iconv-lite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryWorkspace } from '../../test/support/temporaryWorkspace.js';
import type { ToolContext, ToolResult } from './tool.js';
import { createWebFetchTool, rawAddress, type WebFetchParams, type WebFetchPorts } from './webFetch.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin: string;
let handler: Handler;
let files: TemporaryWorkspace;
beforeAll(async () => {
  server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  files = new TemporaryWorkspace();
});
afterEach(() => files.remove());

const respond =
  (body: string | Buffer, type: string): Handler =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

const fetchPage = (
  params: Partial<WebFetchParams> = {},
  ports: WebFetchPorts = {},
  context: Partial<ToolContext> = {},
): Promise<ToolResult> =>
  createWebFetchTool(ports).execute(
    { url: `${origin}/page`, prompt: 'What?', ...params },
    { ...files.context, ...context },
  );

const PAGE = `<!doctype html><html><head><title>T</title><style>p{}</style></head><body>
<script>alert(1)</script><h1>Title &amp; more</h1><p>Some <b>bold</b> and <code>code</code> <a href="/other">link</a>
<a href="#top">top</a> <a href="javascript:x()">bad</a></p>
<ul><li>one</li><li>two</li></ul><pre>line 1
  line 2</pre></body></html>`;

describe('web_fetch: content', () => {
  it('turns HTML into Markdown', async () => {
    handler = respond(PAGE, 'text/html; charset=utf-8');
    expect((await fetchPage()).output).toBe(
      `Content of ${origin}/page:\n\n# Title & more\n\nSome **bold** and \`code\` [link](${origin}/other) top bad\n\n- one\n- two\n\n\`\`\`\nline 1\n  line 2\n\`\`\``,
    );
  });

  it('turns HTML into plain text or leaves it, as asked', async () => {
    handler = respond(PAGE, 'text/html');
    expect((await fetchPage({ format: 'text' })).output).toContain('Title & more\n\nSome bold and code link top bad');
    expect((await fetchPage({ format: 'html' })).output).toContain('<h1>Title &amp; more</h1>');
  });

  it('leaves JSON and other text as it is', async () => {
    handler = respond('{"a": "<b>1</b>"}', 'application/json');
    expect((await fetchPage()).output).toBe(`Content of ${origin}/page:\n\n{"a": "<b>1</b>"}`);
  });

  it('reads the declared charset, in the header or in the page', async () => {
    handler = respond(iconv.encode('<p>Привет</p>', 'koi8-r'), 'text/html; charset=KOI8-R');
    expect((await fetchPage()).output).toContain('Привет');
    handler = respond(iconv.encode('<meta charset="shift_jis"><p>日本</p>', 'shift_jis'), 'text/html');
    expect((await fetchPage()).output).toContain('日本');
  });

  it('refuses binary documents', async () => {
    handler = respond(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'application/zip');
    const result = await fetchPage();
    expect(result.errorType).toBe('execution_failed');
    expect(result.output).toContain('is application/zip, not text. Download it');
  });

  it('survives pages nested deeper than any stack, and refuses those that would take minutes', async () => {
    handler = respond('<div>'.repeat(10_000) + 'deep', 'text/html');
    expect((await fetchPage()).output).toBe(`Content of ${origin}/page:\n\n…`);
    handler = respond('<p><b></i>'.repeat(300_000), 'text/html');
    expect(await fetchPage()).toEqual({
      output: `Cannot fetch ${origin}/page: its HTML is nested too deeply to convert; use format "html".`,
      errorType: 'execution_failed',
    });
    handler = respond('<br><span></span>'.repeat(21_000) + '<b>x</b>', 'text/html');
    expect((await fetchPage()).output).toContain('**x**');
  });

  it('cuts what is too long', async () => {
    handler = respond('word '.repeat(100_000), 'text/plain');
    const { output } = await fetchPage();
    expect(output.length).toBeLessThanOrEqual(25_000);
    expect(output).toMatch(/\n\n\[The page is longer; this is its beginning\.\]$/);
    const limited = await fetchPage({}, { limits: { maxBytes: 10 } });
    expect(limited.output).toBe(
      `Content of ${origin}/page:\n\nword word \n\n[The page is longer; this is its beginning.]`,
    );
  });
});

describe('web_fetch: answers', () => {
  it('gives the text and the prompt to the port and returns its answer', async () => {
    handler = respond('<p>The answer is 42.</p>', 'text/html');
    const asked: string[] = [];
    const answer = (text: string, prompt: string): Promise<string> => {
      asked.push(text, prompt);
      return Promise.resolve('42');
    };
    expect((await fetchPage({ prompt: 'Which?' }, { answer })).output).toBe('42');
    expect(asked).toEqual(['The answer is 42.', 'Which?']);
  });

  it('falls back to the text when the port fails, and says so', async () => {
    handler = respond('text', 'text/plain');
    const answer = (): Promise<string> => Promise.reject(new Error('no model'));
    expect((await fetchPage({}, { answer })).output).toBe(
      `The prompt could not be answered (no model).\nContent of ${origin}/page:\n\ntext`,
    );
  });
});

describe('web_fetch: the way there', () => {
  const redirect =
    (location: string, then: Handler): Handler =>
    (request, response) =>
      request.url === '/page' ? response.writeHead(302, { location }).end() : then(request, response);

  it('follows redirects within the host', async () => {
    handler = redirect('/moved', respond('here', 'text/plain'));
    expect((await fetchPage()).output).toBe(`Content of ${origin}/moved:\n\nhere`);
  });

  it('reports redirects to another host instead of following them', async () => {
    handler = redirect('http://localhost:1/elsewhere', respond('never', 'text/plain'));
    expect(await fetchPage()).toEqual({
      output: `${origin}/page redirects to another host: http://localhost:1/elsewhere\nCall web_fetch with that address if it is what you want.`,
    });
  });

  it('gives up on endless redirects', async () => {
    handler = (_request, response) => response.writeHead(302, { location: '/page' }).end();
    expect((await fetchPage()).output).toMatch(/more than 10 redirects/);
  });

  it('reports failures in words', async () => {
    handler = (_request, response) => response.writeHead(404).end('gone');
    expect((await fetchPage()).output).toBe(`Cannot fetch ${origin}/page: the server answered 404 Not Found.`);
    expect((await fetchPage({ url: 'http://127.0.0.1:1/' })).output).toMatch(
      /^Cannot fetch http:\/\/127\.0\.0\.1:1\/: /,
    );
    handler = (request) => request.socket.destroy();
    expect((await fetchPage()).errorType).toBe('execution_failed');
  });

  it('stops after its time', async () => {
    handler = (_request, response) => response.writeHead(200).write('begin');
    const result = await fetchPage({}, { limits: { timeoutMs: 50 } });
    expect(result.output).toBe(`Cannot fetch ${origin}/page: no answer within 0.05 s.`);
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    handler = () => controller.abort(new Error('stop'));
    await expect(fetchPage({}, {}, { signal: controller.signal })).rejects.toThrow('stop');
  });
});

describe('web_fetch: arguments', () => {
  const tool = createWebFetchTool();

  it.each([
    ['example.com', /full address/],
    ['file:///etc/passwd', /must begin with http/],
    ['https://me:secret@example.com/', /user name or password/],
  ])('refuses %s', (url, message) => {
    expect(tool.validate!({ url, prompt: '' }, files.context.workspace)).toMatch(message);
  });

  it('takes the raw text of files on GitHub', () => {
    const raw = (url: string): string => rawAddress(new URL(url)).href;
    expect(raw('https://github.com/o/r/blob/main/src/a.ts')).toBe(
      'https://raw.githubusercontent.com/o/r/main/src/a.ts',
    );
    expect(raw('https://github.com/o/r/issues/1')).toBe('https://github.com/o/r/issues/1');
  });

  it('shows the address before the call', async () => {
    const params = { url: 'https://example.com/a', prompt: 'Why?' };
    expect(tool.validate!(params, files.context.workspace)).toBeNull();
    expect(await tool.preview!(params, files.context)).toEqual({
      type: 'info',
      title: 'Fetch example.com',
      detail: 'https://example.com/a\nWhy?',
    });
  });
});
