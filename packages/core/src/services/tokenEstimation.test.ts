import { describe, expect, it } from 'vitest';
import { model, user } from '../../test/compaction/histories.js';
import type { Content, Part } from '../types.js';
import { estimateContentTokens, estimateInstructionTokens, estimatePromptTokens } from './tokenEstimation.js';

const of = (...parts: Part[]): Content => ({ role: 'user', parts });
const image: Part = { inlineData: { mimeType: 'image/png', data: 'A'.repeat(100_000) } };
const pdf: Part = { fileData: { mimeType: 'application/pdf', fileUri: 'file:///a.pdf' } };
const result = (response: Record<string, unknown>, parts?: Part[]): Part =>
  ({ functionResponse: { id: '1', name: 'read_file', response, ...(parts ? { parts } : {}) } }) as Part;
const x = (characters: number): string => 'x'.repeat(characters);

describe('estimateContentTokens', () => {
  it.each<[string, Part, number]>([
    ['text, at 4 characters', { text: x(400) }, 100],
    ['a part of a token as a whole one', { text: x(401) }, 101],
    ['characters, not bytes', { text: '漢'.repeat(400) }, 100],
    ['a thought', { text: x(400), thought: true }, 100],
    ['an empty text', { text: '' }, 0],
    ['a call, at 2', { functionCall: { name: 'a', args: { b: 1 } } }, 22],
    ['the frame of a result, at 2', result({ output: '' }), 32],
    ['a result that is text', result({ output: x(400) }), 132],
    ['an error', result({ error: x(400) }), 132],
    ['a result that is JSON', result({ output: JSON.stringify({ a: x(392) }) }), 232],
    ['a JSON array that was cut off', result({ output: `[{"a": "${x(392)}` }), 232],
    ['source code that begins with a brace', result({ output: `{ return ${x(391)}` }), 132],
    ['a structured result', result({ rows: x(389) }), 232],
    ['a result without a response', { functionResponse: { name: 'a' } }, 32],
    ['an image, whatever its bytes', image, 1_600],
    ['a document by reference', pdf, 1_600],
    ['a result with an image', result({ output: x(400) }, [image]), 1_732],
  ])('counts %s', (_name, part, tokens) => {
    expect(estimateContentTokens([of(part)])).toBe(tokens);
  });

  it('adds up parts and messages before it rounds', () => {
    expect(estimateContentTokens([of({ text: x(2) }, { text: x(2) }), model(x(4)), { role: 'user' }])).toBe(2);
    expect(estimateContentTokens([])).toBe(0);
  });

  it('takes the configured size of an image', () => {
    expect(estimateContentTokens([of(image, pdf, result({ output: '' }, [image]))], 1_000)).toBe(3_032);
  });
});

describe('estimatePromptTokens', () => {
  const history = [user(x(40_000)), model(x(40_000))];

  it('adds the message to the provider’s count, and nothing else', () => {
    expect(estimatePromptTokens(history, user(x(400)), 50_000, 1_600, 9_999)).toBe(50_100);
  });

  it('estimates everything when the provider has not counted', () => {
    expect(estimatePromptTokens(history, user(x(400)), 0)).toBe(20_100);
    expect(estimatePromptTokens(history, user(x(400)), 0, 1_600, 5_000)).toBe(25_100);
  });

  it('uses one size of an image for both', () => {
    expect(estimatePromptTokens([of(image)], of(image), 0, 700)).toBe(1_400);
    expect(estimatePromptTokens([], of(image), 10, 700)).toBe(710);
  });
});

describe('estimateInstructionTokens', () => {
  it('counts the system instruction and the declarations of tools', () => {
    const tools = [{ functionDeclarations: [{ name: 'glob', description: x(1_000) }] }];
    expect(estimateInstructionTokens({})).toBe(0);
    expect(estimateInstructionTokens({ systemInstruction: x(400) })).toBe(100);
    expect(estimateInstructionTokens({ systemInstruction: of({ text: x(400) }), tools })).toBe(366);
  });
});
