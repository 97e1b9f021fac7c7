import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThinkTagReader, type TextPiece } from './thinkTags.js';

function read(pieces: string[]): { thought: string; answer: string } {
  const reader = new ThinkTagReader();
  const read: TextPiece[] = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.finish()];
  const join = (thought: boolean): string =>
    read
      .filter((piece) => piece.thought === thought)
      .map(({ text }) => text)
      .join('');
  return { thought: join(true), answer: join(false) };
}

describe('ThinkTagReader', () => {
  it.each([
    ['hello', { thought: '', answer: 'hello' }],
    ['<think>plan</think>\n\nhello', { thought: 'plan', answer: 'hello' }],
    ['\n<think>\nplan\n</think>\nhello', { thought: 'plan\n', answer: 'hello' }],
    ['<think>cut off', { thought: 'cut off', answer: '' }],
    ['<think></think>hello', { thought: '', answer: 'hello' }],
    ['Write <think> and </think> tags', { thought: '', answer: 'Write <think> and </think> tags' }],
    ['<think>a < b </thin</think>ok', { thought: 'a < b </thin', answer: 'ok' }],
    ['<think>a</think>b<think>c</think>', { thought: 'a', answer: 'b<think>c</think>' }],
    ['<thin', { thought: '', answer: '<thin' }],
    ['<think>a</thi', { thought: 'a</thi', answer: '' }],
    ['', { thought: '', answer: '' }],
  ])('%j', (text, expected) => {
    expect(read([text])).toEqual(expected);
    expect(read([...text])).toEqual(expected);
  });

  it('reads the same however the text is torn', () => {
    const fragment = fc.constantFrom('<think>', '</think>', '<', '</', 'think>', ' ', '\n', 'a', 'b');
    fc.assert(
      fc.property(fc.array(fragment), fc.infiniteStream(fc.integer({ min: 1, max: 5 })), (fragments, sizes) => {
        const text = fragments.join('');
        const pieces: string[] = [];
        for (let at = 0; at < text.length; at += pieces.at(-1)!.length)
          pieces.push(text.slice(at, at + sizes.next().value!));
        expect(read(pieces)).toEqual(read([text]));
      }),
    );
  });

  it('passes an answer on at once', () => {
    const reader = new ThinkTagReader();
    expect(reader.push('Hi')).toEqual([{ thought: false, text: 'Hi' }]);
    expect(reader.push(' <')).toEqual([{ thought: false, text: ' <' }]);
  });
});
