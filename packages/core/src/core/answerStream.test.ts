import { describe, expect, it } from 'vitest';
import { user } from '../../test/compaction/histories.js';
import { ProviderError, type ProviderErrorDetails } from '../providers/errors/providerError.js';
import type { Content, FinishReason, GenerateContentResponse, Part, RetryInfo } from '../types.js';
import { AnswerStream, type AnswerPort } from './answerStream.js';
import { StreamEventType, type StreamEvent } from './streamEvents.js';

type Step = GenerateContentResponse | Error;

const says = (text: string, finishReason?: FinishReason): GenerateContentResponse => chunk([{ text }], finishReason);
const chunk = (parts: Part[], finishReason?: FinishReason): GenerateContentResponse => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}) }],
});
const refuses = (details: ProviderErrorDetails): ProviderError => new ProviderError(details.kind, details);

interface Setup {
  /** Per attempt, what the stream does; an error ends it. */
  attempts: Step[][];
  escalatedCap?: number;
  overflowRecovers?: boolean;
  signal?: AbortSignal;
  /** What is waited for before each stream is open. */
  waits?: RetryInfo[];
}

function setUp({ attempts, escalatedCap, overflowRecovers = false, signal, waits = [] }: Setup) {
  const opened: Array<{ extra: Content[]; cap: number | undefined }> = [];
  let recoveries = 0;
  async function* stream(steps: Step[]): AsyncGenerator<GenerateContentResponse> {
    for (const step of steps) {
      if (step instanceof Error) throw step;
      yield step;
    }
  }
  const port: AnswerPort = {
    open: async ({ extra, maxOutputTokens, onRetry }) => {
      opened.push({ extra, cap: maxOutputTokens });
      for (const retry of waits) {
        onRetry(retry);
        await Promise.resolve();
      }
      return stream(attempts[opened.length - 1] ?? []);
    },
    noteUsage: () => undefined,
    async *recoverFromOverflow() {
      recoveries++;
      if (overflowRecovers) yield { type: StreamEventType.RETRY };
      return overflowRecovers;
    },
    escalatedCap: () => escalatedCap,
  };
  const answer = new AnswerStream(port, undefined, { initialDelayMs: 1 }, signal);
  const events: StreamEvent[] = [];
  const run = async (): Promise<GenerateContentResponse[]> => {
    const stream = answer.run();
    for (;;) {
      const next = await stream.next();
      if (next.done) return next.value;
      events.push(next.value);
    }
  };
  return { answer, run, events, opened, recoveries: () => recoveries };
}

/** The events in short: text as it is, the rest by type. */
const summary = (events: StreamEvent[]): string[] =>
  events.map((event) => {
    if (event.type === StreamEventType.CHUNK) return event.value.candidates?.[0]?.content?.parts?.[0]?.text ?? '';
    return event.type === StreamEventType.RETRY && event.isContinuation ? 'continuation' : event.type;
  });

describe('AnswerStream', () => {
  it('yields chunks as they come and returns the last ones', async () => {
    const { run, events, answer } = setUp({ attempts: [[says('a'), says('b', 'STOP'), { usageMetadata: {} }]] });
    expect(await run()).toEqual([says('b', 'STOP'), { usageMetadata: {} }]);
    expect(summary(events)).toEqual(['a']);
    expect(answer.turn.content.parts).toEqual([{ text: 'ab' }]);
  });

  it('tells of the waits before a stream is open; those of a continuation void nothing', async () => {
    const wait = { message: 'busy', maxRetries: 3, delayMs: 5 };
    const waits = [
      { ...wait, attempt: 1 },
      { ...wait, attempt: 2 },
    ];
    const { run, events } = setUp({
      attempts: [[says('cut', 'MAX_TOKENS')], [says(' off', 'STOP')]],
      waits,
    });
    await run();
    const retries = events.filter((event) => event.type === StreamEventType.RETRY);
    expect(retries).toEqual([
      ...waits.map((retryInfo) => ({ type: StreamEventType.RETRY, retryInfo, isContinuation: false })),
      { type: StreamEventType.RETRY, isContinuation: true },
      ...waits.map((retryInfo) => ({ type: StreamEventType.RETRY, retryInfo, isContinuation: true })),
    ]);
  });

  it('begins again after an empty answer and after one that broke off', async () => {
    const { run, events, answer } = setUp({ attempts: [[chunk([], 'STOP')], [says('half')], [says('whole', 'STOP')]] });
    await run();
    expect(summary(events)).toEqual(['retry', 'half', 'retry']);
    expect(events[0]).toMatchObject({ retryInfo: { attempt: 1, maxRetries: 2, delayMs: 1 } });
    expect(answer.turn.content.parts).toEqual([{ text: 'whole' }]);
  });

  it('gives up after two retries and keeps the last half', async () => {
    const { run, answer, opened } = setUp({ attempts: [[says('1')], [says('2')], [says('3')]] });
    await expect(run()).rejects.toMatchObject({ type: 'NO_FINISH_REASON' });
    expect(opened).toHaveLength(3);
    expect(answer.turn.textOnly?.parts).toEqual([{ text: '3' }]);
  });

  it('recovers from an overflow once', async () => {
    const overflow = refuses({ kind: 'context-overflow' });
    const once = setUp({ attempts: [[overflow], [says('ok', 'STOP')]], overflowRecovers: true });
    await once.run();
    expect([once.recoveries(), once.opened.length]).toEqual([1, 2]);
    const twice = setUp({ attempts: [[overflow], [overflow]], overflowRecovers: true });
    await expect(twice.run()).rejects.toBe(overflow);
    expect([twice.recoveries(), twice.opened.length]).toEqual([1, 2]);
  });

  it('does not send again when the overflow could not be cured', async () => {
    const overflow = refuses({ kind: 'context-overflow' });
    const { run, opened } = setUp({ attempts: [[overflow]] });
    await expect(run()).rejects.toBe(overflow);
    expect(opened).toHaveLength(1);
  });

  it('lowers an output cap that is refused, once, without compacting', async () => {
    const cap = refuses({ kind: 'output-cap', outputLimitTokens: 8_192 });
    const cured = setUp({ attempts: [[cap], [says('ok', 'STOP')]] });
    await cured.run();
    expect(cured.opened.map(({ cap }) => cap)).toEqual([undefined, 8_192]);
    expect(cured.recoveries()).toBe(0);
    const refusedAgain = setUp({ attempts: [[cap], [cap]] });
    await expect(refusedAgain.run()).rejects.toBe(cap);
  });

  it('compacts when prompt and output overflow and the prompt fills the window', async () => {
    const full = refuses({ kind: 'output-overflow', limitTokens: 8_000, actualTokens: 7_900 });
    const { run, recoveries } = setUp({ attempts: [[full], [says('ok', 'STOP')]], overflowRecovers: true });
    await run();
    expect(recoveries()).toBe(1);
  });

  it('asks again with a larger cap for an answer that was cut off', async () => {
    const attempts = [[says('cut', 'MAX_TOKENS')], [says('whole', 'STOP')]];
    const { run, events, opened, answer } = setUp({ attempts, escalatedCap: 64_000 });
    await run();
    expect(opened).toEqual([
      { extra: [], cap: undefined },
      { extra: [], cap: 64_000 },
    ]);
    expect(summary(events)).toEqual(['retry']);
    expect(answer.turn.content.parts).toEqual([{ text: 'whole' }]);
  });

  it('continues an answer that a larger cap did not help, and stores it as one', async () => {
    const attempts = [[says('cut', 'MAX_TOKENS')], [says('one '), says('two ', 'MAX_TOKENS')], [says('three', 'STOP')]];
    const { run, events, opened, answer } = setUp({ attempts, escalatedCap: 64_000 });
    expect(await run()).toEqual([says('three', 'STOP')]);
    expect(summary(events)).toEqual(['retry', 'one ', 'two ', 'continuation']);
    expect(opened[2]?.extra[0]?.parts).toEqual([{ text: 'one two ' }]);
    expect(opened[2]?.extra[1]?.role).toBe('user');
    expect(answer.turn.content.parts).toEqual([{ text: 'one two three' }]);
  });

  it('continues at most three times, and says that the answer is cut off', async () => {
    const attempts = Array.from({ length: 9 }, (_, index) => [says(`${index}`, 'MAX_TOKENS')]);
    const { run, opened } = setUp({ attempts });
    expect(await run()).toEqual([says('3', 'MAX_TOKENS')]);
    expect(opened).toHaveLength(4);
  });

  it('does not continue an answer with calls, or one without text', async () => {
    const call = chunk([{ functionCall: { id: '1', name: 'glob', args: {} } }], 'MAX_TOKENS');
    const thought = chunk([{ text: 'hm', thought: true }], 'MAX_TOKENS');
    for (const cut of [call, thought]) {
      const { run, opened } = setUp({ attempts: [[cut]] });
      expect(await run()).toEqual([cut]);
      expect(opened).toHaveLength(1);
    }
  });

  it('keeps what it has when the continuation is refused', async () => {
    const attempts = [[says('half', 'MAX_TOKENS')], [refuses({ kind: 'context-overflow' })]];
    const { run, answer } = setUp({ attempts });
    const last = await run();
    expect(last.at(-1)?.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
    expect(answer.turn.content.parts).toEqual([{ text: 'half' }]);
  });

  it('stops waiting at once when the signal aborts', async () => {
    const controller = new AbortController();
    const limited = refuses({ kind: 'rate-limit', retryAfterMs: 60_000 });
    const { answer } = setUp({ attempts: [[limited]], signal: controller.signal });
    const stream = answer.run();
    const first = await stream.next();
    expect(first.value).toMatchObject({ type: StreamEventType.RETRY, retryInfo: { delayMs: 60_000 } });
    const second = stream.next();
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('throws for a stream that ends quietly because of an abort', async () => {
    const { run } = setUp({ attempts: [[says('a', 'STOP')]], signal: AbortSignal.abort() });
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sends the partial answer after the conversation, never the question again', async () => {
    const { run, opened } = setUp({ attempts: [[says('a', 'MAX_TOKENS')], [says('b', 'STOP')]] });
    await run();
    expect(opened[1]?.extra.map(({ role }) => role)).toEqual(['model', 'user']);
    expect(opened[1]?.extra).not.toContainEqual(user('a'));
  });
});
