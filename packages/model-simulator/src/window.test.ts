import { describe, expect, it } from 'vitest';
import { errorStyles } from './index.js';
import { postAnthropic, postGemini, postJson, postOpenAi, start } from './testServer.js';

const long = { messages: [{ role: 'user', content: 'word '.repeat(300) }] };
const short = { messages: [{ role: 'user', content: 'word' }] };

describe('the window', () => {
  it.each(errorStyles)('refuses in the words of %s', async (errorStyle) => {
    const simulator = await start({ contextWindow: 200, errorStyle });
    const response = await postOpenAi(simulator, long);
    expect(response.status).toBeGreaterThanOrEqual(400);
    const text = await response.text();
    const prompt = simulator.requests[0]?.promptTokens ?? 0;
    const namesNumbers = /\d/.test(text.replace(/"code":"?\d+"?|"http_code":"400"|2013|\b400\b/g, ''));
    if (namesNumbers) expect(text).toMatch(new RegExp(`\\b(${prompt}|200|${prompt - 200})\\b`));
    expect(simulator.oversized()).toEqual(simulator.rejected());
  });

  it('counts the output cap by the rule of the dialect', async () => {
    const simulator = await start({ contextWindow: 100 });
    const big = { max_tokens: 99 };
    expect((await postOpenAi(simulator, { ...short, ...big })).status).toBe(400);
    expect((await postAnthropic(simulator, { ...short, ...big })).status).toBe(400);
    const contents = [{ role: 'user', parts: [{ text: 'word' }] }];
    expect((await postGemini(simulator, { contents, generationConfig: { maxOutputTokens: 99 } })).status).toBe(200);
    expect(simulator.requests.map(({ oversized }) => oversized)).toEqual([true, true, false]);
  });

  it('accepts up to the last token', async () => {
    const probe = await start({});
    await postOpenAi(probe, short);
    const prompt = probe.requests[0]?.promptTokens ?? 0;
    const simulator = await start({ contextWindow: prompt + 20, respond: () => ({ text: 'word '.repeat(50) }) });
    expect((await postOpenAi(simulator, { ...short, max_tokens: 20 })).status).toBe(200);
    expect((await postOpenAi(simulator, { ...short, max_tokens: 21 })).status).toBe(400);
    const unlimited = (await (await postOpenAi(simulator, short)).json()) as {
      choices: Array<{ finish_reason: string }>;
      usage: { total_tokens: number };
    };
    expect(unlimited.usage.total_tokens).toBe(prompt + 20);
    expect(unlimited.choices[0]?.finish_reason).toBe('length');
  });

  it('refuses an output cap above the limit of the model apart from the window', async () => {
    const simulator = await start({ outputCap: 50 });
    const response = await postAnthropic(simulator, { ...short, max_tokens: 51 });
    expect(await response.text()).toContain(
      'max_tokens: 51 > 50, which is the maximum allowed number of output tokens',
    );
    expect(simulator.oversized()).toEqual([]);
  });

  it('cuts the front away without a word', async () => {
    const seen: string[] = [];
    const simulator = await start({
      contextWindow: 100,
      enforceWindow: 'silent',
      respond: ({ system, messages }) => {
        seen.push(system, JSON.stringify(messages));
        return { text: 'ok' };
      },
    });
    const messages = [{ role: 'system', content: 'Remember this.' }, ...long.messages, ...short.messages];
    const { usage } = (await (await postOpenAi(simulator, { messages })).json()) as {
      usage: { prompt_tokens: number };
    };
    expect(usage.prompt_tokens).toBe(100);
    expect(seen[0]).toBe('');
    expect(seen[1]).toBe(JSON.stringify([{ role: 'user', parts: [{ type: 'text', text: 'word' }] }]));
    expect(simulator.oversized()).toHaveLength(1);
    expect(simulator.rejected()).toEqual([]);
  });

  it('can be off', async () => {
    const simulator = await start({ contextWindow: 100, enforceWindow: 'off' });
    expect((await postOpenAi(simulator, long)).status).toBe(200);
    expect(simulator.oversized()).toHaveLength(1);
  });
});

describe('the body limit', () => {
  it.each([
    ['json', 'application/json', /request_too_large|Request exceeds the maximum size/],
    ['html', 'text/html', /413 Request Entity Too Large/],
    ['none', null, /^$/],
  ] as const)('answers 413 as %s', async (bodyLimitResponse, type, text) => {
    const simulator = await start({ quirks: { maxBodyBytes: 500, bodyLimitResponse } });
    const response = await postAnthropic(simulator, long);
    expect([response.status, response.headers.get('content-type')]).toEqual([413, type]);
    expect(await response.text()).toMatch(text);
    expect(simulator.requests[0]).toMatchObject({ promptTokens: 0, oversized: false });
    expect(simulator.requests[0]?.bodyBytes).toBeGreaterThan(500);
    expect((await postAnthropic(simulator, short)).status).toBe(200);
  });
});

describe('keys and bodies', () => {
  it('asks for a key when it has one', async () => {
    const simulator = await start({ apiKey: 'secret' });
    expect((await postOpenAi(simulator, short)).status).toBe(401);
    expect(await (await postAnthropic(simulator, short)).json()).toMatchObject({
      error: { type: 'authentication_error' },
    });
    const contents = [{ role: 'user', parts: [{ text: 'word' }] }];
    expect(await (await postGemini(simulator, { contents })).json()).toMatchObject({ error: { code: 400 } });
    const url = `${simulator.url}/v1/chat/completions`;
    const authorised = await postJson(url, { model: 'm', ...short }, { authorization: 'Bearer secret' });
    expect(authorised.status).toBe(200);
  });

  it('refuses what is no JSON object', async () => {
    const simulator = await start();
    for (const body of ['', '[]', '{"model":']) {
      expect((await postJson(`${simulator.url}/v1/messages`, body)).status).toBe(400);
    }
    expect(simulator.requests).toHaveLength(3);
  });

  it('notes violations without refusing when told to', async () => {
    const simulator = await start({ validate: 'record' });
    const response = await postOpenAi(simulator, {
      messages: [...short.messages, { role: 'tool', tool_call_id: 'x', content: 'y' }],
    });
    expect(response.status).toBe(200);
    expect(simulator.violations()).toHaveLength(1);
  });
});
