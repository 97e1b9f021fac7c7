/** Whole conversations in the OpenAI dialect against the simulator, which refuses what a strict server refuses. */
import type { Scenario, ServerKind } from '@qwen-code/model-simulator';
import { describe, expect, test } from 'vitest';
import { resolveContextWindow } from '../../src/providers/contextWindow/resolveContextWindow.js';
import { createOpenAiContentGenerator } from '../../src/providers/openai/index.js';
import { INVALID_JSON_KEY } from '../../src/providers/toolArguments.js';
import type { Part } from '../../src/types.js';
import { config, hello, loop, PNG, providerSetUp } from './simulatedProvider.js';

const setUp = providerSetUp('openai', createOpenAiContentGenerator, 'simulated-model');
const messagesOf = (body: unknown): unknown[] => (body as { messages: unknown[] }).messages;

describe.each(['reasoning_content', 'reasoning', 'think-tags'] as const)(
  'a tool loop, reasoning in %s',
  (reasoningField) => {
    test('is accepted, extends each request by the next, and is served from the cache', async () => {
      const { simulator, conversation } = await setUp({ respond: loop(12, 3), reasoningField, streamCharacters: 7 });
      await conversation.say('begin');
      await conversation.say('and again');
      const { requests, log } = simulator;
      expect(requests.length).toBeGreaterThanOrEqual(14);
      expect(log.violations()).toEqual([]);
      expect(log.rejected()).toEqual([]);
      expect(conversation.turns[0]!.parts).toContainEqual({ thought: true, text: expect.any(String) });
      for (const [index, request] of requests.entries()) {
        if (index > 0) {
          const before = messagesOf(requests[index - 1]!.body);
          expect(JSON.stringify(messagesOf(request.body).slice(0, before.length))).toBe(JSON.stringify(before));
        }
        const { usage } = conversation.turns[index]!;
        expect(usage?.promptTokenCount).toBe(request.response.usage?.prompt);
        expect(usage?.cachedContentTokenCount).toBe(request.response.usage?.cached);
        expect(usage?.candidatesTokenCount).toBe(request.response.usage?.output);
      }
      expect(log.cachedShare(1)).toBeGreaterThan(0.8);
    });
  },
);

test('aborted, orphaned, repeated and nameless calls are accepted', async () => {
  const { simulator, conversation } = await setUp({ respond: loop(1, 3), quirks: { alternateRoles: true } });
  const result = (id: string | undefined, output: string): Part => ({
    functionResponse: { id, name: 'read_file', response: { output } },
  });
  const call = (id?: string, name = 'read_file'): Part => ({ functionCall: { id, name, args: {} } });
  await conversation.ask(
    [
      { role: 'model', parts: [{ text: 'begun before' }] },
      { role: 'user', parts: [result('lost', 'orphan')] },
      { role: 'model', parts: [call('a'), call('a'), call(), call('x'.repeat(60), 'bad name!')] },
      { role: 'user', parts: [{ text: 'stop' }, result('a', ''), { text: '' }] },
      { role: 'user', parts: [{ text: 'never mind' }] },
      { role: 'model', parts: [] },
      { role: 'model', parts: [call('a')] },
    ],
    config,
  );
  expect(simulator.log.violations()).toEqual([]);
  expect(simulator.log.rejected()).toEqual([]);
  expect(simulator.requests[0]!.bodyText).toContain('orphan');
});

test.each([true, false])('images in results are accepted (in a message of their own: %s)', async (splitToolMedia) => {
  const { simulator, conversation } = await setUp({ respond: loop(2, 3) }, { splitToolMedia });
  await conversation.say('begin', ({ functionCall }) => ({
    functionResponse: {
      id: functionCall!.id,
      name: functionCall!.name,
      response: { output: 'an image' },
      parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] as never,
    },
  }));
  expect(simulator.log.violations()).toEqual([]);
  expect(simulator.log.rejected()).toEqual([]);
  expect(simulator.requests.at(-1)!.bodyText).toContain(PNG);
});

test('not streamed, the answer is the same', async () => {
  const respond: Scenario = () => ({
    thoughts: 'why',
    text: 'hi',
    toolCalls: [{ name: 'read_file', args: { file_path: '/a' } }],
  });
  const { simulator, generator, conversation } = await setUp({ respond });
  const response = await generator.generateContent({ model: 'simulated-model', contents: hello, config }, 'p');
  const streamed = await conversation.ask(hello, config);
  const joined = (parts: Part[]): unknown => [
    parts
      .filter((part) => part.thought)
      .map(({ text }) => text)
      .join(''),
    parts
      .filter((part) => part.text && !part.thought)
      .map(({ text }) => text)
      .join(''),
    parts.flatMap((part) => (part.functionCall ? [part.functionCall.args] : [])),
  ];
  const expected = ['why', 'hi', [{ file_path: '/a' }]];
  expect(joined(response.candidates![0]!.content!.parts!)).toEqual(expected);
  expect(joined(streamed.parts)).toEqual(expected);
  expect(response.usageMetadata?.promptTokenCount).toBe(simulator.requests[0]!.promptTokens);
});

test('a compaction: no thinking, a cap that holds, and its cut seen', async () => {
  const { simulator, generator } = await setUp(
    { respond: () => ({ text: 'word '.repeat(500) }) },
    { samplingParams: { temperature: 0.2 } },
  );
  const response = await generator.generateContent(
    {
      model: 'simulated-model',
      contents: hello,
      config: { maxOutputTokens: 50, thinkingConfig: { includeThoughts: false } },
    },
    'p',
  );
  expect(response.candidates![0]!.finishReason).toBe('MAX_TOKENS');
  expect(response.usageMetadata!.candidatesTokenCount).toBe(50);
  expect(simulator.requests[0]!.body).toMatchObject({
    max_tokens: 50,
    temperature: 0.2,
    chat_template_kwargs: { enable_thinking: false },
  });
});

test('a call cut off by the cap is marked, not guessed at, and can be answered', async () => {
  const respond: Scenario = ({ index }) =>
    index === 0 ? { toolCalls: [{ name: 'read_file', args: { file_path: '/a'.repeat(500) } }] } : { text: 'sorry' };
  const { simulator, conversation } = await setUp({ respond });
  const { parts, finishReason } = await conversation.ask(hello, { ...config, maxOutputTokens: 40 });
  expect(finishReason).toBe('MAX_TOKENS');
  const cut = parts.find((part) => part.functionCall)!;
  expect(Object.keys(cut.functionCall!.args!)).toEqual([INVALID_JSON_KEY]);
  await conversation.ask([...hello, { role: 'model', parts }, { role: 'user', parts: [{ text: 'go on' }] }], config);
  expect(simulator.log.violations()).toEqual([]);
  expect(simulator.log.rejected()).toEqual([]);
});

describe('usage', () => {
  test.each([
    ['absent', undefined],
    ['zero', undefined],
    ['null-last', undefined],
    ['only-with-include_usage', expect.any(Number)],
  ] as const)('%s', async (usage, expected) => {
    const { conversation } = await setUp({ usage });
    expect((await conversation.ask(hello, config)).usage?.promptTokenCount).toEqual(expected);
  });

  test('in the finish chunk', async () => {
    const { simulator, conversation } = await setUp({ usageIn: 'finish-chunk' });
    expect((await conversation.ask(hello, config)).usage?.promptTokenCount).toBe(simulator.requests[0]!.promptTokens);
  });
});

describe('misbehaviour', () => {
  test.each([
    { type: 'drop-before-headers' },
    { type: 'status', status: 503, body: 'Service Unavailable' },
    { type: 'status', status: 429, retryAfterSeconds: 0 },
    { type: 'drop', after: { events: 0 } },
    { type: 'cut', after: { events: 0 } },
  ] as const)('$type before any output is made good by asking again', async (fault) => {
    const { simulator, conversation } = await setUp({ faults: [{ on: 0, fault }] });
    expect((await conversation.ask(hello, config)).parts.length).toBeGreaterThan(0);
    expect(simulator.requests).toHaveLength(2);
    expect(simulator.requests[1]!.bodyText).toBe(simulator.requests[0]!.bodyText);
  });

  test.each([
    { type: 'drop', after: { events: 3 } },
    { type: 'drop', after: { bytes: 700 } },
    { type: 'cut', after: { bytes: 700 } },
  ] as const)('$type after some output is an error', async (fault) => {
    const respond: Scenario = () => ({ text: 'word '.repeat(200) });
    const { simulator, conversation } = await setUp({ respond, faults: [{ on: 0, fault }] });
    await expect(conversation.ask(hello, config)).rejects.toMatchObject({ name: 'ProviderError', kind: 'network' });
    expect(simulator.requests).toHaveLength(1);
  });

  test('a stalled stream is given up', async () => {
    const faults = [{ on: 0, fault: { type: 'stall', after: { events: 2 } } } as const];
    const { conversation } = await setUp(
      { respond: () => ({ text: 'word '.repeat(50) }), faults },
      { streamIdleTimeoutMs: 50 },
    );
    await expect(conversation.ask(hello, config)).rejects.toMatchObject({ name: 'ProviderError', kind: 'timeout' });
  });

  test('chunks of any size are read', async () => {
    const faults = [{ on: 0, fault: { type: 'chunked', bytes: 3 } } as const];
    const { conversation } = await setUp({ respond: () => ({ text: 'Grüße, 世界 👋' }), faults });
    const { parts } = await conversation.ask(hello, config);
    expect(parts.map(({ text }) => text).join('')).toBe('Grüße, 世界 👋');
  });
});

test.each(['openrouter', 'vllm', 'llama.cpp', 'ollama', 'lmstudio'] as const)(
  'the window of %s is found',
  async (serverKind: ServerKind) => {
    const { simulator } = await setUp({ serverKind, contextWindow: 24_576 });
    const window = await resolveContextWindow({ model: 'simulated-model', baseUrl: simulator.baseUrl('openai') });
    expect(window).toMatchObject({ tokens: 24_576, source: 'server' });
  },
);
