import { afterEach, describe, expect, it } from 'vitest';
import { script, startSimulator, type Simulator, type SimulatorOptions } from './index.js';

let simulator: Simulator | undefined;

afterEach(async () => {
  await simulator?.close();
  simulator = undefined;
});

async function start(options: SimulatorOptions): Promise<Simulator> {
  simulator = await startSimulator(options);
  return simulator;
}

function post(target: Simulator, body: object): Promise<Response> {
  return fetch(`${target.baseUrl('openai')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', ...body }),
  });
}

function chunksOf(text: string): Array<Record<string, never>> {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)) as Record<string, never>);
}

const hello = { messages: [{ role: 'user', content: 'hello' }] };

describe('OpenAI dialect', () => {
  it('answers without a stream and counts tokens', async () => {
    const target = await start({ respond: script([{ text: 'good morning', thoughts: 'greet' }]) });
    const answer = (await (await post(target, hello)).json()) as {
      choices: Array<{ message: object; finish_reason: string }>;
      usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
    };
    expect(answer.choices[0]).toMatchObject({
      message: { role: 'assistant', content: 'good morning', reasoning_content: 'greet' },
      finish_reason: 'stop',
    });
    const output = target.countTokens('good morning') + target.countTokens('greet');
    expect(answer.usage.completion_tokens).toBe(output);
    expect(answer.usage.total_tokens).toBe(answer.usage.prompt_tokens + output);
    expect(target.requests[0]).toMatchObject({
      promptTokens: answer.usage.prompt_tokens,
      oversized: false,
      violations: [],
      response: { status: 200, finishReason: 'stop', complete: true },
    });
  });

  it('streams text, parallel calls, finish reason and usage in their own chunks', async () => {
    const calls = [
      { name: 'read_file', args: { file_path: '/a' } },
      { name: 'glob', args: { pattern: '*' } },
    ];
    const target = await start({ respond: script([{ text: 'Reading. '.repeat(20), toolCalls: calls }]) });
    const response = await post(target, { ...hello, stream: true, stream_options: { include_usage: true } });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    const chunks = chunksOf(text) as unknown as Array<{
      choices: Array<{
        delta: {
          content?: string;
          tool_calls?: Array<{ index: number; id?: string; function: { arguments: string } }>;
        };
        finish_reason: string | null;
      }>;
      usage: { prompt_tokens: number } | null;
    }>;
    const deltas = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta));
    expect(deltas.map((delta) => delta.content ?? '').join('')).toBe('Reading. '.repeat(20));
    const pieces = deltas.flatMap((delta) => delta.tool_calls ?? []);
    const argumentsOf = (index: number): string =>
      pieces
        .filter((piece) => piece.index === index)
        .map((piece) => piece.function.arguments)
        .join('');
    expect([argumentsOf(0), argumentsOf(1)]).toEqual(['{"file_path":"/a"}', '{"pattern":"*"}']);
    expect(new Set(pieces.flatMap((piece) => piece.id ?? [])).size).toBe(2);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: target.requests[0]?.promptTokens } });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('cuts the output at max_tokens exactly', async () => {
    const target = await start({ respond: () => ({ text: 'one two three four five six seven eight nine ten' }) });
    const answer = (await (await post(target, { ...hello, max_tokens: 3 })).json()) as {
      choices: Array<{ message: { content: string }; finish_reason: string }>;
      usage: { completion_tokens: number };
    };
    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(answer.usage.completion_tokens).toBe(3);
    expect(target.countTokens(answer.choices[0]?.message.content ?? '')).toBe(3);
  });

  it('reports the common prefix with an earlier prompt as cached', async () => {
    const target = await start({});
    await post(target, hello);
    await post(target, {
      messages: [...hello.messages, { role: 'assistant', content: 'hi' }, { role: 'user', content: 'more' }],
    });
    const [first, second] = target.requests;
    expect(first?.cachedTokens).toBe(0);
    expect(second?.cachedTokens).toBe(first?.promptTokens);
    expect(second?.response.usage?.cached).toBe(second?.cachedTokens);
  });

  it('caches for one model of one dialect only', async () => {
    const target = await start({});
    for (const model of ['one', 'two', 'one']) await post(target, { ...hello, model });
    expect(target.requests.map(({ cachedTokens }) => cachedTokens > 0)).toEqual([false, false, true]);
  });

  it('refuses what does not fit, in the words of the style', async () => {
    const target = await start({ contextWindow: 100, errorStyle: 'vllm' });
    const response = await post(target, { ...hello, max_tokens: 95 });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain("This model's maximum context length is 100 tokens");
    expect(target.oversized()).toHaveLength(1);
    expect(target.rejected()).toHaveLength(1);
  });

  it('refuses calls without results and results without calls', async () => {
    const target = await start({});
    const call = { id: 'call_1', type: 'function', function: { name: 'glob', arguments: '{}' } };
    const missing = await post(target, {
      messages: [...hello.messages, { role: 'assistant', content: null, tool_calls: [call] }, ...hello.messages],
    });
    expect(JSON.stringify(await missing.json())).toContain('did not have response messages: call_1');
    const orphan = await post(target, {
      messages: [...hello.messages, { role: 'tool', tool_call_id: 'call_1', content: 'x' }],
    });
    expect(orphan.status).toBe(400);
    expect(target.violations().map(({ rule }) => rule)).toEqual(['call-without-result', 'result-without-call']);
  });

  it('makes no call when the request forbids it', async () => {
    const target = await start({ respond: () => ({ text: 'x', toolCalls: [{ name: 'glob' }] }) });
    const tools = [{ type: 'function', function: { name: 'glob' } }];
    const answer = (await (await post(target, { ...hello, tools, tool_choice: 'none' })).json()) as {
      choices: object[];
    };
    expect(answer.choices[0]).toMatchObject({ message: { content: 'x' }, finish_reason: 'stop' });
    expect(JSON.stringify(answer)).not.toContain('tool_calls');
  });

  it('cuts calls off at max_tokens as models do, and leaves out those that do not begin', async () => {
    const args = { content: 'word '.repeat(200) };
    const target = await start({
      respond: () => ({
        toolCalls: [
          { name: 'write_file', args },
          { name: 'glob', args: {} },
        ],
      }),
    });
    const answer = (await (await post(target, { ...hello, max_tokens: 50 })).json()) as {
      choices: Array<{ finish_reason: string; message: { tool_calls: Array<{ function: { arguments: string } }> } }>;
      usage: { completion_tokens: number };
    };
    const calls = answer.choices[0]?.message.tool_calls ?? [];
    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(answer.usage.completion_tokens).toBe(50);
    expect(calls).toHaveLength(1);
    expect(JSON.stringify(args).startsWith(calls[0]?.function.arguments ?? '-')).toBe(true);
  });

  it('finds oversized requests that were sent again unchanged', async () => {
    const target = await start({ contextWindow: 20 });
    const big = (word: string) => ({ messages: [{ role: 'user', content: `${word} `.repeat(50) }] });
    for (const body of [big('a'), big('b'), big('a'), hello, hello]) await post(target, body);
    expect(target.oversized().map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(target.log.repeatedOversized().map(({ index }) => index)).toEqual([2]);
  });

  it('carries reasoning in the field that was asked for', async () => {
    const respond = () => ({ text: 'yes', thoughts: 'hm' });
    const plain = await start({ respond, reasoningField: 'reasoning' });
    expect(await (await post(plain, hello)).text()).toContain('"reasoning":"hm"');
    const off = await (await post(plain, { ...hello, enable_thinking: false })).text();
    expect(off).not.toContain('hm');
    await plain.close();
    const tags = await start({ respond, reasoningField: 'think-tags' });
    expect(await (await post(tags, hello)).text()).toContain('<think>\\nhm\\n</think>\\n\\nyes');
  });

  it('shows a scenario that fails as an error that is not tried again', async () => {
    const target = await start({ respond: script([]) });
    const response = await post(target, hello);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('the script has 0 replies');
  });
});
