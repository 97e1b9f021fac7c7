/** What the adapters of vendor SDKs make of a faulty connection: the same in every dialect. */
import type { Scenario } from '@qwen-code/model-simulator';
import { describe, expect, test } from 'vitest';
import { providerErrorOf } from './failure.js';
import { hello, type SetUp } from './simulatedProvider.js';

/**
 * @param before events that the dialect sends before any text
 * @param within events after which some text has come
 */
export function describeFaults(setUp: SetUp, { before, within }: { before: number; within: number }): void {
  describe('faults', () => {
    test.each([
      ['a connection dropped before headers', { type: 'drop-before-headers' }],
      ['a rate limit', { type: 'status', status: 429, retryAfterSeconds: 0 }],
      ['a server error', { type: 'status', status: 503 }],
      ['an error event before any text', { type: 'stream-error', after: { events: before } }],
    ] as const)('%s is retried', async (_name, fault) => {
      const { simulator, conversation } = await setUp({ respond: () => ({ text: 'hi' }), faults: [{ on: 0, fault }] });
      expect(textOf(await conversation.ask(hello, {}))).toBe('hi');
      expect(simulator.requests).toHaveLength(2);
    });

    test.each([
      ['a connection dropped within the text', { type: 'drop', after: { events: within } }, 'network'],
      ['a stream without its end', { type: 'no-finish' }, 'network'],
      ['an error event after text', { type: 'stream-error', after: { events: within } }, 'overloaded'],
      ['a stream that stalls', { type: 'stall', after: { events: within } }, 'timeout'],
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
      expect(textOf(await conversation.ask(hello, {}))).toBe('漢字 and more');
    });

    test.each(['absent', 'zero'] as const)('%s usage is undefined', async (usage) => {
      const { conversation } = await setUp({ usage });
      expect((await conversation.ask(hello, {})).usage).toBeUndefined();
    });

    test('an abort takes effect while the server is silent', async () => {
      const { simulator, generator } = await setUp({ respond: () => ({ hold: new Promise(() => undefined) }) });
      const controller = new AbortController();
      const running = generator.generateContentStream(
        { model: 'any', contents: hello, config: { abortSignal: controller.signal } },
        'prompt',
      );
      await simulator.log.waitForRequests(1);
      controller.abort();
      await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    });
  });
}

function textOf({ parts }: { parts: Array<{ text?: string }> }): string {
  return parts.map(({ text }) => text).join('');
}
