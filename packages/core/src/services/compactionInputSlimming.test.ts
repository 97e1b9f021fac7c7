import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Content, Part } from '../types.js';
import {
  estimateContentChars,
  estimatePartChars,
  getFunctionResponseParts,
  resolveSlimmingConfig,
  sanitizeMimeForPlaceholder,
  slimCompactionInput,
} from './compactionInputSlimming.js';

const image: Part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
const pdf: Part = { fileData: { mimeType: 'application/pdf', fileUri: 'file:///a.pdf' } };
const toolResult = (response: Record<string, unknown>, parts?: Part[]): Part =>
  ({ functionResponse: { id: '1', name: 'read_file', response, ...(parts ? { parts } : {}) } }) as Part;

describe('estimatePartChars', () => {
  it.each<[string, Part, number]>([
    ['text', { text: 'hello' }, 5],
    ['an empty text', { text: '' }, 0],
    ['a thought', { text: 'hmm', thought: true }, 3],
    ['an image', image, 400],
    ['a document by reference', pdf, 400],
    ['a call', { functionCall: { name: 'a', args: { b: 1 } } }, 44],
    ['a result', toolResult({ output: 'hello' }), 69],
    ['an error', toolResult({ error: 'oh' }), 66],
    ['a structured result', toolResult({ rows: [1, 2] }), 78],
    ['a result with an image', toolResult({ output: 'hello' }, [image]), 469],
    ['a result without a response', { functionResponse: { name: 'a' } }, 64],
  ])('measures %s', (_name, part, chars) => {
    expect(estimatePartChars(part, 100)).toBe(chars);
  });

  it('adds up the parts of a message', () => {
    expect(estimateContentChars({ role: 'user', parts: [{ text: 'hello' }, image] }, 100)).toBe(405);
    expect(estimateContentChars({ role: 'user' }, 100)).toBe(0);
  });
});

describe('resolveSlimmingConfig', () => {
  const saved = process.env['QWEN_IMAGE_TOKEN_ESTIMATE'];
  beforeEach(() => delete process.env['QWEN_IMAGE_TOKEN_ESTIMATE']);
  afterEach(() => {
    if (saved === undefined) delete process.env['QWEN_IMAGE_TOKEN_ESTIMATE'];
    else process.env['QWEN_IMAGE_TOKEN_ESTIMATE'] = saved;
  });

  it.each<[string | undefined, number | undefined, number]>([
    [undefined, undefined, 1600],
    [undefined, 800, 800],
    ['500', 800, 500],
    ['0', 800, 800],
    ['many', 800, 800],
    ['1.5', 0, 1600],
    ['', -1, 1600],
  ])('environment %j and setting %j give %d', (environment, setting, expected) => {
    if (environment !== undefined) process.env['QWEN_IMAGE_TOKEN_ESTIMATE'] = environment;
    expect(resolveSlimmingConfig({ imageTokenEstimate: setting }).imageTokenEstimate).toBe(expected);
  });
});

describe('sanitizeMimeForPlaceholder', () => {
  it('leaves one short line without brackets', () => {
    expect(sanitizeMimeForPlaceholder(' image/png]\r\n[ignore\tthis ')).toBe('image/png ignore this');
    expect(sanitizeMimeForPlaceholder('x'.repeat(500))).toHaveLength(128);
  });
});

describe('slimCompactionInput', () => {
  it('replaces media, nested ones too, and counts them', () => {
    const history: Content[] = [
      { role: 'user', parts: [{ text: 'look' }, image, pdf] },
      { role: 'user', parts: [toolResult({ output: 'page' }, [image, { inlineData: { data: 'AA' } }])] },
    ];
    const before = structuredClone(history);
    const { slimmedHistory, stats } = slimCompactionInput(history);
    expect(stats).toEqual({ imagesStripped: 2, documentsStripped: 2 });
    expect(slimmedHistory[0]?.parts).toEqual([
      { text: 'look' },
      { text: '[image: image/png]' },
      { text: '[document: application/pdf]' },
    ]);
    const nested = slimmedHistory[1]?.parts?.[0];
    expect(nested && getFunctionResponseParts(nested)).toEqual([
      { text: '[image: image/png]' },
      { text: '[document: application/octet-stream]' },
    ]);
    expect(nested?.functionResponse?.response).toEqual({ output: 'page' });
    expect(history).toEqual(before);
  });

  it('returns what holds no media as it is', () => {
    const plain: Content = { role: 'user', parts: [toolResult({ output: 'text' })] };
    const history = [plain];
    expect(slimCompactionInput(history).slimmedHistory).toBe(history);
    expect(slimCompactionInput([{ role: 'user', parts: [image] }, plain]).slimmedHistory[1]).toBe(plain);
  });
});
