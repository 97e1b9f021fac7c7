import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { collect, partsOf } from '../../../test/providers/answers.js';
import { sendEvents, sendJson, startServer, type TestServer } from '../../../test/support/httpServer.js';
import type { GenerateContentRequest, GenerateContentResponse } from '../../types.js';
import type { ContentGenerator, ContentGeneratorConfig } from '../contentGenerator.js';
import { INVALID_JSON_KEY } from '../toolArguments.js';
import { createAnthropicContentGenerator } from './index.js';
import { providerErrorOf } from '../../../test/providers/failure.js';

const MODEL = 'claude-sonnet-4-5';
const quick = { retryInitialDelayMs: 1, retryMaxDelayMs: 2 };

function generator({ url }: TestServer, settings: Partial<ContentGeneratorConfig> = {}): ContentGenerator {
  return createAnthropicContentGenerator({ model: MODEL, apiKey: 'key', baseUrl: url, ...quick, ...settings });
}

const hello = (config: GenerateContentRequest['config'] = {}): GenerateContentRequest => ({
  model: MODEL,
  contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
  config,
});

async function stream(target: ContentGenerator, request = hello()): Promise<GenerateContentResponse[]> {
  return collect(await target.generateContentStream(request, 'prompt'));
}

type Event = { type: string } & Record<string, unknown>;

const start: Event = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    model: 'claude-real',
    usage: { input_tokens: 10, cache_read_input_tokens: 90, cache_creation_input_tokens: 20, output_tokens: 1 },
  },
};
const block = (index: number, content_block: object): Event => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, change: object): Event => ({
  type: 'content_block_delta',
  index,
  delta: change,
});
const blockStop = (index: number): Event => ({ type: 'content_block_stop', index });
const end = (stop_reason: string | null, fields: object = {}): Event => ({
  type: 'message_delta',
  delta: { stop_reason, ...fields },
  usage: { output_tokens: 30, output_tokens_details: { thinking_tokens: 12 } },
});
const stop = { type: 'message_stop' };
const text = (value: string): Event[] => [
  block(0, { type: 'text', text: '' }),
  delta(0, { type: 'text_delta', text: value }),
  blockStop(0),
];

describe('streaming', () => {
  test('text, thoughts and parallel calls, with usage in the common shape', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [
        start,
        { type: 'ping' },
        block(0, { type: 'thinking', thinking: '', signature: '' }),
        delta(0, { type: 'thinking_delta', thinking: 'be' }),
        delta(0, { type: 'thinking_delta', thinking: 'cause' }),
        delta(0, { type: 'signature_delta', signature: 'c2ln' }),
        blockStop(0),
        block(1, { type: 'redacted_thinking', data: 'ZGF0YQ==' }),
        blockStop(1),
        block(2, { type: 'text', text: '' }),
        delta(2, { type: 'text_delta', text: 'Hel' }),
        delta(2, { type: 'text_delta', text: 'lo' }),
        blockStop(2),
        block(3, { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: {} }),
        delta(3, { type: 'input_json_delta', partial_json: '' }),
        delta(3, { type: 'input_json_delta', partial_json: '{"file_path":' }),
        delta(3, { type: 'input_json_delta', partial_json: '"/a"}' }),
        blockStop(3),
        block(4, { type: 'tool_use', id: 'toolu_2', name: 'todo', input: {} }),
        blockStop(4),
        { type: 'some_future_event' },
        end('tool_use'),
        stop,
      ]);
      response.end();
    });
    const chunks = await stream(generator(server));
    expect(partsOf(chunks)).toEqual([
      { thought: true, text: 'be' },
      { thought: true, text: 'cause' },
      { thought: true, text: '', thoughtSignature: 'c2ln' },
      { thought: true, text: '', thoughtSignature: 'redacted_thinking:ZGF0YQ==' },
      { text: 'Hel' },
      { text: 'lo' },
      { functionCall: { id: 'toolu_1', name: 'read_file', args: { file_path: '/a' } } },
      { functionCall: { id: 'toolu_2', name: 'todo', args: {} } },
    ]);
    expect(chunks.at(-1)).toEqual({
      candidates: [{ content: { role: 'model', parts: [] }, index: 0, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 120,
        cachedContentTokenCount: 90,
        candidatesTokenCount: 30,
        thoughtsTokenCount: 12,
        totalTokenCount: 150,
      },
      responseId: 'msg_1',
      modelVersion: 'claude-real',
    });
    expect(server.requests[0]?.body).toMatchObject({ model: MODEL, stream: true, max_tokens: 20000 });
  });

  test('absent usage is undefined', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [
        { type: 'message_start', message: { id: 'm', model: 'x' } },
        ...text('hi'),
        { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
        stop,
      ]);
      response.end();
    });
    expect((await stream(generator(server))).at(-1)).not.toHaveProperty('usageMetadata');
  });

  test('broken arguments are handed on under their marker', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [
        start,
        block(0, { type: 'tool_use', id: 't', name: 'edit', input: {} }),
        delta(0, { type: 'input_json_delta', partial_json: '{"a": "b' }),
        blockStop(0),
        end('max_tokens'),
        stop,
      ]);
      response.end();
    });
    const chunks = await stream(generator(server));
    expect(partsOf(chunks)).toEqual([
      { functionCall: { id: 't', name: 'edit', args: { [INVALID_JSON_KEY]: '{"a": "b' } } },
    ]);
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
  });

  test('a refusal says why', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [
        start,
        end('refusal', { stop_details: { type: 'refusal', explanation: 'not this' } }),
        stop,
      ]);
      response.end();
    });
    expect((await stream(generator(server))).at(-1)?.candidates?.[0]).toMatchObject({
      finishReason: 'SAFETY',
      finishMessage: 'not this',
    });
  });

  test('a full window is an overflow, with the size of the prompt', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [start, ...text('half an ans'), end('model_context_window_exceeded'), stop]);
      response.end();
    });
    const error = await providerErrorOf(stream(generator(server)));
    expect(error.details).toMatchObject({ kind: 'context-overflow', actualTokens: 120 });
  });

  test('an error event before any output is retried, after it is not', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const server = await startServer((response, _request, index) => {
      sendEvents(
        response,
        index === 0
          ? [start, overloaded]
          : [start, ...text('hi'), ...(index === 1 ? [end('end_turn'), stop] : [overloaded])],
      );
      response.end();
    });
    expect(partsOf(await stream(generator(server)))).toEqual([{ text: 'hi' }]);
    expect(server.requests).toHaveLength(2);
    expect((await providerErrorOf(stream(generator(server)))).kind).toBe('overloaded');
    expect(server.requests).toHaveLength(3);
  });

  test('a stream that ends early is a network error', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [start, ...text('hi'), end('end_turn')]);
      response.end();
    });
    expect((await providerErrorOf(stream(generator(server)))).kind).toBe('network');
  });

  test('a connection that breaks is a network error that names the host', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [start, ...text('hi')]);
      response.socket?.end();
    });
    const error = await providerErrorOf(stream(generator(server)));
    expect(error.kind).toBe('network');
    expect(error.message).toContain(new URL(server.url).host);
  });

  test('what is no event is a stream error', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [start, ...text('hi')]);
      response.end('event: content_block_delta\ndata: {"type": \n\n');
    });
    expect((await providerErrorOf(stream(generator(server)))).kind).toBe('stream');
    const impossible = await startServer((response) => {
      sendEvents(response, [start, delta(0, { type: 'input_json_delta', partial_json: '{' })]);
      response.end();
    });
    expect((await providerErrorOf(stream(generator(impossible)))).kind).toBe('stream');
  });

  test('an error sent as JSON in place of a stream is recognised', async () => {
    const server = await startServer((response) =>
      sendJson(response, {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
      }),
    );
    expect((await providerErrorOf(stream(generator(server)))).details).toMatchObject({
      kind: 'context-overflow',
      limitTokens: 200000,
    });
  });

  test('a web page in place of an API names the base URL', async () => {
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>hi</html>');
    });
    const error = await providerErrorOf(stream(generator(server)));
    expect(error.message).toContain('base URL');
    expect((await providerErrorOf(generator(server).generateContent(hello(), 'prompt'))).message).toContain('base URL');
  });

  test('silence ends the stream, pings do not count as silence', async () => {
    let pings = 0;
    const server = await startServer((response) => {
      sendEvents(response, [start, ...text('hi')]);
      const timer = setInterval(() => {
        sendEvents(response, [{ type: 'ping' }]);
        if (++pings === 10) clearInterval(timer);
      }, 100);
    });
    const error = await providerErrorOf(stream(generator(server, { streamIdleTimeoutMs: 600, maxRetries: 0 })));
    expect(error.kind).toBe('timeout');
    expect(pings).toBe(10);
  });

  test('an abort ends it at once, before and within the stream', async () => {
    const closed: Promise<void>[] = [];
    const server = await startServer((response, _request, index) => {
      closed.push(new Promise((resolve) => response.on('close', () => resolve())));
      if (index === 1) sendEvents(response, [start, ...text('hi')]);
    });
    for (const afterFirstChunk of [false, true]) {
      const controller = new AbortController();
      const request = hello({ abortSignal: controller.signal });
      const running = (async () => {
        for await (const _chunk of await generator(server).generateContentStream(request, 'prompt')) controller.abort();
      })();
      if (!afterFirstChunk) {
        await expect.poll(() => server.requests.length).toBe(1);
        controller.abort();
      }
      await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    }
    await Promise.all(closed);
  });

  test('a consumer that leaves closes the connection', async () => {
    let closed: Promise<void> | undefined;
    const server = await startServer((response) => {
      closed = new Promise((resolve) => response.on('close', () => resolve()));
      sendEvents(response, [start, ...text('hi')]);
    });
    for await (const _chunk of await generator(server).generateContentStream(hello(), 'prompt')) break;
    await closed;
  });
});

describe('not streaming', () => {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-real',
    content: [
      { type: 'thinking', thinking: 'because', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'ZGF0YQ==' },
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', id: 't', name: 'read_file', input: { file_path: '/a' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 5, output_tokens: 7 },
  };

  test('a message and the headers of its request', async () => {
    const server = await startServer((response) => sendJson(response, message));
    const target = generator(server, {
      customHeaders: { 'x-team': 'a', 'Anthropic-Beta': 'mine' },
      userAgent: 'QwenCode/1',
    });
    const response = await target.generateContent(
      hello({ tools: [{ functionDeclarations: [{ name: 'read_file' }] }] }),
      'prompt',
    );
    expect(response).toEqual({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { thought: true, text: 'because', thoughtSignature: 'c2ln' },
              { thought: true, text: '', thoughtSignature: 'redacted_thinking:ZGF0YQ==' },
              { text: 'Hello' },
              { functionCall: { id: 't', name: 'read_file', args: { file_path: '/a' } } },
            ],
          },
          index: 0,
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
      responseId: 'msg_1',
      modelVersion: 'claude-real',
    });
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/messages');
    expect(request?.body).not.toHaveProperty('stream');
    expect(request?.headers).toMatchObject({
      'x-api-key': 'key',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'mine,interleaved-thinking-2025-05-14',
      'user-agent': 'QwenCode/1',
      'x-team': 'a',
    });
    expect(request?.headers).not.toHaveProperty('authorization');
  });

  test('a rate limit is waited for as long as it asks', async () => {
    const server = await startServer((response, _request, index) =>
      index === 0
        ? sendJson(response, { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } }, 429, {
            'retry-after-ms': '60',
          })
        : sendJson(response, message),
    );
    const began = performance.now();
    await generator(server).generateContent(hello(), 'prompt');
    expect(performance.now() - began).toBeGreaterThanOrEqual(55);
    expect(server.requests).toHaveLength(2);
  });

  test('a refusal is not retried and keeps the provider’s words', async () => {
    const server = await startServer((response) =>
      sendJson(response, { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }, 401),
    );
    const error = await providerErrorOf(
      generator(server, { apiKeyEnvKey: 'ANTHROPIC_API_KEY' }).generateContent(hello(), 'prompt'),
    );
    expect(error.message).toBe('invalid x-api-key (key from ANTHROPIC_API_KEY)');
    expect(error.details).toEqual({ kind: 'auth', status: 401, code: 'authentication_error' });
    expect(server.requests).toHaveLength(1);
  });

  test('a server that says nothing times out', async () => {
    const server = await startServer(() => undefined);
    const error = await providerErrorOf(
      generator(server, { timeout: 10, maxRetries: 0 }).generateContent(hello(), 'prompt'),
    );
    expect(error.kind).toBe('timeout');
    expect(error.message).toContain(new URL(server.url).host);
  });

  test('an abort ends the wait between retries', async () => {
    const server = await startServer((response) => sendJson(response, {}, 503));
    const controller = new AbortController();
    const running = generator(server, { retryInitialDelayMs: 60_000, retryMaxDelayMs: 60_000 }).generateContent(
      hello({ abortSignal: controller.signal }),
      'prompt',
    );
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('requests go through a proxy when one is set', async () => {
    const server = await startServer((response) => sendJson(response, message));
    const tunnels: (string | undefined)[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      tunnels.push(request.url);
      const upstream = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      socket.on('close', () => upstream.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const target = generator(server, { proxy: `http://127.0.0.1:${port}`, customHeaders: { connection: 'close' } });
    await target.generateContent(hello(), 'prompt');
    expect(tunnels).toEqual([new URL(server.url).host]);
    expect(server.requests[0]?.headers['x-api-key']).toBe('key');
  });

  test('tokens are counted by the server, embeddings there are none', async () => {
    const server = await startServer((response) => sendJson(response, { input_tokens: 42 }));
    const target = generator(server);
    expect(await target.countTokens({ model: MODEL, contents: hello().contents })).toEqual({ totalTokens: 42 });
    expect(server.requests[0]?.path).toBe('/v1/messages/count_tokens');
    expect((await providerErrorOf(target.embedContent({ model: MODEL, contents: [] }))).message).toContain(
      'embeddings',
    );
  });
});
