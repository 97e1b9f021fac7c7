import { describe, expect, it } from 'vitest';
import { script, type Fault, type Simulator } from './index.js';
import { postAnthropic, postGemini, postOpenAi, start } from './testServer.js';

const hello = { messages: [{ role: 'user', content: 'hello' }], stream: true };
const answer = { text: 'Schöne Grüße 你好 🙂 '.repeat(20) };

async function withFault(fault: Fault): Promise<Simulator> {
  return start({ respond: () => answer, faults: [{ on: 0, fault }] });
}

async function bytesUntilEnd(response: Response): Promise<{ bytes: Buffer; failed: boolean }> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk as Uint8Array));
    return { bytes: Buffer.concat(chunks), failed: false };
  } catch {
    return { bytes: Buffer.concat(chunks), failed: true };
  }
}

async function wholeStream(): Promise<Buffer> {
  const simulator = await start({ respond: () => answer });
  return Buffer.from(await (await postOpenAi(simulator, hello)).arrayBuffer());
}

/** Ids and times differ from answer to answer. */
function comparable(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/chatcmpl-\w+/g, 'id')
    .replace(/"created":\d+/g, '"created":0');
}

describe('faults', () => {
  it('drops the connection before headers', async () => {
    const simulator = await withFault({ type: 'drop-before-headers' });
    await expect(postOpenAi(simulator, hello)).rejects.toThrow();
    expect(simulator.requests[0]?.response).toEqual({ complete: false });
    expect((await postOpenAi(simulator, hello)).status).toBe(200);
  });

  it.each([1, 100, 457, 458, 459, 1_000])('drops it after %i bytes, also within a character', async (bytes) => {
    const simulator = await withFault({ type: 'drop', after: { bytes } });
    const received = await bytesUntilEnd(await postOpenAi(simulator, hello));
    expect(received.failed).toBe(true);
    expect(received.bytes.length).toBeLessThanOrEqual(bytes);
    expect(simulator.requests[0]?.response.complete).toBe(false);
  });

  it('ends a stream in the middle as if it were complete', async () => {
    const simulator = await withFault({ type: 'cut', after: { events: 3 } });
    const received = await bytesUntilEnd(await postOpenAi(simulator, hello));
    expect(received.failed).toBe(false);
    expect(received.bytes.toString().match(/^data: /gm)).toHaveLength(3);
  });

  it('stalls before and within a response until the client leaves', async () => {
    const simulator = await start({
      respond: () => answer,
      faults: [
        { on: 0, fault: { type: 'stall' } },
        { on: 1, fault: { type: 'stall', after: { events: 1 } } },
      ],
    });
    const silent = new AbortController();
    const request = fetch(`${simulator.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', ...hello }),
      signal: silent.signal,
    });
    await simulator.log.waitForRequests(1);
    silent.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
    const reader = (await postOpenAi(simulator, hello)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('data: ');
    await reader?.cancel();
  });

  it('answers with a status in the words of each dialect', async () => {
    const faults = [0, 1, 2].map((on) => ({
      on,
      fault: { type: 'status' as const, status: 429, retryAfterSeconds: 7 },
    }));
    const simulator = await start({ faults });
    const openAi = await postOpenAi(simulator, hello);
    expect([openAi.status, openAi.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await openAi.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    const anthropic = await postAnthropic(simulator, { messages: hello.messages });
    expect(await anthropic.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } });
    const gemini = await postGemini(simulator, { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] });
    expect(await gemini.json()).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } });
    expect(simulator.rejected()).toHaveLength(3);
  });

  it('sends HTML, an empty body, or a body of the catalogue', async () => {
    const simulator = await start({
      faults: [
        { on: 0, fault: { type: 'status', status: 502, body: '<html>Bad gateway</html>' } },
        { on: 1, fault: { type: 'status', status: 413, body: null } },
        { on: 2, fault: { type: 'provider-error', name: 'moonshot-bytes' } },
      ],
    });
    const html = await postOpenAi(simulator, hello);
    expect([html.status, html.headers.get('content-type'), await html.text()]).toEqual([
      502,
      'text/html',
      '<html>Bad gateway</html>',
    ]);
    expect(await (await postOpenAi(simulator, hello)).text()).toBe('');
    expect(await (await postOpenAi(simulator, hello)).text()).toContain('exceeds limit 2097152');
  });

  it('sends an error event after HTTP 200 in each dialect', async () => {
    const faults = [0, 1, 2].map((on) => ({ on, fault: { type: 'stream-error' as const, after: { events: 2 } } }));
    const simulator = await start({ respond: () => answer, faults });
    const openAi = await (await postOpenAi(simulator, hello)).text();
    expect(openAi.trimEnd().split('\n\n')).toHaveLength(3);
    expect(openAi).toMatch(/data: \{"error":\{"message":"Overloaded".*\}\n\n$/);
    const anthropic = await (await postAnthropic(simulator, hello)).text();
    expect(anthropic).toMatch(
      /event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error","message":"Overloaded"\}.*\}\n\n$/,
    );
    const gemini = await (
      await postGemini(simulator, { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }, true)
    ).text();
    expect(gemini).toMatch(/data: \{"error":\{"code":529,"message":"Overloaded","status":"UNAVAILABLE"\}\}\r\n\r\n$/);
  });

  it('leaves out finish reason and closing events', async () => {
    const simulator = await withFault({ type: 'no-finish' });
    const text = await (await postOpenAi(simulator, hello)).text();
    expect(text).not.toContain('"finish_reason":"stop"');
    expect(text).not.toContain('[DONE]');
    expect(text).toContain('"content"');
  });

  it.each([1, 2, 7])('writes the same bytes in pieces of %i', async (bytes) => {
    const simulator = await withFault({ type: 'chunked', bytes });
    const { bytes: received, failed } = await bytesUntilEnd(await postOpenAi(simulator, hello));
    expect(failed).toBe(false);
    expect(comparable(received)).toBe(comparable(await wholeStream()));
  });

  it('applies to what a predicate picks, as often as it says, and may come with a reply', async () => {
    const simulator = await start({
      respond: script([answer, { ...answer, fault: { type: 'no-finish' } }]),
      faults: [{ on: ({ body }) => body['stream'] !== true, fault: { type: 'status', status: 500 }, times: 2 }],
    });
    const statuses = [];
    for (let count = 0; count < 3; count++) {
      statuses.push((await postOpenAi(simulator, { messages: hello.messages })).status);
    }
    expect(statuses).toEqual([500, 500, 200]);
    expect(await (await postOpenAi(simulator, hello)).text()).not.toContain('[DONE]');
  });
});

describe('usage modes', () => {
  it.each([
    ['normal', { prompt_tokens: expect.any(Number) as number }],
    ['absent', undefined],
    ['only-with-include_usage', undefined],
    ['zero', { prompt_tokens: 0, completion_tokens: 0 }],
    ['null-last', null],
  ] as const)('%s', async (mode, expected) => {
    const simulator = await start({ usage: mode, respond: () => answer });
    const text = await (await postOpenAi(simulator, hello)).text();
    const chunks = text.split('\n\n').filter((event) => event.startsWith('data: {'));
    const last = JSON.parse(chunks.at(-1)?.slice(6) ?? '') as { usage?: unknown };
    if (expected) expect(last.usage).toMatchObject(expected);
    else expect(last.usage).toBe(expected);
  });

  it('reports usage within the finish chunk when told to', async () => {
    const simulator = await start({ usageIn: 'finish-chunk', usage: 'only-with-include_usage' });
    const text = await (await postOpenAi(simulator, { ...hello, stream_options: { include_usage: true } })).text();
    const last = JSON.parse(text.split('\n\n').at(-3)?.slice(6) ?? '') as Record<string, unknown>;
    expect(last).toMatchObject({
      choices: [{ finish_reason: 'stop' }],
      usage: { prompt_tokens: expect.any(Number) as number },
    });
  });

  it('lets a test adjust what is reported', async () => {
    const simulator = await start({ adjustUsage: (usage) => ({ ...usage, prompt: 95_000 }) });
    const { usage } = (await (await postOpenAi(simulator, { messages: hello.messages })).json()) as { usage: object };
    expect(usage).toMatchObject({ prompt_tokens: 95_000 });
  });
});
