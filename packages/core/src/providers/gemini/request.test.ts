import { describe, expect, test } from 'vitest';
import type { Content, GenerateContentConfig, Part } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { toContents } from './contents.js';
import { generateContentParameters } from './request.js';

const NEW = 'gemini-3-pro-preview';
const OLD = 'gemini-2.5-flash';

const user = (...parts: Part[]): Content => ({ role: 'user', parts });
const model = (...parts: Part[]): Content => ({ role: 'model', parts });
const call = (id: string, thoughtSignature?: string): Part => ({
  functionCall: { id, name: 'read_file', args: { file_path: '/a' } },
  ...(thoughtSignature ? { thoughtSignature } : {}),
});
const image: Part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
const result = (id: string, parts?: Part[]): Part => ({
  functionResponse: { id, name: 'read_file', response: { output: 'out' }, ...(parts ? { parts } : {}) },
});

function configOf(
  name: string,
  config: GenerateContentConfig = {},
  settings: Partial<ContentGeneratorConfig> = {},
): GenerateContentConfig {
  const request = { model: name, contents: [user({ text: 'hi' })], config };
  const sent =
    generateContentParameters(request, { model: name, ...settings }, new AbortController().signal).config ?? {};
  delete sent.abortSignal;
  return sent;
}

describe('contents', () => {
  const loop = [
    user({ text: 'look' }),
    model({ thought: true, text: 'hm' }, { text: 'I look.', thoughtSignature: 'sigT' }, call('a', 'sigA'), call('b')),
    user(result('a', [image]), result('b')),
  ];

  test('signatures stay on calls and texts, thought summaries are not sent back', () => {
    expect(toContents(NEW, loop, {})[1]).toEqual(
      model({ text: 'I look.', thoughtSignature: 'sigT' }, call('a', 'sigA'), call('b')),
    );
  });

  test('media stand in the response, or behind the responses where the model cannot take them there', () => {
    expect(toContents(NEW, loop, {})[2]).toEqual(user(result('a', [image]), result('b')));
    expect(toContents(OLD, loop, {})[2]).toEqual(user(result('a'), result('b'), image));
    expect(toContents(NEW, loop, { splitToolMedia: true })[2]).toEqual(user(result('a'), result('b'), image));
    const note = { text: '[image/png attachment left out: this model does not take it]' };
    expect(toContents(NEW, loop, { modalities: {} })[2]).toEqual(user(result('a'), result('b'), note));
  });

  test('calls of other models get the signature that the API does not check', () => {
    const foreign = [user({ text: 'x' }), model(call('a'), call('b')), user(result('a'), result('b'))];
    expect(toContents(NEW, foreign, {})[1]).toEqual(model(call('a', 'skip_thought_signature_validator'), call('b')));
    expect(toContents(OLD, foreign, {})[1]).toEqual(model(call('a'), call('b')));
  });
});

describe('thinking', () => {
  const off = { thinkingConfig: { includeThoughts: false } };

  test.each<[string, object | undefined]>([
    ['gemini-2.5-pro', { includeThoughts: false, thinkingBudget: 128 }],
    ['gemini-2.5-flash', { includeThoughts: false, thinkingBudget: 0 }],
    ['gemini-2.5-flash-lite', { includeThoughts: false, thinkingBudget: 0 }],
    ['gemini-3-pro-preview', { includeThoughts: false, thinkingLevel: 'LOW' }],
    ['gemini-3.1-pro', { includeThoughts: false, thinkingLevel: 'LOW' }],
    ['gemini-3-flash', { includeThoughts: false, thinkingLevel: 'MINIMAL' }],
    ['gemini-3.1-flash-lite', { includeThoughts: false, thinkingLevel: 'MINIMAL' }],
    ['gemini-2.0-flash', undefined],
    ['gemma-3-27b-it', undefined],
  ])('%s without thoughts: %j', (name, expected) => {
    expect(configOf(name, off).thinkingConfig).toEqual(expected);
    expect(configOf(name, {}, { reasoning: false }).thinkingConfig).toEqual(expected);
    expect(configOf(name, { thinkingConfig: { thinkingBudget: 0 } }).thinkingConfig).toEqual(expected);
  });

  test.each<[string, ContentGeneratorConfig['reasoning'], object | undefined]>([
    ['gemini-2.5-pro', undefined, { includeThoughts: true }],
    ['gemini-2.5-pro', { effort: 'low' }, { includeThoughts: true, thinkingBudget: 4096 }],
    ['gemini-2.5-flash', { effort: 'max' }, { includeThoughts: true, thinkingBudget: 24576 }],
    ['gemini-2.5-flash-lite', { budget_tokens: 100 }, { includeThoughts: true, thinkingBudget: 512 }],
    ['gemini-3-pro', undefined, { includeThoughts: true }],
    ['gemini-3-pro', { effort: 'medium' }, { includeThoughts: true }],
    ['gemini-3-flash', { effort: 'medium' }, { includeThoughts: true, thinkingLevel: 'MEDIUM' }],
    ['gemini-3-pro', { effort: 'max' }, { includeThoughts: true, thinkingLevel: 'HIGH' }],
    ['gemini-2.0-flash', { effort: 'max' }, undefined],
  ])('%s with %j', (name, reasoning, expected) => {
    expect(configOf(name, {}, { reasoning }).thinkingConfig).toEqual(expected);
  });

  test('what the request asks for goes before the settings', () => {
    const asked = { thinkingConfig: { thinkingBudget: 700 } };
    expect(configOf(OLD, asked, { reasoning: { effort: 'max' } }).thinkingConfig).toEqual({
      includeThoughts: true,
      thinkingBudget: 700,
    });
  });
});

describe('output and sampling', () => {
  test('the least of request, settings and model', () => {
    expect(configOf(OLD)).not.toHaveProperty('maxOutputTokens');
    expect(configOf(OLD, { maxOutputTokens: 20_000 }).maxOutputTokens).toBe(20_000);
    expect(configOf(OLD, { maxOutputTokens: 900_000 }).maxOutputTokens).toBe(65_536);
    expect(configOf('gemini-2.0-flash', { maxOutputTokens: 20_000 }).maxOutputTokens).toBe(8_192);
    expect(configOf(OLD, { maxOutputTokens: 20_000 }, { samplingParams: { max_tokens: 10 } }).maxOutputTokens).toBe(10);
  });

  test('settings win over the request', () => {
    const settings = { samplingParams: { temperature: 1, top_p: 0.5 }, extra_body: { a: 1 } };
    expect(configOf(OLD, { temperature: 0, topK: 3, stopSequences: ['x'] }, settings)).toEqual({
      temperature: 1,
      topP: 0.5,
      topK: 3,
      stopSequences: ['x'],
      thinkingConfig: { includeThoughts: true },
      httpOptions: { extraBody: { a: 1 } },
    });
  });
});
