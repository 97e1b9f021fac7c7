import { describe, expect, it } from 'vitest';
import { user } from '../../../test/compaction/histories.js';
import { scriptedGenerator, type ScriptedAnswer } from '../../../test/compaction/scriptedGenerator.js';
import { ProviderError } from '../../providers/errors/providerError.js';
import { quirksOf } from '../../providers/openai/quirks.js';
import { toChatRequest } from '../../providers/openai/request.js';
import type { CompressionConfig } from './ports.js';
import { requestSummary } from './summaryRequest.js';

function setUp(...summaries: ScriptedAnswer[]) {
  const { generator, summaryRequests } = scriptedGenerator([], summaries);
  const config: CompressionConfig = {
    getModel: () => 'm',
    getContentGenerator: () => generator,
    getContentGeneratorConfig: () => ({}),
    getChatCompression: () => undefined,
  };
  const ask = (window = 1_000_000) =>
    requestSummary(config, {
      history: [user('q')],
      share: 1,
      originalTokenCount: 0,
      window,
      model: 'm',
      promptId: 'p',
    });
  return { ask, summaryRequests };
}

const answer = (text: string, candidatesTokenCount: number, finishReason: ScriptedAnswer['finishReason'] = 'STOP') => ({
  parts: [{ text }],
  finishReason,
  usage: { promptTokenCount: 100, candidatesTokenCount, totalTokenCount: 100 + candidatesTokenCount },
});

describe('requestSummary', () => {
  it('asks without thinking for at most 20,000 tokens', async () => {
    const { ask, summaryRequests } = setUp(answer('S', 10));
    await ask();
    expect(summaryRequests[0]?.config).toMatchObject({
      thinkingConfig: { includeThoughts: false },
      maxOutputTokens: 20_000,
    });
  });

  it.each<[string, ScriptedAnswer, boolean]>([
    ['ends at the cap', answer('half', 20_000, 'MAX_TOKENS'), true],
    ['ends at the user’s own, lower cap', answer('half', 500, 'MAX_TOKENS'), true],
    ['has as many tokens as the cap, although the server says stop', answer('half', 20_000), true],
    ['does not close its tag', answer('<state_snapshot>half', 50), true],
    ['ends by itself', answer('<state_snapshot>whole</state_snapshot>', 50), false],
    ['has no tags at all', answer('whole', 19_999), false],
  ])('takes a summary that %s as truncated or not', async (_name, summary, isTruncated) => {
    expect((await setUp(summary).ask()).isTruncated).toBe(isTruncated);
  });

  it('asks once more with a lower cap when the provider refuses the first', async () => {
    const refusal = new ProviderError('too many', { kind: 'output-cap', outputLimitTokens: 8_192 });
    const { ask, summaryRequests } = setUp({ error: refusal }, answer('S', 8_192));
    expect((await ask()).isTruncated).toBe(true);
    expect(summaryRequests.map(({ config }) => config?.maxOutputTokens)).toEqual([20_000, 8_192]);
    const twice = setUp({ error: refusal }, { error: refusal });
    await expect(twice.ask()).rejects.toBe(refusal);
    expect(twice.summaryRequests).toHaveLength(2);
  });

  it('does not ask again when the conversation itself is too long', async () => {
    const refusal = new ProviderError('too long', { kind: 'context-overflow' });
    const { ask, summaryRequests } = setUp({ error: refusal });
    await expect(ask()).rejects.toBe(refusal);
    expect(summaryRequests).toHaveLength(1);
  });
});

describe('the compaction call at servers that speak the OpenAI dialect', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'qwen-plus', { max_tokens: 20_000, enable_thinking: false }],
    ['https://api.deepseek.com', 'deepseek-v4', { max_tokens: 20_000, thinking: { type: 'disabled' } }],
    ['https://openrouter.ai/api/v1', 'qwen/qwen3-32b', { max_tokens: 20_000, reasoning: { enabled: false } }],
    ['https://api.openai.com/v1', 'gpt-5', { max_completion_tokens: 20_000, reasoning_effort: 'minimal' }],
    ['http://localhost:8000/v1', 'qwen3-32b', { chat_template_kwargs: { enable_thinking: false } }],
    ['http://localhost:8080/v1', 'qwen3-32b', { chat_template_kwargs: { enable_thinking: false } }],
    ['http://localhost:11434/v1', 'qwen3', { reasoning_effort: 'none' }],
  ])('%s', async (baseUrl, model, expected) => {
    const { ask, summaryRequests } = setUp(answer('S', 10));
    await ask();
    const [request] = summaryRequests;
    if (!request) throw new Error('no request was made');
    const config = { model, baseUrl, reasoning: { effort: 'high' as const } };
    const body = toChatRequest({ ...request, model }, { config, quirks: quirksOf(baseUrl, model), stream: false });
    expect(body).toMatchObject(expected);
  });
});
