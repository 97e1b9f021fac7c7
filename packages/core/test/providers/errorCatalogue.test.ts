/** Every error body the simulator knows, through each vendor's client, is recognised for what it means. */
import {
  providerErrors,
  startSimulator,
  type ErrorNumbers,
  type ProviderErrorName,
  type Simulator,
} from '@qwen-code/model-simulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAnthropicContentGenerator } from '../../src/providers/anthropic/index.js';
import type { ContentGenerator } from '../../src/providers/contentGenerator.js';
import { learnedWindow } from '../../src/providers/errors/learnedWindow.js';
import { ProviderError } from '../../src/providers/errors/providerError.js';
import { createGeminiContentGenerator } from '../../src/providers/gemini/index.js';
import { createOpenAiContentGenerator } from '../../src/providers/openai/index.js';

const creators = {
  openai: createOpenAiContentGenerator,
  anthropic: createAnthropicContentGenerator,
  gemini: createGeminiContentGenerator,
};

const WINDOW = 65_536;

function numbersFor(name: ProviderErrorName): ErrorNumbers {
  const promptFits = providerErrors[name].meaning === 'output-overflow';
  return {
    window: WINDOW,
    prompt: promptFits ? WINDOW - 300 : WINDOW + 5_000,
    output: 4_000,
    tools: 1_000,
    // A rate limit below the request would be a matter of the tier.
    limit: name.endsWith('rate-limit') ? 1_000_000 : 8_192,
    model: 'model',
  };
}

describe.each(Object.keys(creators) as (keyof typeof creators)[])('%s', (dialect) => {
  let simulator: Simulator;
  let generator: ContentGenerator;

  beforeAll(async () => {
    simulator = await startSimulator();
    generator = creators[dialect]({
      model: 'model',
      apiKey: 'key',
      baseUrl: simulator.baseUrl(dialect),
      maxRetries: 0,
    });
  });
  afterAll(() => simulator.close());

  test.each(Object.keys(providerErrors) as ProviderErrorName[])('%s', async (name) => {
    const { status, headers, body } = providerErrors[name];
    simulator.respond = () => ({ fault: { type: 'status', status, headers, body: body(numbersFor(name)) } });
    const request = { model: 'model', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };
    const error: unknown = await generator.generateContentStream(request, 'prompt').then(
      () => expect.unreachable('an error was expected'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ProviderError);
    const { kind, details } = error as ProviderError;
    expect(kind).toBe(providerErrors[name].meaning);
    expect(details.status).toBe(status);
    expect([undefined, WINDOW]).toContain(learnedWindow(error as ProviderError, 1_000_000));
  });
});
