import { describe, expect, it } from 'vitest';
import { model, user } from '../../test/compaction/histories.js';
import { scriptedGenerator, type ScriptedAnswer } from '../../test/compaction/scriptedGenerator.js';
import { CompressionStatus } from '../services/compaction/compressionStatus.js';
import { GeminiClient, type ClientConfig, type SessionStartSource } from './client.js';
import { GeminiEventType, type ServerGeminiStreamEvent } from './turn.js';

const signal = new AbortController().signal;

interface Setup {
  answers?: ScriptedAnswer[];
  summaries?: ScriptedAnswer[];
  sessionStart?: (source: SessionStartSource) => Promise<string | undefined>;
  sessionTokenLimit?: number;
}

function setUp({ answers = [], summaries = [], sessionStart, sessionTokenLimit }: Setup = {}) {
  const scripted = scriptedGenerator(answers, summaries);
  const log: string[] = [];
  const shown: number[] = [];
  const declarations = [{ name: 'glob', parametersJsonSchema: {} }];
  let instruction = 'You are an agent.';
  const config: ClientConfig = {
    getModel: () => 'test-model',
    getContentGenerator: () => scripted.generator,
    getContentGeneratorConfig: () => ({ model: 'test-model', contextWindowSize: 10_000 }),
    getChatCompression: () => undefined,
    getSystemInstruction: () => instruction,
    getToolRegistry: () => ({ declarations: () => declarations }),
    getSessionTokenLimit: () => sessionTokenLimit ?? 0,
    getTokenCountDisplay: () => ({ setLastPromptTokenCount: (count) => void shown.push(count) }),
    getDebugLogger: () => ({ debug: () => undefined, warn: (message) => void log.push(message) }),
    getHookSystem: () => ({
      firePreCompactEvent: async (trigger) => void log.push(`pre ${trigger}`),
      firePostCompactEvent: async (trigger, summary) => void log.push(`post ${trigger} ${summary}`),
      fireSessionStartEvent: async (source) => {
        log.push(`start ${source}`);
        return sessionStart?.(source);
      },
    }),
  };
  const client = new GeminiClient(config);
  const setInstruction = (text: string): void => void (instruction = text);
  return { ...scripted, client, log, shown, declarations, setInstruction };
}

async function send(client: GeminiClient, text: string): Promise<ServerGeminiStreamEvent[]> {
  const events: ServerGeminiStreamEvent[] = [];
  for await (const event of client.sendMessageStream(text, signal, 'p')) events.push(event);
  return events;
}

const bigHistory = [user('q'.repeat(4_000)), model('a'.repeat(4_000)), user('next'), model('done')];
const goodSummary: ScriptedAnswer = {
  parts: [{ text: 'SUMMARY' }],
  usage: { promptTokenCount: 3_000, candidatesTokenCount: 100, totalTokenCount: 3_100 },
};

describe('GeminiClient', () => {
  it('sends the system instruction and the tools with every message', async () => {
    const { client, requests } = setUp();
    await client.initialize();
    await send(client, 'hi');
    expect(requests[0]).toMatchObject({
      model: 'test-model',
      contents: [user('hi')],
      config: { systemInstruction: 'You are an agent.', tools: [{ functionDeclarations: [{ name: 'glob' }] }] },
    });
  });

  it('takes changed tools and instructions over when told to', async () => {
    const { client, requests, declarations, setInstruction } = setUp();
    await client.initialize();
    declarations.pop();
    setInstruction('Changed.');
    await send(client, 'a');
    client.setTools();
    client.refreshSystemInstruction();
    await send(client, 'b');
    expect(requests[0]?.config?.systemInstruction).toBe('You are an agent.');
    expect(requests[1]?.config).toMatchObject({ systemInstruction: 'Changed.', tools: [] });
  });

  it('adds what a SessionStart hook says to the system instruction, and drops it with the conversation', async () => {
    const { client, requests, log } = setUp({
      sessionStart: async (source) => (source === 'startup' ? 'Branch: main' : undefined),
    });
    await client.initialize();
    await send(client, 'a');
    await client.resetChat();
    await send(client, 'b');
    expect(requests.map((request) => request.config?.systemInstruction)).toEqual([
      'You are an agent.\n\nBranch: main',
      'You are an agent.',
    ]);
    expect(log).toEqual(['start startup', 'start clear']);
  });

  it('goes on with a resumed conversation and its size', async () => {
    const { client, log, shown } = setUp();
    await client.initialize({ history: bigHistory, lastPromptTokenCount: 4_321 });
    expect(client.getHistory()).toEqual(bigHistory);
    expect(client.getChat().getLastPromptTokenCount()).toBe(4_321);
    expect(shown).toEqual([4_321]);
    expect(log).toEqual(['start resume']);
  });

  it('is not usable before it is initialised', () => {
    const { client } = setUp();
    expect(client.isInitialized()).toBe(false);
    expect(() => client.getChat()).toThrow('initialize()');
  });

  it('runs the hooks around a compaction by hand', async () => {
    const { client, log } = setUp({ summaries: [goodSummary] });
    await client.initialize({ history: bigHistory, lastPromptTokenCount: 5_000 });
    const info = await client.tryCompressChat('p', true);
    expect(info).toEqual({
      path: 'manual',
      keptMessages: 2,
      originalTokenCount: 5_000,
      newTokenCount: 3_100,
      compressionStatus: CompressionStatus.COMPRESSED,
    });
    expect(log.slice(1)).toEqual(['pre manual', 'post manual SUMMARY', 'start compact']);
  });

  it('compacts before a send, runs the hooks, and keeps earlier hook context that is not replaced', async () => {
    const sessionStart = async (source: SessionStartSource) => (source === 'resume' ? 'Ticket 7' : undefined);
    const { client, log, requests } = setUp({ summaries: [goodSummary], sessionStart });
    await client.initialize({ history: bigHistory, lastPromptTokenCount: 7_000 });
    const events = await send(client, 'hi');
    expect(events[0]).toMatchObject({ type: GeminiEventType.ChatCompressed, value: { newTokenCount: 5_100 } });
    expect(log.slice(1)).toEqual(['pre auto', 'post auto SUMMARY', 'start compact']);
    await send(client, 'again');
    expect(requests[1]?.config?.systemInstruction).toBe('You are an agent.\n\nTicket 7');
  });

  it('goes on when hooks fail', async () => {
    const { client, log } = setUp({
      sessionStart: async () => {
        throw new Error('no such script');
      },
    });
    await client.initialize();
    expect(log).toEqual(['start startup', 'The SessionStart hook (startup) failed: Error: no such script']);
    expect((await send(client, 'hi')).at(-1)?.type).toBe(GeminiEventType.Finished);
  });

  it('sends nothing above the session’s token limit, and keeps the message', async () => {
    const { client, requests } = setUp({ sessionTokenLimit: 100 });
    await client.initialize({ history: bigHistory, lastPromptTokenCount: 101 });
    const events = await send(client, 'hi');
    expect(events).toMatchObject([
      { type: GeminiEventType.SessionTokenLimitExceeded, value: { currentTokens: 101, limit: 100 } },
    ]);
    expect(requests).toHaveLength(0);
    expect(client.getHistory().at(-1)).toEqual(user('hi'));
  });

  it('asks beside the conversation', async () => {
    const { client, summaryRequests } = setUp({ summaries: [{ parts: [{ text: 'a title' }] }] });
    await client.initialize();
    const response = await client.generateContent([user('title?')], { maxOutputTokens: 9 }, signal, 'small');
    expect(response.candidates?.[0]?.content?.parts).toEqual([{ text: 'a title' }]);
    expect(summaryRequests[0]).toMatchObject({ model: 'small', config: { maxOutputTokens: 9 } });
    expect(client.getHistory()).toEqual([]);
  });
});
