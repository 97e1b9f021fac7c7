import { script } from '@qwen-code/model-simulator';
import { describe, expect, test } from 'vitest';
import { createGeminiContentGenerator } from '../../src/providers/gemini/index.js';
import type { Content, Part } from '../../src/types.js';
import { providerErrorOf } from './failure.js';
import { describeFaults } from './faults.js';
import { config, hello, loop, PNG, providerSetUp } from './simulatedProvider.js';

const MODEL = 'gemini-2.5-flash';

const setUp = providerSetUp('gemini', createGeminiContentGenerator, MODEL);
const contentsOf = (body: unknown): Content[] => (body as { contents: Content[] }).contents;

describe.each([MODEL, 'gemini-3-pro-preview'])('a thinking tool loop with parallel calls on %s', (model) => {
  test('is accepted, sends signatures back, and is served from the cache', async () => {
    const { simulator, conversation } = await setUp({ respond: loop(10) }, { model });
    await conversation.say('begin');
    const { requests, log } = simulator;
    expect(requests).toHaveLength(11);
    expect(log.violations()).toEqual([]);
    expect(log.rejected()).toEqual([]);
    expect(requests.at(-1)?.bodyText.match(/"thoughtSignature"/g)).toHaveLength(10);
    expect(requests.at(-1)?.bodyText).not.toContain('thought of step');

    for (const [index, request] of requests.entries()) {
      const previous = index === 0 ? [] : contentsOf(requests[index - 1]?.body);
      expect(contentsOf(request.body).slice(0, previous.length)).toEqual(previous);
      if (index > 0) expect(request.cachedTokens).toBeGreaterThan((requests[index - 1]?.promptTokens ?? 0) * 0.9);
      const { usage } = conversation.turns[index] ?? {};
      expect(usage?.promptTokenCount).toBe(request.response.usage?.prompt);
      expect(usage?.candidatesTokenCount).toBe(request.response.usage?.output);
      expect(usage?.totalTokenCount).toBe((usage?.promptTokenCount ?? 0) + (usage?.candidatesTokenCount ?? 0));
    }
    const ids = conversation.turns.flatMap(({ parts }) => parts.flatMap((part) => part.functionCall?.id ?? []));
    expect(new Set(ids).size).toBe(20);
  });

  test('can be summarised without tools and thoughts', async () => {
    const { simulator, conversation } = await setUp({ respond: loop(3) }, { model });
    await conversation.say('begin');
    simulator.respond = script([{ text: 'summary' }]);
    const summary = await conversation.ask(
      [...conversation.history, { role: 'user', parts: [{ text: 'Summarise.' }] }],
      {
        systemInstruction: 'Summarise.',
        maxOutputTokens: 20_000,
        thinkingConfig: { includeThoughts: false },
      },
    );
    expect(summary.parts).toEqual([{ text: 'summary' }]);
    expect(simulator.log.rejected()).toEqual([]);
    const { generationConfig } = simulator.requests.at(-1)?.body ?? {};
    const least = model === MODEL ? { thinkingBudget: 0 } : { thinkingLevel: 'LOW' };
    expect(generationConfig).toEqual({ maxOutputTokens: 20_000, thinkingConfig: { includeThoughts: false, ...least } });
  });

  test('a history of another provider, with aborted and orphaned calls, is accepted', async () => {
    const { simulator, conversation } = await setUp({}, { model });
    const call = (id?: string): Part => ({ functionCall: { id, name: 'read_file', args: {} } });
    const foreign: Content[] = [
      { role: 'user', parts: [{ text: 'x' }] },
      {
        role: 'model',
        parts: [{ thought: true, text: 'signed elsewhere', thoughtSignature: 'c2ln' }, { text: 'y' }, call('toolu_1')],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'toolu_1', name: 'read_file', response: { output: 'z' } } }] },
      { role: 'model', parts: [call('a'), call()] },
      {
        role: 'user',
        parts: [
          { text: 'never mind' },
          { functionResponse: { id: 'lost', name: 'read_file', response: { output: 'orphan' } } },
        ],
      },
    ];
    await conversation.ask(foreign, config);
    expect(simulator.log.violations()).toEqual([]);
    expect(simulator.requests[0]?.bodyText).toContain('orphan');
    expect(simulator.requests[0]?.bodyText).not.toContain('signed elsewhere');
  });

  test('images in results arrive', async () => {
    const { simulator, conversation } = await setUp({ respond: loop(1) }, { model });
    await conversation.say('begin', ({ functionCall }) => ({
      functionResponse: {
        id: functionCall?.id,
        name: functionCall?.name,
        response: { output: 'an image' },
        parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }],
      },
    }));
    expect(simulator.log.violations()).toEqual([]);
    expect(simulator.requests.at(-1)?.bodyText.split(PNG)).toHaveLength(3);
  });
});

test('not streamed, the answer is the same', async () => {
  const { simulator, generator } = await setUp({
    respond: () => ({ thoughts: 'why', text: 'hi', toolCalls: [{ name: 'read_file', args: { file_path: '/a' } }] }),
  });
  const response = await generator.generateContent({ model: MODEL, contents: hello, config }, 'prompt');
  expect(response.candidates?.[0]?.content?.parts).toMatchObject([
    { thought: true, text: 'why' },
    { text: 'hi' },
    { functionCall: { name: 'read_file', args: { file_path: '/a' } }, thoughtSignature: expect.any(String) },
  ]);
  expect(response.usageMetadata?.promptTokenCount).toBe(simulator.requests[0]?.response.usage?.prompt);
});

test('tokens are counted as the server counts them', async () => {
  const { simulator, generator, conversation } = await setUp({});
  const { totalTokens } = await generator.countTokens({ model: MODEL, contents: hello });
  await conversation.ask(hello, {});
  expect(totalTokens).toBe(simulator.requests[0]?.promptTokens);
});

describe('limits', () => {
  test('a prompt beyond the window', async () => {
    const { simulator, conversation } = await setUp({ contextWindow: 2_000 });
    const error = await providerErrorOf(
      conversation.ask([{ role: 'user', parts: [{ text: 'word '.repeat(3_000) }] }], {}),
    );
    expect(error.details).toMatchObject({
      kind: 'context-overflow',
      limitTokens: 2_000,
      actualTokens: simulator.requests[0]?.promptTokens,
    });
    expect(simulator.requests).toHaveLength(1);
  });

  test('an answer that is cut off says so', async () => {
    const { conversation } = await setUp({ respond: () => ({ text: 'word '.repeat(500) }) });
    expect((await conversation.ask(hello, { maxOutputTokens: 50 })).finishReason).toBe('MAX_TOKENS');
  });
});

describeFaults(setUp, { before: 0, within: 3 });
