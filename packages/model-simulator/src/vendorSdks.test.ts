/** The wire formats, judged by the providers' own SDKs. */
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI, type Content } from '@google/genai';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { script, type SimulatedReply, type Simulator } from './index.js';
import { start } from './testServer.js';

const reply: SimulatedReply = {
  thoughts: 'The user wants two files. ',
  text: 'I read both: λ, 文件, 🙂. '.repeat(4),
  toolCalls: [
    { name: 'read_file', args: { file_path: '/a "quoted".txt' } },
    { name: 'read_file', args: { file_path: '/b.txt' } },
  ],
};
const final: SimulatedReply = { text: 'Both are empty.' };

function openAi(simulator: Simulator): OpenAI {
  return new OpenAI({ apiKey: 'any', baseURL: simulator.baseUrl('openai'), maxRetries: 0 });
}

function anthropic(simulator: Simulator): Anthropic {
  return new Anthropic({ apiKey: 'any', baseURL: simulator.baseUrl('anthropic'), maxRetries: 0 });
}

function gemini(simulator: Simulator): GoogleGenAI {
  return new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: simulator.baseUrl('gemini') } });
}

describe('openai', () => {
  const tools = [{ type: 'function' as const, function: { name: 'read_file', parameters: { type: 'object' } } }];

  it('streams a round of tools and its answer', async () => {
    const simulator = await start({ respond: script([reply, final]) });
    const client = openAi(simulator);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Read a and b' }];
    const stream = client.chat.completions.stream({
      model: 'm',
      messages,
      tools,
      stream_options: { include_usage: true },
    });
    const first = await stream.finalChatCompletion();
    const message = first.choices[0]?.message;
    expect(message?.content).toBe(reply.text);
    expect(message?.tool_calls?.map((call) => call.type === 'function' && call.function.arguments)).toEqual([
      '{"file_path":"/a \\"quoted\\".txt"}',
      '{"file_path":"/b.txt"}',
    ]);
    expect(first.usage?.prompt_tokens).toBe(simulator.requests[0]?.promptTokens);
    messages.push({ role: 'assistant', content: message?.content, tool_calls: message?.tool_calls });
    for (const call of message?.tool_calls ?? []) messages.push({ role: 'tool', tool_call_id: call.id, content: '-' });
    const second = await client.chat.completions.create({ model: 'm', messages, tools });
    expect(second.choices[0]?.message.content).toBe(final.text);
    expect(second.usage?.prompt_tokens_details?.cached_tokens).toBeGreaterThan(0);
    expect(simulator.violations()).toEqual([]);
    expect(simulator.requests[1]?.content?.messages.at(-1)?.parts).toHaveLength(2);
  });

  it('raises its errors', async () => {
    const simulator = await start({ contextWindow: 10 });
    const answer = openAi(simulator).chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: 'word '.repeat(50) }],
    });
    await expect(answer).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' });
  });

  it('lists models and embeds', async () => {
    const client = openAi(await start({ models: ['one', 'two'] }));
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(['one', 'two']);
    const { data } = await client.embeddings.create({ model: 'one', input: ['a', 'a', 'b'] });
    expect(data[0]?.embedding).toEqual(data[1]?.embedding);
    expect(data[0]?.embedding).not.toEqual(data[2]?.embedding);
  });
});

describe('anthropic', () => {
  const tools = [{ name: 'read_file', input_schema: { type: 'object' as const } }];
  const thinking = { type: 'enabled' as const, budget_tokens: 1_024 };

  it('streams a round of tools with thinking, which comes back untouched', async () => {
    const simulator = await start({ respond: script([reply, final]) });
    const client = anthropic(simulator);
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Read a and b' }];
    const request = { model: 'm', max_tokens: 2_000, tools, thinking };
    const first = await client.messages.stream({ ...request, messages }).finalMessage();
    expect(first.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use', 'tool_use']);
    expect(first.stop_reason).toBe('tool_use');
    expect(first.content.at(2)).toMatchObject({ name: 'read_file', input: { file_path: '/a "quoted".txt' } });
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = first.usage;
    expect(input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0)).toBe(
      simulator.requests[0]?.promptTokens,
    );
    const results = first.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '-' }] : [],
    );
    messages.push({ role: 'assistant', content: first.content }, { role: 'user', content: results });
    const second = await client.messages.create({ ...request, messages });
    expect(second.content).toMatchObject([{ type: 'text', text: final.text }]);
    expect(second.stop_reason).toBe('end_turn');
    expect(simulator.violations()).toEqual([]);
  });

  it('reports cache reads and writes up to the marks only', async () => {
    const simulator = await start();
    const client = anthropic(simulator);
    const system = [
      { type: 'text' as const, text: 'Rules. '.repeat(50), cache_control: { type: 'ephemeral' as const } },
    ];
    const ask = (content: string): Promise<Anthropic.Message> =>
      client.messages.create({ model: 'm', max_tokens: 50, system, messages: [{ role: 'user', content }] });
    const first = await ask('one');
    const second = await ask('one');
    const written = first.usage.cache_creation_input_tokens ?? 0;
    expect(written).toBeGreaterThan(50);
    expect(first.usage).toMatchObject({ cache_read_input_tokens: 0 });
    expect(second.usage).toMatchObject({ cache_read_input_tokens: written, cache_creation_input_tokens: 0 });
    expect(second.usage.input_tokens).toBe((simulator.requests[1]?.promptTokens ?? 0) - written);
  });

  it('counts tokens, lists models and raises its errors', async () => {
    const simulator = await start({ contextWindow: 60, models: ['one'] });
    const client = anthropic(simulator);
    const messages = [{ role: 'user' as const, content: 'hello' }];
    const { input_tokens } = await client.messages.countTokens({ model: 'm', messages });
    await client.messages.create({ model: 'm', max_tokens: 10, messages });
    expect(input_tokens).toBe(simulator.requests[0]?.promptTokens);
    const models = [];
    for await (const model of client.models.list()) models.push([model.id, model.max_input_tokens]);
    expect(models).toEqual([['one', 60]]);
    const tooLong = client.messages.create({ model: 'm', max_tokens: 90, messages });
    await expect(tooLong).rejects.toThrow(/input length and `max_tokens` exceed context limit: \d+ \+ 90 > 60/);
  });
});

describe('gemini', () => {
  const config = {
    tools: [{ functionDeclarations: [{ name: 'read_file', parametersJsonSchema: { type: 'object' } }] }],
    thinkingConfig: { includeThoughts: true },
    systemInstruction: 'Be brief.',
  };

  it('streams a round of tools with thoughts, whose signatures come back untouched', async () => {
    const simulator = await start({ respond: script([reply, final]) });
    const client = gemini(simulator);
    const contents: Content[] = [{ role: 'user', parts: [{ text: 'Read a and b' }] }];
    const parts = [];
    let last;
    for await (const chunk of await client.models.generateContentStream({ model: 'm', contents, config })) {
      parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      last = chunk;
    }
    const said = parts.filter((part) => !part.thought).map((part) => part.text ?? '');
    expect(said.join('')).toBe(reply.text);
    const calls = parts.filter((part) => part.functionCall);
    expect(calls.map((part) => part.functionCall?.args)).toEqual(reply.toolCalls?.map(({ args }) => args));
    expect(last?.candidates?.[0]?.finishReason).toBe('STOP');
    expect(last?.usageMetadata?.promptTokenCount).toBe(simulator.requests[0]?.promptTokens);
    expect(last?.usageMetadata?.thoughtsTokenCount).toBe(simulator.countTokens(reply.thoughts ?? ''));
    contents.push({ role: 'model', parts: calls });
    const functionResponse = { name: 'read_file', response: { output: '-' } };
    contents.push({ role: 'user', parts: [{ functionResponse }, { functionResponse }] });
    const second = await client.models.generateContent({ model: 'm', contents, config });
    expect(second.text).toBe(final.text);
    expect(second.usageMetadata?.cachedContentTokenCount).toBeGreaterThan(0);
    expect(simulator.violations()).toEqual([]);
  });

  it('counts tokens, embeds, describes models and raises its errors', async () => {
    const simulator = await start({ contextWindow: 30, models: ['one'] });
    const client = gemini(simulator);
    const counted = await client.models.countTokens({ model: 'm', contents: 'hello' });
    await client.models.generateContent({ model: 'm', contents: 'hello' });
    expect(counted.totalTokens).toBe(simulator.requests[0]?.promptTokens);
    expect((await client.models.get({ model: 'one' })).inputTokenLimit).toBe(30);
    const embedded = await client.models.embedContent({ model: 'm', contents: ['a', 'b'] });
    expect(embedded.embeddings?.map(({ values }) => values?.length)).toEqual([8, 8]);
    const tooLong = client.models.generateContent({ model: 'm', contents: 'word '.repeat(50) });
    await expect(tooLong).rejects.toThrow(
      /The input token count \(\d+\) exceeds the maximum number of tokens allowed \(30\)/,
    );
  });
});
