import { describe, expect, it } from 'vitest';
import type { GenerateContentRequest, Part } from '../types.js';
import { runSideQuery, type SideQueryConfig } from './sideQuery.js';

const signal = new AbortController().signal;
const contents = [{ role: 'user', parts: [{ text: 'q' }] }];
const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

function answering(answers: Part[][], models: { fast?: string } = {}) {
  const requests: Array<{ request: GenerateContentRequest; promptId: string }> = [];
  const config: SideQueryConfig = {
    getModel: () => 'main-model',
    getFastModel: () => models.fast,
    getContentGenerator: () => ({
      generateContent: async (request, promptId) => {
        const parts = answers[requests.length] ?? [];
        requests.push({ request, promptId });
        return { candidates: [{ content: { role: 'model', parts } }], usageMetadata: { totalTokenCount: 7 } };
      },
    }),
  };
  return { config, requests };
}

const respond = (args: Record<string, unknown>): Part => ({ functionCall: { name: 'respond_in_schema', args } });

describe('a watched side query', () => {
  const watched = (fails = false) => {
    const seen: Array<string | number> = [];
    const config: SideQueryConfig = {
      getModel: () => 'm',
      getContentGenerator: () => ({
        generateContent: () => Promise.reject(new Error('not streamed')),
        generateContentStream: async () =>
          (async function* () {
            yield {
              candidates: [{ content: { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'ab' }] } }],
            };
            if (fails) throw new Error('broke off');
            yield {
              candidates: [{ content: { role: 'model', parts: [{ text: 'c' }] }, finishReason: 'STOP' as const }],
            };
            yield { usageMetadata: { totalTokenCount: 7 } };
          })(),
      }),
      watchSideQuery: (purpose, watchedContents) => {
        seen.push(purpose ?? '', watchedContents.length);
        return { onText: (characters) => seen.push(characters), onEnd: () => seen.push('end') };
      },
    };
    return { seen, ask: () => runSideQuery(config, { contents, abortSignal: signal, purpose: 'title' }) };
  };

  it('is streamed, and gives the same as one that is not', async () => {
    const { seen, ask } = watched();
    expect(await ask()).toEqual({ text: 'abc', usage: { totalTokenCount: 7 }, finishReason: 'STOP' });
    expect(seen).toEqual(['title', 1, 2, 3, 3, 'end']);
  });

  it('ends for its watcher when it fails, too', async () => {
    const { seen, ask } = watched(true);
    await expect(ask()).rejects.toThrow('broke off');
    expect(seen).toEqual(['title', 1, 2, 'end']);
  });
});

describe('runSideQuery for a text', () => {
  it('returns the text without thoughts, and the usage', async () => {
    const { config, requests } = answering([[{ text: 'hm', thought: true }, { text: 'a' }, { text: 'b' }]]);
    const answer = await runSideQuery(config, { contents, abortSignal: signal, systemInstruction: 'be short' });
    expect(answer).toEqual({ text: 'ab', usage: { totalTokenCount: 7 } });
    expect(requests).toEqual([
      {
        promptId: 'side-query',
        request: {
          model: 'main-model',
          contents,
          config: { thinkingConfig: { includeThoughts: false }, systemInstruction: 'be short', abortSignal: signal },
        },
      },
    ]);
  });

  it('prefers the fast model, and the given one to both', async () => {
    const { config, requests } = answering([], { fast: 'fast-model' });
    await runSideQuery(config, { contents, abortSignal: signal, purpose: 'title' });
    await runSideQuery(config, { contents, abortSignal: signal, model: 'given', promptId: 'mine' });
    expect(requests.map(({ request, promptId }) => [request.model, promptId])).toEqual([
      ['fast-model', 'side-query:title'],
      ['given', 'mine'],
    ]);
  });

  it('lets the caller turn thinking on and cap the output', async () => {
    const { config, requests } = answering([]);
    const thinkingConfig = { includeThoughts: true };
    await runSideQuery(config, { contents, abortSignal: signal, config: { thinkingConfig, maxOutputTokens: 9 } });
    expect(requests[0]?.request.config).toMatchObject({ thinkingConfig, maxOutputTokens: 9 });
  });

  it('asks again for what does not pass the check', async () => {
    const { config } = answering([[{ text: 'bad' }], [{ text: 'good' }]]);
    const validate = (text: string): string | null => (text === 'good' ? null : 'not good');
    const options = { contents, abortSignal: signal, validate };
    await expect(runSideQuery(config, options)).rejects.toThrow('Invalid side query response: not good');
    expect((await runSideQuery(config, options)).text).toBe('good');
  });
});

describe('runSideQuery for data', () => {
  it('offers one tool and returns its arguments', async () => {
    const { config, requests } = answering([[respond({ n: 1 })]]);
    expect(await runSideQuery<{ n: number }>(config, { contents, abortSignal: signal, schema })).toEqual({ n: 1 });
    const declarations = requests[0]?.request.config?.tools?.[0];
    expect(declarations).toMatchObject({
      functionDeclarations: [{ name: 'respond_in_schema', parametersJsonSchema: schema }],
    });
  });

  it('takes JSON that was written instead of a call', async () => {
    const { config } = answering([[{ text: '```json\n{"n": 2}\n```' }]]);
    expect(await runSideQuery(config, { contents, abortSignal: signal, schema })).toEqual({ n: 2 });
  });

  it('asks again until the answer fits the schema and the check', async () => {
    const { config, requests } = answering([[{ text: 'no' }], [respond({ n: 'x' })], [respond({ n: 3 })]]);
    expect(await runSideQuery(config, { contents, abortSignal: signal, schema })).toEqual({ n: 3 });
    expect(requests).toHaveLength(3);
  });

  it('gives up with the last reason', async () => {
    const { config } = answering([[respond({ n: 1 })]]);
    const validate = (): string => 'too small';
    const query = runSideQuery(config, { contents, abortSignal: signal, schema, validate, maxAttempts: 1 });
    await expect(query).rejects.toThrow('Invalid side query response: too small');
  });
});
