import { script } from '@qwen-code/model-simulator';
import { describe, expect, test } from 'vitest';
import { createAnthropicContentGenerator } from '../../src/providers/anthropic/index.js';
import type { Content, Part } from '../../src/types.js';
import { providerErrorOf } from './failure.js';
import { describeFaults } from './faults.js';
import { config, hello, loop, PNG, providerSetUp } from './simulatedProvider.js';

const MODEL = 'claude-sonnet-4-5';

/** Tokens of a prompt that stand behind its last block and are not cached. */
const TURN_FRAME = 10;

const setUp = providerSetUp('anthropic', createAnthropicContentGenerator, MODEL);

const unmarked = (body: unknown): { messages: unknown[] } & Record<string, unknown> =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'cache_control' ? undefined : value))) as never;

describe.each([MODEL, 'claude-opus-4-6'])('a thinking tool loop with parallel calls on %s', (model) => {
  test('is accepted, keeps its thoughts, and is served from the cache', async () => {
    const { simulator, conversation } = await setUp({ respond: loop(10) }, { model });
    await conversation.say('begin');
    const { requests, log } = simulator;
    expect(requests).toHaveLength(11);
    expect(log.violations()).toEqual([]);
    expect(log.rejected()).toEqual([]);

    const last = unmarked(requests.at(-1)?.body);
    expect(JSON.stringify(last).match(/"type":"thinking","thinking"/g)).toHaveLength(10);
    for (const [index, request] of requests.entries()) {
      const body = unmarked(request.body);
      const previous = index === 0 ? { messages: [] } : unmarked(requests[index - 1]?.body);
      expect(body.messages.slice(0, previous.messages.length)).toEqual(previous.messages);
      if (index > 0)
        expect(request.cachedTokens).toBeGreaterThanOrEqual((requests[index - 1]?.promptTokens ?? 0) - TURN_FRAME);
      const { usage } = conversation.turns[index] ?? {};
      expect(usage?.promptTokenCount).toBe(request.response.usage?.prompt);
      expect(usage?.cachedContentTokenCount).toBe(request.response.usage?.cached);
      expect(usage?.candidatesTokenCount).toBe(request.response.usage?.output);
    }
  });

  test('can be summarised without tools and thinking, and goes on with its early thoughts dropped whole', async () => {
    const { simulator, conversation } = await setUp({ respond: loop(3) }, { model });
    await conversation.say('begin');
    simulator.respond = script([
      { text: 'summary' },
      ...[0, 1].map((index) => ({
        thoughts: 'new',
        toolCalls: [{ name: 'read_file', args: { file_path: `/${index}` } }],
      })),
      { text: 'done' },
    ]);
    const summary = await conversation.ask(
      [...conversation.history, { role: 'user', parts: [{ text: 'Summarise.' }] }],
      {
        systemInstruction: 'Summarise.',
        maxOutputTokens: 20_000,
        thinkingConfig: { includeThoughts: false },
      },
    );
    expect(summary.parts).toEqual([{ text: 'summary' }]);
    expect(simulator.requests.at(-1)?.body).not.toHaveProperty('thinking');
    conversation.history = conversation.history.map((content) => ({
      ...content,
      parts: (content.parts ?? []).filter((part) => !part.thought),
    }));
    await conversation.say('go on');
    expect(simulator.log.violations()).toEqual([]);
    expect(simulator.log.rejected()).toEqual([]);
  });
});

test('images in results, aborted and orphaned calls are accepted', async () => {
  const { simulator, conversation } = await setUp({ respond: loop(2) });
  const image: Part = { inlineData: { mimeType: 'image/png', data: PNG } };
  await conversation.say('begin', ({ functionCall }) => ({
    functionResponse: {
      id: functionCall?.id,
      name: functionCall?.name,
      response: { output: 'an image' },
      parts: [image] as never,
    },
  }));
  const { history } = conversation;
  const broken: Content[] = [
    ...history,
    { role: 'user', parts: [{ functionResponse: { id: 'lost', name: 'read_file', response: { output: 'orphan' } } }] },
    {
      role: 'model',
      parts: [{ functionCall: { id: 'x.y:1', name: 'read_file', args: {} } }, { functionCall: { name: 'read_file' } }],
    },
    { role: 'user', parts: [{ text: 'never mind' }] },
  ];
  await conversation.ask(broken, config);
  expect(simulator.log.violations()).toEqual([]);
  expect(simulator.log.rejected()).toEqual([]);
  expect(simulator.requests.at(-1)?.bodyText).toContain('orphan');
});

test('not streamed, the answer is the same', async () => {
  const { simulator, generator } = await setUp({
    respond: () => ({ thoughts: 'why', text: 'hi', toolCalls: [{ name: 'read_file', args: { file_path: '/a' } }] }),
  });
  const response = await generator.generateContent({ model: MODEL, contents: hello, config }, 'prompt');
  expect(response.candidates?.[0]?.content?.parts).toMatchObject([
    { thought: true, text: 'why', thoughtSignature: expect.any(String) },
    { text: 'hi' },
    { functionCall: { name: 'read_file', args: { file_path: '/a' } } },
  ]);
  expect(response.usageMetadata?.promptTokenCount).toBe(simulator.requests[0]?.response.usage?.prompt);
});

describe('limits', () => {
  const long: Content[] = [{ role: 'user', parts: [{ text: 'word '.repeat(3_000) }] }];

  test('a prompt beyond the window', async () => {
    const { simulator, conversation } = await setUp({ contextWindow: 2_000 });
    const error = await providerErrorOf(conversation.ask(long, {}));
    expect(error.details).toMatchObject({
      kind: 'context-overflow',
      limitTokens: 2_000,
      actualTokens: simulator.requests[0]?.promptTokens,
    });
    expect(simulator.requests).toHaveLength(1);
  });

  test('a prompt that leaves too little room', async () => {
    const { conversation } = await setUp({ contextWindow: 10_000 });
    const error = await providerErrorOf(conversation.ask(long, { maxOutputTokens: 9_000 }));
    expect(error.details).toMatchObject({ kind: 'output-overflow', limitTokens: 10_000 });
  });

  test('an output cap', async () => {
    const { conversation } = await setUp({ outputCap: 4_000 });
    const error = await providerErrorOf(conversation.ask(hello, { maxOutputTokens: 9_000 }));
    expect(error.details).toMatchObject({ kind: 'output-cap', outputLimitTokens: 4_000 });
  });

  test('an answer that is cut off says so', async () => {
    const { conversation } = await setUp({ respond: () => ({ text: 'word '.repeat(500) }) });
    expect((await conversation.ask(hello, { maxOutputTokens: 50 })).finishReason).toBe('MAX_TOKENS');
  });

  test('a window that is full while answering', async () => {
    const { conversation } = await setUp({ respond: () => ({ text: 'half', finishReason: 'window-exceeded' }) });
    expect((await providerErrorOf(conversation.ask(hello, {}))).kind).toBe('context-overflow');
  });
});

describeFaults(setUp, { before: 1, within: 5 });
