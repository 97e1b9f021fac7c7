/** Token counts: what is recorded, reported and enforced is one number, in every dialect. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../index.js';
import { postAnthropic, postGemini, postOpenAi, pngOf } from '../testServer.js';

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ respond: () => ({ text: 'ok' }) });
});

afterAll(() => simulator.close());

/** Turns of user and model, beginning and ending with the user. */
const conversation = fc
  .array(
    fc.string({ minLength: 1, maxLength: 80 }).map((text) => `${text}.`),
    { minLength: 1, maxLength: 7 },
  )
  .filter((texts) => texts.length % 2 === 1);

async function reported(dialect: string, texts: string[]): Promise<{ prompt: number; cached: number }> {
  const role = (index: number, model: string): string => (index % 2 === 0 ? 'user' : model);
  if (dialect === 'gemini') {
    const contents = texts.map((text, index) => ({ role: role(index, 'model'), parts: [{ text }] }));
    const { usageMetadata } = (await (await postGemini(simulator, { contents })).json()) as {
      usageMetadata: { promptTokenCount: number; cachedContentTokenCount?: number };
    };
    return { prompt: usageMetadata.promptTokenCount, cached: usageMetadata.cachedContentTokenCount ?? 0 };
  }
  const messages = texts.map((content, index) => ({ role: role(index, 'assistant'), content }));
  if (dialect === 'openai') {
    const { usage } = (await (await postOpenAi(simulator, { messages })).json()) as {
      usage: { prompt_tokens: number; prompt_tokens_details: { cached_tokens: number } };
    };
    return { prompt: usage.prompt_tokens, cached: usage.prompt_tokens_details.cached_tokens };
  }
  const { usage } = (await (await postAnthropic(simulator, { messages })).json()) as {
    usage: { input_tokens: number; cache_read_input_tokens: number; cache_creation_input_tokens: number };
  };
  const cached = usage.cache_read_input_tokens;
  return { prompt: usage.input_tokens + cached + usage.cache_creation_input_tokens, cached };
}

describe.each(['openai', 'anthropic', 'gemini'])('%s', (dialect) => {
  it('reports what it records, and at least the tokens of the texts', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (texts) => {
        const { prompt, cached } = await reported(dialect, texts);
        const record = simulator.requests.at(-1);
        expect({ prompt, cached }).toEqual({ prompt: record?.promptTokens, cached: record?.cachedTokens });
        const plain = texts.reduce((sum, text) => sum + simulator.countTokens(text), 0);
        expect(prompt).toBeGreaterThanOrEqual(plain);
        expect(prompt).toBeLessThanOrEqual(plain + 4 * texts.length + 4);
      }),
      { numRuns: 25 },
    );
  });

  it('grows by exactly what is added, and caches what was there', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, fc.string({ minLength: 1 }), async (texts, answer) => {
        const before = await reported(dialect, texts);
        const after = await reported(dialect, [...texts, `${answer}.`, 'more']);
        const added = simulator.countTokens(`${answer}.`) + simulator.countTokens('more');
        expect(after.prompt - before.prompt).toBe(added + 6);
        if (dialect !== 'anthropic') expect(after.cached).toBeGreaterThanOrEqual(before.prompt);
      }),
      { numRuns: 25 },
    );
  });
});

describe('images', () => {
  const part = (width: number, height: number) => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${pngOf(width, height)}` },
  });

  it.each([
    ['openai', 512, 512, 255],
    ['openai', 1_024, 1_024, 765],
    ['openai', 4_096, 2_048, 1_105],
    ['anthropic', 300, 500, 200],
    ['anthropic', 3_000, 3_000, 1_600],
    ['gemini', 300, 300, 258],
    ['gemini', 1_536, 768, 516],
  ] as const)('%s counts %i × %i pixels as %i tokens, not as their base64', async (dialect, width, height, tokens) => {
    const data = pngOf(width, height);
    const before = simulator.requests.length;
    const send = async (withImage: boolean): Promise<number> => {
      const text = { type: 'text', text: 'see' };
      if (dialect === 'openai') {
        const content = withImage ? [text, part(width, height)] : [text];
        await postOpenAi(simulator, { messages: [{ role: 'user', content }] });
      } else if (dialect === 'anthropic') {
        const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
        await postAnthropic(simulator, { messages: [{ role: 'user', content: withImage ? [text, image] : [text] }] });
      } else {
        const parts = [{ text: 'see' }, ...(withImage ? [{ inlineData: { mimeType: 'image/png', data } }] : [])];
        await postGemini(simulator, { contents: [{ role: 'user', parts }] });
      }
      return simulator.requests.at(-1)?.promptTokens ?? 0;
    };
    expect((await send(true)) - (await send(false))).toBe(tokens);
    expect(simulator.requests.length).toBe(before + 2);
  });
});
