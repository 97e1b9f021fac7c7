import { describe, expect, test } from 'vitest';
import { collect, partsOf } from '../../../test/providers/answers.js';
import { sendEvents, sendJson, startServer, type TestServer } from '../../../test/support/httpServer.js';
import type { GenerateContentRequest, GenerateContentResponse } from '../../types.js';
import { AuthType, type ContentGenerator, type ContentGeneratorConfig } from '../contentGenerator.js';
import { createGeminiContentGenerator } from './index.js';
import { providerErrorOf } from '../../../test/providers/failure.js';

const MODEL = 'gemini-2.5-flash';
const quick = { retryInitialDelayMs: 1, retryMaxDelayMs: 2 };

function generator({ url }: TestServer, settings: Partial<ContentGeneratorConfig> = {}): ContentGenerator {
  return createGeminiContentGenerator({ model: MODEL, apiKey: 'key', baseUrl: url, ...quick, ...settings });
}

const hello = (config: GenerateContentRequest['config'] = {}): GenerateContentRequest => ({
  model: MODEL,
  contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
  config,
});

async function stream(target: ContentGenerator, request = hello()): Promise<GenerateContentResponse[]> {
  return collect(await target.generateContentStream(request, 'prompt'));
}

const chunk = (parts: object[], fields: object = {}, candidate: object = {}): Record<string, unknown> => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...candidate }],
  responseId: 'r1',
  modelVersion: 'gemini-real',
  ...fields,
});
const usageMetadata = {
  promptTokenCount: 100,
  cachedContentTokenCount: 60,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 5,
  totalTokenCount: 125,
};
const finish = chunk([{ text: '' }], { usageMetadata }, { finishReason: 'STOP' });
const refusal = (
  message: string,
  code = 400,
  status = 'INVALID_ARGUMENT',
  details: object[] = [],
): Record<string, unknown> => ({
  error: { code, message, status, details },
});

describe('streaming', () => {
  test('thoughts, text and calls with their signatures; ids that are missing depend only on the answer', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [
        chunk([{ thought: true, text: 'hm' }]),
        chunk([]),
        chunk([{ text: 'Hel' }]),
        chunk([{ text: 'lo', thoughtSignature: 'sigT' }]),
        chunk([
          { functionCall: { name: 'read_file', args: { file_path: '/a' } }, thoughtSignature: 'sigA' },
          { functionCall: { name: 'read_file', args: { file_path: '/a' } } },
          { functionCall: { id: 'given', name: 'todo' } },
        ]),
        finish,
      ]);
      response.end();
    });
    const target = generator(server);
    const chunks = await stream(target);
    const parts = partsOf(chunks);
    expect(parts).toMatchObject([
      { thought: true, text: 'hm' },
      { text: 'Hel' },
      { text: 'lo', thoughtSignature: 'sigT' },
      { functionCall: { name: 'read_file', args: { file_path: '/a' } }, thoughtSignature: 'sigA' },
      { functionCall: { name: 'read_file' } },
      { functionCall: { id: 'given', name: 'todo', args: {} } },
    ]);
    const ids = parts.flatMap((part) => part.functionCall?.id ?? []);
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toMatch(/^call_[0-9a-f]{16}$/);
    expect(partsOf(await stream(target))).toEqual(parts);
    expect(chunks.at(-1)).toEqual({
      candidates: [{ content: { role: 'model', parts: [] }, index: 0, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 100,
        cachedContentTokenCount: 60,
        candidatesTokenCount: 25,
        thoughtsTokenCount: 5,
        totalTokenCount: 125,
      },
      responseId: 'r1',
      modelVersion: 'gemini-real',
    });
  });

  test('the request as it goes out', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [finish]);
      response.end();
    });
    const settings = { customHeaders: { 'x-team': 'a' }, userAgent: 'QwenCode/1', extra_body: { labels: { a: 'b' } } };
    const schema = { type: 'object', properties: { file_path: { type: 'string' } } };
    await stream(
      generator(server, settings),
      hello({
        systemInstruction: 'system',
        tools: [{ functionDeclarations: [{ name: 'read_file', description: 'Reads', parametersJsonSchema: schema }] }],
        maxOutputTokens: 50,
      }),
    );
    const [request] = server.requests;
    expect(request?.path).toBe(`/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`);
    expect(request?.headers).toMatchObject({ 'x-goog-api-key': 'key', 'user-agent': 'QwenCode/1', 'x-team': 'a' });
    expect(request?.body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
      systemInstruction: { role: 'user', parts: [{ text: 'system' }] },
      tools: [{ functionDeclarations: [{ name: 'read_file', description: 'Reads', parametersJsonSchema: schema }] }],
      generationConfig: { maxOutputTokens: 50, thinkingConfig: { includeThoughts: true } },
      labels: { a: 'b' },
    });
  });

  test('absent usage is undefined', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [chunk([{ text: 'hi' }], {}, { finishReason: 'MAX_TOKENS' })]);
      response.end();
    });
    const [only] = await stream(generator(server));
    expect(only).not.toHaveProperty('usageMetadata');
    expect(only?.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
  });

  test('a blocked prompt says why', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [
        { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 5 } },
      ]);
      response.end();
    });
    const [only] = await stream(generator(server));
    expect(only?.candidates?.[0]).toMatchObject({
      finishReason: 'SAFETY',
      finishMessage: 'The provider blocked the prompt (PROHIBITED_CONTENT).',
    });
  });

  test('an error within the stream is retried before any output, not after', async () => {
    const overloaded = refusal('The model is overloaded.', 503, 'UNAVAILABLE');
    const server = await startServer((response, _request, index) => {
      sendEvents(
        response,
        index === 0
          ? [chunk([]), overloaded]
          : index === 1
            ? [chunk([{ text: 'hi' }]), finish]
            : [chunk([{ text: 'hi' }]), overloaded],
      );
      response.end();
    });
    expect(partsOf(await stream(generator(server)))).toEqual([{ text: 'hi' }]);
    expect(server.requests).toHaveLength(2);
    expect((await providerErrorOf(stream(generator(server)))).kind).toBe('overloaded');
    expect(server.requests).toHaveLength(3);
  });

  test('an overflow is recognised', async () => {
    const body = refusal('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).');
    const server = await startServer((response) => sendJson(response, body, 400));
    const error = await providerErrorOf(stream(generator(server)));
    expect(error.details).toEqual({
      kind: 'context-overflow',
      status: 400,
      code: 'INVALID_ARGUMENT',
      limitTokens: 1048576,
      actualTokens: 1200000,
    });
    expect(error.message).toBe(
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    );
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['ends early', ''],
    ['ends within an event', 'data: {"candidates": [{"con'],
  ])('a stream that %s is a network error', async (_name, rest) => {
    const server = await startServer((response) => {
      sendEvents(response, [chunk([{ text: 'hi' }])]);
      response.end(rest);
    });
    const error = await providerErrorOf(stream(generator(server)));
    expect(error.kind).toBe('network');
    expect(error.message).toContain(new URL(server.url).host);
  });

  test('a connection that breaks is a network error', async () => {
    const server = await startServer((response) => {
      sendEvents(response, [chunk([{ text: 'hi' }])]);
      response.socket?.end();
    });
    expect((await providerErrorOf(stream(generator(server)))).kind).toBe('network');
  });

  test('silence ends the stream; a long stream does not end at the time limit for its beginning', async () => {
    const sent = 10;
    const server = await startServer((response) => {
      sendEvents(response, [chunk([{ text: 'hi' }])]);
      let left = sent - 1;
      const timer = setInterval(() => {
        sendEvents(response, [chunk([{ text: 'hi' }])]);
        if (--left === 0) clearInterval(timer);
      }, 100);
    });
    const chunks: GenerateContentResponse[] = [];
    const target = generator(server, { streamIdleTimeoutMs: 600, timeout: 700, maxRetries: 0 });
    const error = await providerErrorOf(
      (async () => {
        for await (const each of await target.generateContentStream(hello(), 'prompt')) chunks.push(each);
      })(),
    );
    expect(error.kind).toBe('timeout');
    expect(chunks).toHaveLength(sent);
  });

  test('an abort ends it at once, before and within the stream, and closes the connection', async () => {
    const closed: Promise<void>[] = [];
    const server = await startServer((response, _request, index) => {
      closed.push(new Promise((resolve) => response.on('close', () => resolve())));
      if (index === 1) sendEvents(response, [chunk([{ text: 'hi' }])]);
    });
    for (const afterFirstChunk of [false, true]) {
      const controller = new AbortController();
      const running = (async () => {
        const chunks = await generator(server).generateContentStream(
          hello({ abortSignal: controller.signal }),
          'prompt',
        );
        for await (const _chunk of chunks) controller.abort();
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
      sendEvents(response, [chunk([{ text: 'hi' }])]);
    });
    for await (const _chunk of await generator(server).generateContentStream(hello(), 'prompt')) break;
    await closed;
  });
});

describe('not streaming', () => {
  test('an answer, from a base URL that names the version', async () => {
    const server = await startServer((response) =>
      sendJson(response, chunk([{ text: 'hi' }], { usageMetadata }, { finishReason: 'STOP' })),
    );
    const response = await generator({ ...server, url: `${server.url}/v1alpha/` }).generateContent(hello(), 'prompt');
    expect(response.candidates?.[0]).toEqual({
      content: { role: 'model', parts: [{ text: 'hi' }] },
      index: 0,
      finishReason: 'STOP',
    });
    expect(response.usageMetadata?.candidatesTokenCount).toBe(25);
    expect(server.requests[0]?.path).toBe(`/v1alpha/models/${MODEL}:generateContent`);
  });

  test('a rate limit is waited for as long as RetryInfo asks', async () => {
    const limited = refusal('Resource exhausted', 429, 'RESOURCE_EXHAUSTED', [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.06s' },
    ]);
    const server = await startServer((response, _request, index) =>
      sendJson(response, index === 0 ? limited : finish, index === 0 ? 429 : 200),
    );
    const began = performance.now();
    await generator(server).generateContent(hello(), 'prompt');
    expect(performance.now() - began).toBeGreaterThanOrEqual(55);
    expect(server.requests).toHaveLength(2);
  });

  test('a server that says nothing times out', async () => {
    const server = await startServer(() => undefined);
    const error = await providerErrorOf(
      generator(server, { timeout: 10, maxRetries: 0 }).generateContent(hello(), 'prompt'),
    );
    expect(error.kind).toBe('timeout');
    expect(error.message).toContain(new URL(server.url).host);
  });

  test('a refused key names its variable', async () => {
    const body = refusal('API key not valid. Please pass a valid API key.', 400, 'INVALID_ARGUMENT', [
      { reason: 'API_KEY_INVALID' },
    ]);
    const server = await startServer((response) => sendJson(response, body, 400));
    const error = await providerErrorOf(
      generator(server, { apiKey: '', apiKeyEnvKey: 'GEMINI_API_KEY' }).generateContent(hello(), 'prompt'),
    );
    expect(error.kind).toBe('auth');
    expect(error.message).toContain('GEMINI_API_KEY');
  });

  test('Vertex AI with a key', async () => {
    const server = await startServer((response) => sendJson(response, finish));
    await generator(server, { authType: AuthType.USE_VERTEX_AI }).generateContent(hello(), 'prompt');
    expect(server.requests[0]?.path).toBe(`/v1beta1/publishers/google/models/${MODEL}:generateContent`);
  });

  test('tokens and embeddings', async () => {
    const server = await startServer((response, request) =>
      sendJson(
        response,
        request.path.includes('countTokens') ? { totalTokens: 42 } : { embeddings: [{ values: [1, 2] }] },
      ),
    );
    const target = generator(server);
    const { contents } = hello();
    expect(await target.countTokens({ model: MODEL, contents })).toEqual({ totalTokens: 42 });
    expect(await target.embedContent({ model: 'embedding', contents })).toEqual({ embeddings: [{ values: [1, 2] }] });
  });
});
