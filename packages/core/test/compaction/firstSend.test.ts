import { summaryOr } from '@qwen-code/model-simulator';
import { describe, expect, it } from 'vitest';
import { GeminiChat } from '../../src/core/geminiChat.js';
import { ChatCompressionService } from '../../src/services/chatCompressionService.js';
import type { Content, Part } from '../../src/types.js';
import { dialects, dueConversation, eventTypes, longHistory, openChat, words } from './harness.js';
import { scriptedGenerator } from './scriptedGenerator.js';

const reply = summaryOr(() => ({ text: 'fine' }));

describe.each(dialects)('the size of a conversation (%s)', (dialect) => {
  const window = 100_000;

  it('is estimated on the first send of a long one', async () => {
    const { send, summaries, chat, messages } = await openChat({
      dialect,
      window,
      history: longHistory(9, 4_100),
      simulator: { respond: reply },
    });
    expect(eventTypes(await send('next'))).toEqual(['compressed']);
    expect(summaries()).toHaveLength(1);
    const usage = messages()[0]?.response.usage;
    expect(chat.getLastPromptTokenCount()).toBe((usage?.prompt ?? 0) + (usage?.output ?? 0));
  });

  it('includes system instruction and tools on the first send', async () => {
    const history = longHistory(9, 3_600);
    const systemInstruction = words(6_000);
    const simulator = { respond: reply };
    const without = await openChat({ dialect, window, history, simulator });
    expect(eventTypes(await without.send('next'))).toEqual([]);
    const withInstruction = await openChat({
      dialect,
      window,
      history,
      simulator,
      generationConfig: { systemInstruction },
    });
    expect(eventTypes(await withInstruction.send('next'))).toEqual(['compressed']);
  });

  it('bounds the output in a small window from the first send on', async () => {
    const { send, simulator } = await openChat({
      dialect,
      window: 8_192,
      generationConfig: { systemInstruction: words(3_500) },
      simulator: { respond: reply, enforceWindow: 'total' },
    });
    await send('hi');
    expect(simulator.rejected()).toEqual([]);
  });

  it('includes the message that is about to be sent', async () => {
    const due = { ...dueConversation(dialect), lastPromptTokenCount: 50_000, simulator: { respond: reply } };
    const small = await openChat(due);
    expect(eventTypes(await small.send('next'))).toEqual([]);
    const big = await openChat(due);
    expect(eventTypes(await big.send(words(21_000)))).toEqual(['compressed']);
  });

  it('includes messages whose send failed', async () => {
    const { send } = await openChat({
      ...dueConversation(dialect),
      lastPromptTokenCount: 50_000,
      simulator: { respond: reply, faults: [{ on: 0, fault: { type: 'status', status: 401 } }] },
    });
    await expect(send(words(19_000))).rejects.toMatchObject({ kind: 'auth' });
    expect(eventTypes(await send(words(2_000)))).toEqual(['compressed']);
  });

  it('is known without a provider that counts', async () => {
    const { send, summaries } = await openChat({
      dialect,
      window: 20_000,
      simulator: { respond: () => ({ text: words(1_000) }), usage: 'absent', enforceWindow: 'off' },
    });
    for (let turn = 0; turn < 8; turn++) await send(words(1_500));
    expect(summaries().length).toBeGreaterThan(0);
  });

  it('counts images as the setting says, wherever they are', async () => {
    const image: Part = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
    const history: Content[] = longHistory(9, 3_700).map((content) =>
      content.role === 'user' ? { ...content, parts: [...(content.parts ?? []), image] } : content,
    );
    const setup = {
      dialect,
      window,
      history,
      simulator: { respond: reply, validate: 'record' as const, enforceWindow: 'off' as const },
    };
    const small = await openChat({ ...setup, settings: { imageTokenEstimate: 100 } });
    expect(eventTypes(await small.send('next'))).toEqual([]);
    const large = await openChat({ ...setup, settings: { imageTokenEstimate: 700 } });
    expect(eventTypes(await large.send('next'))).toEqual(['compressed']);
  });
});

describe('the steady path', () => {
  /** A message that counts how often its parts are looked at. */
  function watched(content: Content): Content & { reads(): number } {
    let reads = 0;
    const { parts } = content;
    return Object.defineProperty({ role: content.role, reads: () => reads }, 'parts', {
      enumerable: true,
      get: () => {
        reads++;
        return parts;
      },
    }) as Content & { reads(): number };
  }

  it('looks at the old messages only to send them', async () => {
    const usage = { promptTokenCount: 1_000, candidatesTokenCount: 10, totalTokenCount: 1_010 };
    const { generator } = scriptedGenerator([{ parts: [{ text: 'fine' }], usage }]);
    const history = longHistory(5, 100).map(watched);
    const chat = new GeminiChat(
      {
        getModel: () => 'm',
        getContentGenerator: () => generator,
        getContentGeneratorConfig: () => ({ model: 'm', contextWindowSize: 100_000 }),
        getChatCompression: () => undefined,
      },
      {},
      history,
    );
    chat.setLastPromptTokenCount(1_000);
    for await (const event of await chat.sendMessageStream('m', { message: 'hi' }, 'p'))
      expect(event.type).toBe('chunk');
    expect(history.map((content) => content.reads())).toEqual(Array(10).fill(1));
  });

  it('copies no history below the threshold', async () => {
    const chat = {
      getHistory: () => {
        throw new Error('the history was copied');
      },
    };
    const { generator } = scriptedGenerator([]);
    const { info } = await new ChatCompressionService().compress(chat, {
      promptId: 'p',
      force: false,
      model: 'm',
      consecutiveFailures: 0,
      originalTokenCount: 50_000,
      pendingUserMessage: { role: 'user', parts: [{ text: words(1_000) }] },
      config: {
        getModel: () => 'm',
        getContentGenerator: () => generator,
        getContentGeneratorConfig: () => ({ contextWindowSize: 100_000 }),
        getChatCompression: () => undefined,
      },
    });
    expect(info).toEqual({ originalTokenCount: 50_000, newTokenCount: 50_000, compressionStatus: 5 });
  });
});

describe('a provider that counts the prompt only', () => {
  it('leaves the answer to the estimate', async () => {
    const { generator } = scriptedGenerator([{ parts: [{ text: words(100) }], usage: { promptTokenCount: 1_000 } }]);
    const chat = new GeminiChat({
      getModel: () => 'm',
      getContentGenerator: () => generator,
      getContentGeneratorConfig: () => ({ model: 'm', contextWindowSize: 100_000 }),
      getChatCompression: () => undefined,
    });
    for await (const event of await chat.sendMessageStream('m', { message: words(50) }, 'p'))
      expect(event.type).toBe('chunk');
    expect(chat.estimatePromptTokens()).toBe(1_000 + 100);
  });
});
