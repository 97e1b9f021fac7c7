import { describe, expect, it } from 'vitest';
import type { FinishReason, GenerateContentResponse, Part } from '../types.js';
import { InvalidStreamError, isValidNonThoughtTextPart, ModelTurn } from './modelTurn.js';

const chunk = (parts: Part[], finishReason?: FinishReason): GenerateContentResponse => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
});

function turnOf(...chunks: GenerateContentResponse[]): ModelTurn {
  const turn = new ModelTurn();
  for (const each of chunks) turn.add(each);
  return turn;
}

describe('ModelTurn', () => {
  it('joins streamed text and streamed thoughts, each with its kind', () => {
    const turn = turnOf(
      chunk([{ text: 'let me', thought: true }]),
      chunk([{ text: ' think', thought: true }]),
      chunk([{ text: '', thought: true, thoughtSignature: 'sig' }]),
      chunk([{ text: 'second', thought: true }]),
      chunk([{ text: 'Hel' }]),
      chunk([{ text: 'lo' }], 'STOP'),
    );
    expect(turn.content).toEqual({
      role: 'model',
      parts: [
        { text: 'let me think', thought: true, thoughtSignature: 'sig' },
        { text: 'second', thought: true },
        { text: 'Hello' },
      ],
    });
  });

  it('does not change the chunks it is given', () => {
    const first = chunk([{ text: 'a' }]);
    turnOf(first, chunk([{ text: 'b' }]));
    expect(first).toEqual(chunk([{ text: 'a' }]));
  });

  it('keeps a signed text part apart', () => {
    const turn = turnOf(chunk([{ text: 'a' }]), chunk([{ text: 'b', thoughtSignature: 's' }]), chunk([{ text: 'c' }]));
    expect(turn.content.parts).toEqual([{ text: 'a' }, { text: 'b', thoughtSignature: 's' }, { text: 'c' }]);
  });

  it('gives a call without id the same id in the history and in the chunk', () => {
    const turn = new ModelTurn();
    const value = turn.add(chunk([{ functionCall: { name: 'glob', args: {} } }]));
    const id = turn.content.parts?.[0]?.functionCall?.id;
    expect(id).toMatch(/^glob-\d+-[0-9a-f]{8}$/);
    expect(value.candidates?.[0]?.content?.parts?.[0]?.functionCall?.id).toBe(id);
  });

  it('keeps only the text of an answer that broke off', () => {
    const parts = [{ text: 'hm', thought: true }, { text: 'half' }, { functionCall: { id: '1', name: 'glob' } }];
    expect(turnOf(chunk(parts)).textOnly).toEqual({ role: 'model', parts: [{ text: 'half' }] });
    expect(turnOf(chunk([{ text: 'hm', thought: true }])).textOnly).toBeUndefined();
  });

  it.each<[string, ModelTurn, string | undefined]>([
    ['a finished text', turnOf(chunk([{ text: 'a' }], 'STOP')), undefined],
    ['a call without finish reason', turnOf(chunk([{ functionCall: { id: '1', name: 'glob' } }])), undefined],
    ['a blocked answer', turnOf(chunk([], 'SAFETY')), undefined],
    ['an answer cut off while thinking', turnOf(chunk([{ text: 'hm', thought: true }], 'MAX_TOKENS')), undefined],
    ['no chunk at all', turnOf(), 'NO_FINISH_REASON'],
    ['text without finish reason', turnOf(chunk([{ text: 'a' }])), 'NO_FINISH_REASON'],
    ['an empty answer', turnOf(chunk([], 'STOP')), 'NO_RESPONSE_TEXT'],
    ['nothing but thoughts', turnOf(chunk([{ text: 'hm', thought: true }], 'STOP')), 'NO_RESPONSE_TEXT'],
  ])('judges %s', (_name, turn, expected) => {
    let type: string | undefined;
    try {
      turn.assertValid();
    } catch (error) {
      type = error instanceof InvalidStreamError ? error.type : String(error);
    }
    expect(type).toBe(expected);
  });

  it('goes on in the same text, with the last finish reason and usage', () => {
    const turn = turnOf(chunk([{ text: 'one ' }], 'MAX_TOKENS'));
    turn.extend(turnOf({ ...chunk([{ text: 'two' }], 'STOP'), usageMetadata: { totalTokenCount: 9 } }));
    expect(turn.content.parts).toEqual([{ text: 'one two' }]);
    expect([turn.finishReason, turn.usage]).toEqual(['STOP', { totalTokenCount: 9 }]);
  });
});

describe('isValidNonThoughtTextPart', () => {
  it.each<[Part, boolean]>([
    [{ text: 'a' }, true],
    [{ text: '' }, false],
    [{ text: 'a', thought: true }, false],
    [{ functionCall: { name: 'a' } }, false],
  ])('%j: %s', (part, expected) => {
    expect(isValidNonThoughtTextPart(part)).toBe(expected);
  });
});
