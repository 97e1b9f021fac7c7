/** Every error body of the simulator, met by core's own adapters over HTTP, means to core what it should. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAnthropicContentGenerator } from '../../core/src/providers/anthropic/index.js';
import type { ContentGenerator } from '../../core/src/providers/contentGenerator.js';
import { ProviderError } from '../../core/src/providers/errors/providerError.js';
import { createGeminiContentGenerator } from '../../core/src/providers/gemini/index.js';
import { createOpenAiContentGenerator } from '../../core/src/providers/openai/index.js';
import { providerErrors, startSimulator, type ProviderErrorName, type Simulator } from '../src/index.js';

let simulator: Simulator;
let generators: Record<'openai' | 'anthropic' | 'gemini', ContentGenerator>;

beforeAll(async () => {
  simulator = await startSimulator();
  const config = { model: 'm', apiKey: 'any', maxRetries: 0 };
  generators = {
    openai: createOpenAiContentGenerator({ ...config, baseUrl: simulator.baseUrl('openai') }),
    anthropic: createAnthropicContentGenerator({ ...config, baseUrl: simulator.baseUrl('anthropic') }),
    gemini: createGeminiContentGenerator({ ...config, baseUrl: simulator.baseUrl('gemini') }),
  };
});

afterAll(() => simulator.close());

function generatorFor(name: ProviderErrorName): ContentGenerator {
  if (name.startsWith('anthropic')) return generators.anthropic;
  return /^(gemini|vertex)/.test(name) ? generators.gemini : generators.openai;
}

const request = { model: 'm', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };

describe('provider errors as core understands them', () => {
  it.each(Object.keys(providerErrors) as ProviderErrorName[])('%s', async (name) => {
    const { meaning } = providerErrors[name];
    const prompt = meaning === 'context-overflow' ? 70_000 : 60_000;
    // A request above the limit a minute is too large for the tier, however it is worded.
    const limit = meaning === 'rate-limit' ? 200_000 : 4_096;
    const numbers = { window: 64_000, prompt, output: 8_000, tools: 500, limit };
    simulator.faults.push({ on: () => true, fault: { type: 'provider-error', name, numbers }, times: 1 });
    const error = await generatorFor(name)
      .generateContent(request, 'prompt')
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(ProviderError);
    const { kind, details, message } = error as ProviderError;
    expect({ kind, message }).toMatchObject({ kind: meaning });
    if (details.limitTokens !== undefined && /overflow/.test(kind)) expect(details.limitTokens).toBe(64_000);
    if (details.outputLimitTokens !== undefined) expect(details.outputLimitTokens).toBe(4_096);
  });
});
