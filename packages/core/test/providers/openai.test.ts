import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ContentGeneratorConfig } from '../../src/providers/contentGenerator.js';
import { createOpenAiContentGenerator } from '../../src/providers/openai/index.js';
import type { GenerateContentRequest, GenerateContentResponse } from '../../src/types.js';
import { events, json, sendEvents, startServer, type Answer, type TestServer } from '../support/httpServer.js';
import { collect, partsOf } from './answers.js';

const chunk = (delta: object, finish_reason: string | null = null): Record<string, unknown> => ({
  id: 'r1',
  model: 'served-model',
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } };
const hello: Answer = events(
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Hello' }),
  chunk({}, 'stop'),
  usage,
  '[DONE]',
);

function generatorFor(server: TestServer, settings: Partial<ContentGeneratorConfig> = {}) {
  return createOpenAiContentGenerator({
    model: 'm',
    apiKey: 'secret',
    baseUrl: `${server.url}/v1`,
    retryInitialDelayMs: 1,
    retryMaxDelayMs: 1,
    ...settings,
  });
}

function ask(config: GenerateContentRequest['config'] = {}): GenerateContentRequest {
  return { model: 'm', contents: [{ role: 'user', parts: [{ text: 'hi' }] }], config };
}

async function stream(
  server: TestServer,
  settings?: Partial<ContentGeneratorConfig>,
): Promise<GenerateContentResponse[]> {
  return collect(await generatorFor(server, settings).generateContentStream(ask(), 'p'));
}

describe('a streamed request', () => {
  it('sends the body, the key and the headers, and reads the answer', async () => {
    const server = await startServer(hello);
    const responses = await stream(server, {
      userAgent: 'QwenCode/1 (test)',
      customHeaders: { 'X-Mine': 'yes' },
      extra_body: { extra: 1 },
    });
    expect(partsOf(responses)).toEqual([{ text: 'Hello' }]);
    expect(responses.at(-1)).toMatchObject({
      responseId: 'r1',
      modelVersion: 'served-model',
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 11 },
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(request!.headers).toMatchObject({
      authorization: 'Bearer secret',
      'user-agent': 'QwenCode/1 (test)',
      'x-mine': 'yes',
    });
    expect(request!.body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 8_000,
      extra: 1,
    });
  });

  it('sends no Authorization without a key', async () => {
    const server = await startServer(hello);
    await stream(server, { apiKey: undefined });
    expect(server.requests[0]!.headers.authorization).toBeUndefined();
  });

  it('reads events torn anywhere, with comments and without a last blank line', async () => {
    const text = `: waiting\n\ndata: ${JSON.stringify(chunk({ content: 'Grüße 👋' }, 'stop'))}\n\ndata: [DONE]`;
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
      response.end();
    });
    expect(partsOf(await stream(server))).toEqual([{ text: 'Grüße 👋' }]);
  });

  it('hangs up on a server that is done and does not close', async () => {
    const server = await startServer((response) => sendEvents(response, [chunk({ content: 'x' }, 'stop'), '[DONE]']));
    expect(partsOf(await stream(server))).toEqual([{ text: 'x' }]);
    await server.hungUp;
  });

  it('takes a whole answer in the place of a stream', async () => {
    const message = { content: 'whole', tool_calls: [{ id: 'a', function: { name: 'glob', arguments: '{}' } }] };
    const server = await startServer(json({ id: 'r', choices: [{ message, finish_reason: 'tool_calls' }] }));
    expect(partsOf(await stream(server))).toEqual([
      { text: 'whole' },
      { functionCall: { id: 'a', name: 'glob', args: {} } },
    ]);
  });
});

describe('an unstreamed request', () => {
  it('reads the answer in one piece', async () => {
    const message = { content: 'done', reasoning_content: 'why' };
    const server = await startServer(
      json({
        id: 'r',
        model: 's',
        choices: [{ message, finish_reason: 'length' }],
        usage: { prompt_tokens: 3, completion_tokens: 1 },
      }),
    );
    const response = await generatorFor(server).generateContent(ask({ maxOutputTokens: 20_000 }), 'p');
    expect(response).toEqual({
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [{ thought: true, text: 'why' }, { text: 'done' }] },
          finishReason: 'MAX_TOKENS',
        },
      ],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 },
      responseId: 'r',
      modelVersion: 's',
    });
    expect(server.requests[0]!.body).toMatchObject({ stream: false, max_tokens: 20_000 });
  });

  it('throws for an error in a successful response', async () => {
    const server = await startServer(json({ error: { message: 'No such model', code: 'model_not_found' } }));
    await expect(generatorFor(server).generateContent(ask(), 'p')).rejects.toMatchObject({ name: 'ProviderError' });
  });

  it('says what is wrong with an address that answers with a page', async () => {
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    });
    await expect(generatorFor(server).generateContent(ask(), 'p')).rejects.toThrow(/base URL/);
    await expect(stream(server)).rejects.toThrow(/base URL/);
  });
});

describe('errors', () => {
  it.each([
    [
      400,
      {
        error: {
          message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens",
          code: 'context_length_exceeded',
        },
      },
      'context-overflow',
    ],
    [
      400,
      {
        object: 'error',
        message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
      },
      'context-overflow',
    ],
    [
      400,
      {
        error:
          'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9000>= n_ctx: 4096)',
      },
      'context-overflow',
    ],
    [401, { error: { message: 'Incorrect API key provided' } }, 'auth'],
    [404, { error: { message: 'The model does not exist', code: 'model_not_found' } }, 'not-found'],
  ])('%i %j is %s and not retried', async (status, body, kind) => {
    const server = await startServer(json(body, status));
    await expect(stream(server)).rejects.toMatchObject({ name: 'ProviderError', kind, status });
    expect(server.requests).toHaveLength(1);
  });

  it('retries what passes, with the same bytes', async () => {
    const server = await startServer(
      json({ error: { message: 'slow down' } }, 429),
      json({ error: { message: 'oops' } }, 500),
      (response) => response.socket!.destroy(),
      hello,
    );
    expect(partsOf(await stream(server))).toEqual([{ text: 'Hello' }]);
    expect(server.requests).toHaveLength(4);
    expect(new Set(server.requests.map(({ bodyText }) => bodyText)).size).toBe(1);
  });

  it('retries no oftener than told', async () => {
    const server = await startServer(json({ error: { message: 'oops' } }, 503));
    await expect(stream(server, { maxRetries: 2 })).rejects.toMatchObject({ name: 'ProviderError', status: 503 });
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    [
      'an error event',
      `event: error\ndata: ${JSON.stringify({ message: 'prompt is too long: 9000 tokens > 8192 maximum' })}\n\n`,
      'context-overflow',
    ],
    ['an error chunk', `data: ${JSON.stringify({ error: { message: 'Overloaded', code: 529 } })}\n\n`, 'overloaded'],
  ])('turns %s into a typed error', async (_what, text, kind) => {
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
    });
    await expect(stream(server, { maxRetries: 0 })).rejects.toMatchObject({ name: 'ProviderError', kind });
  });

  it.each<[string, Answer]>([
    [
      'a torn connection',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify(chunk({ content: 'Hel' }))}\n\n`, () => response.socket!.destroy());
      },
    ],
    ['a clean end in the middle', events(chunk({ content: 'Hel' }))],
    ['a torn chunk', events(chunk({ content: 'Hel' }), '{"choices":[{"del')],
  ])('ends %s with a network error after what came', async (_what, answer) => {
    const server = await startServer(answer);
    const answerStream = await generatorFor(server).generateContentStream(ask(), 'p');
    const seen: GenerateContentResponse[] = [];
    const reading = (async () => {
      for await (const response of answerStream) seen.push(response);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'ProviderError', kind: 'network' });
    expect(partsOf(seen)).toEqual([{ text: 'Hel' }]);
    expect(server.requests).toHaveLength(1);
  });

  it('tries again when a stream ends before it began', async () => {
    const server = await startServer(events(), hello);
    expect(partsOf(await stream(server))).toEqual([{ text: 'Hello' }]);
  });

  it('names the place where nobody listens', async () => {
    const server = await startServer(hello);
    server.close();
    await expect(stream(server, { maxRetries: 0 })).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining(new URL(server.url).host),
    });
  });

  it('gives up on a stalled stream and on a server that never answers', async () => {
    const stalled = await startServer((response) => sendEvents(response, [chunk({ content: 'Hel' })]));
    await expect(stream(stalled, { streamIdleTimeoutMs: 20 })).rejects.toMatchObject({
      name: 'ProviderError',
      kind: 'timeout',
    });
    await stalled.hungUp;
    const mute = await startServer(() => undefined);
    await expect(stream(mute, { timeout: 20, maxRetries: 0 })).rejects.toMatchObject({
      name: 'ProviderError',
      kind: 'timeout',
    });
  });
});

describe('abort', () => {
  it.each<[string, Answer]>([
    ['before the headers', () => undefined],
    [
      'before the first piece',
      (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    ],
  ])('ends at once %s', async (_when, answer) => {
    const controller = new AbortController();
    const server = await startServer((...exchange) => {
      answer(...exchange);
      setImmediate(() => controller.abort());
    });
    const request = ask({ abortSignal: controller.signal });
    await expect(generatorFor(server).generateContentStream(request, 'p')).rejects.toMatchObject({
      name: 'AbortError',
    });
    await server.hungUp;
    expect(server.requests).toHaveLength(1);
  });

  it('ends in the middle of a stream, and closes the connection', async () => {
    const server = await startServer((response) => sendEvents(response, [chunk({ content: 'Hel' })]));
    const controller = new AbortController();
    const answer = await generatorFor(server).generateContentStream(ask({ abortSignal: controller.signal }), 'p');
    expect(partsOf([(await answer.next()).value as GenerateContentResponse])).toEqual([{ text: 'Hel' }]);
    const next = answer.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
    await server.hungUp;
  });

  it('closes the connection when the reader leaves', async () => {
    const server = await startServer((response) => sendEvents(response, [chunk({ content: 'Hel' })]));
    for await (const _response of await generatorFor(server).generateContentStream(ask(), 'p')) break;
    await server.hungUp;
  });

  it('ends an unstreamed request', async () => {
    const controller = new AbortController();
    const server = await startServer(() => controller.abort());
    await expect(
      generatorFor(server).generateContent(ask({ abortSignal: controller.signal }), 'p'),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the log of requests', () => {
  it('keeps each attempt, without the key', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'openai-log-'));
    const openAILoggingDir = path.join(directory, 'new');
    const server = await startServer(json({ error: { message: 'oops' } }, 500), hello);
    await stream(server, { enableOpenAILogging: true, openAILoggingDir });
    const entries = await Promise.all(
      (await readdir(openAILoggingDir)).map((name) => readFile(path.join(openAILoggingDir, name), 'utf8')),
    );
    const [failed, answered] = entries
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .sort((entry) => ('error' in entry ? -1 : 1));
    expect(failed).toMatchObject({
      request: { model: 'm' },
      error: { message: 'oops', details: { kind: 'server', status: 500 } },
    });
    expect(answered).toMatchObject({ request: { messages: [{ role: 'user', content: 'hi' }] } });
    expect(JSON.stringify(answered)).toContain('Hello');
    expect(entries.join()).not.toContain('secret');
    await rm(directory, { recursive: true });
  });
});

describe('the rest', () => {
  it('counts tokens here, by characters', async () => {
    const server = await startServer(hello);
    const contents = [{ role: 'user', parts: [{ text: 'x'.repeat(9) }] }];
    await expect(generatorFor(server).countTokens({ model: 'm', contents })).resolves.toEqual({ totalTokens: 3 });
    expect(server.requests).toHaveLength(0);
  });

  it('asks for embeddings', async () => {
    const server = await startServer(json({ data: [{ embedding: [1, 2] }] }));
    const contents = [{ role: 'user', parts: [{ text: 'a' }] }];
    await expect(generatorFor(server).embedContent({ model: 'e', contents })).resolves.toEqual({
      embeddings: [{ values: [1, 2] }],
    });
    expect(server.requests[0]).toMatchObject({ path: '/v1/embeddings' });
    expect(server.requests[0]!.body).toEqual({ model: 'e', input: ['a'], encoding_format: 'float' });
  });
});
