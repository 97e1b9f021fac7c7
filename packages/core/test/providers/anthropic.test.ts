import {
  script,
  startSimulator,
  toolLoop,
  type Scenario,
  type Simulator,
  type SimulatorOptions,
} from '@qwen-code/model-simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAnthropicContentGenerator } from '../../src/providers/anthropic/index.js';
import type { ContentGenerator, ContentGeneratorConfig } from '../../src/providers/contentGenerator.js';
import type { Content, GenerateContentConfig, Part } from '../../src/types.js';
import { Conversation } from './conversation.js';
import { providerErrorOf } from './failure.js';

const MODEL = 'claude-sonnet-4-5';

/** Tokens of a prompt that stand behind its last block and are not cached. */
const TURN_FRAME = 10;

const config: GenerateContentConfig = {
  systemInstruction: 'You are a test.',
  tools: [
    {
      functionDeclarations: [
        {
          name: 'read_file',
          description: 'Reads a file',
          parametersJsonSchema: { type: 'object', properties: { file_path: { type: 'string' } } },
        },
      ],
    },
  ],
};

interface Setup {
  simulator: Simulator;
  generator: ContentGenerator;
  conversation: Conversation;
}

async function setUp(options: SimulatorOptions, settings: Partial<ContentGeneratorConfig> = {}): Promise<Setup> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  const generator = createAnthropicContentGenerator({
    model: MODEL,
    apiKey: 'key',
    baseUrl: simulator.baseUrl('anthropic'),
    retryInitialDelayMs: 1,
    retryMaxDelayMs: 2,
    ...settings,
  });
  return { simulator, generator, conversation: new Conversation(generator, settings.model ?? MODEL, config) };
}

const loop = (rounds: number): Scenario =>
  toolLoop({
    files: ['/a', '/b', '/c'],
    rounds,
    callsPerRound: 2,
    text: (round) => `step ${round}`,
    thoughts: (round) => `thought of step ${round}`,
  });

const hello: Content[] = [{ role: 'user', parts: [{ text: 'hello' }] }];

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
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const image: Part = { inlineData: { mimeType: 'image/png', data: png } };
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

describe('faults', () => {
  test.each([
    ['a connection dropped before headers', { type: 'drop-before-headers' }],
    ['a rate limit', { type: 'status', status: 429, retryAfterSeconds: 0 }],
    ['a server error', { type: 'status', status: 503 }],
    ['an error event before any text', { type: 'stream-error', after: { events: 1 } }],
  ] as const)('%s is retried', async (_name, fault) => {
    const { simulator, conversation } = await setUp({ respond: () => ({ text: 'hi' }), faults: [{ on: 0, fault }] });
    expect((await conversation.ask(hello, {})).parts.map((part) => part.text).join('')).toBe('hi');
    expect(simulator.requests).toHaveLength(2);
  });

  test.each([
    ['a connection dropped within the text', { type: 'drop', after: { events: 5 } }, 'network'],
    ['a stream without its end', { type: 'no-finish' }, 'network'],
    ['an error event after text', { type: 'stream-error', after: { events: 5 } }, 'overloaded'],
    ['a stream that stalls', { type: 'stall', after: { events: 5 } }, 'timeout'],
  ] as const)('%s is not', async (_name, fault, kind) => {
    const respond: Scenario = () => ({ text: 'word '.repeat(100) });
    const { simulator, conversation } = await setUp(
      { respond, faults: [{ on: 0, fault }] },
      { streamIdleTimeoutMs: 100 },
    );
    expect((await providerErrorOf(conversation.ask(hello, {}))).kind).toBe(kind);
    expect(simulator.requests).toHaveLength(1);
  });

  test('events torn into single bytes are read', async () => {
    const { conversation } = await setUp({
      respond: () => ({ text: '漢字 and more' }),
      faults: [{ on: 0, fault: { type: 'chunked', bytes: 1 } }],
    });
    expect((await conversation.ask(hello, {})).parts.map((part) => part.text).join('')).toBe('漢字 and more');
  });

  test.each(['absent', 'zero'] as const)('%s usage is undefined', async (usage) => {
    const { conversation } = await setUp({ usage });
    expect((await conversation.ask(hello, {})).usage).toBeUndefined();
  });

  test('an abort takes effect while the server is silent', async () => {
    const { simulator, generator } = await setUp({ respond: () => ({ hold: new Promise(() => undefined) }) });
    const controller = new AbortController();
    const running = generator.generateContentStream(
      { model: MODEL, contents: hello, config: { abortSignal: controller.signal } },
      'prompt',
    );
    await simulator.log.waitForRequests(1);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });
});
