import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../test/providers/answers.js';
import type { GenerateContentResponse } from '../../types.js';
import { ResponseReader } from './responseReader.js';
import type { WireChunk, WireDelta } from './wire.js';

const chunk = (delta: WireDelta, finish_reason: string | null = null): WireChunk => ({
  id: 'r1',
  model: 'm',
  choices: [{ delta, finish_reason }],
});

function read(chunks: WireChunk[], isComplete = false): GenerateContentResponse[] {
  const reader = new ResponseReader();
  return [...chunks.flatMap((each) => reader.push(each)), ...reader.finish(isComplete)];
}

describe('ResponseReader', () => {
  it('gives texts as they come and the rest at the end', () => {
    const responses = read([
      chunk({ content: '' }),
      chunk({ content: 'Hel' }),
      chunk({ content: 'lo' }),
      chunk({}, 'stop'),
      { choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } },
    ]);
    expect(responses).toEqual([
      {
        candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Hel' }] } }],
        responseId: 'r1',
        modelVersion: 'm',
      },
      {
        candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'lo' }] } }],
        responseId: 'r1',
        modelVersion: 'm',
      },
      {
        candidates: [{ index: 0, content: { role: 'model', parts: [] }, finishReason: 'STOP' }],
        responseId: 'r1',
        modelVersion: 'm',
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 },
      },
    ]);
  });

  it.each(['reasoning_content', 'reasoning'] as const)('gives %s as a thought', (field) => {
    expect(partsOf(read([chunk({ [field]: 'why' }), chunk({ content: '<think>no tag' }), chunk({}, 'stop')]))).toEqual([
      { thought: true, text: 'why' },
      { text: '<think>no tag' },
    ]);
  });

  it('finds thoughts in tags torn across chunks', () => {
    const pieces = ['<th', 'ink>wh', 'y</thi', 'nk>\n', '\nok'].map((content) => chunk({ content }));
    expect(partsOf(read([...pieces, chunk({}, 'stop')]))).toEqual([
      { thought: true, text: 'wh' },
      { thought: true, text: 'y' },
      { text: 'ok' },
    ]);
  });

  it('reads lists of typed pieces', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'why' }] },
      { type: 'text', text: 'ok' },
    ];
    expect(partsOf(read([chunk({ content }, 'stop')]))).toEqual([{ thought: true, text: 'why' }, { text: 'ok' }]);
  });

  it('puts calls, finish reason and usage into the last response', () => {
    const last = read([
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'glob', arguments: '{"p":1}' } }] }),
      { ...chunk({}, 'tool_calls'), usage: { prompt_tokens: 5 } },
    ]).at(-1)!;
    expect(last.candidates![0]!.content!.parts).toEqual([{ functionCall: { id: 'a', name: 'glob', args: { p: 1 } } }]);
    expect(last.candidates![0]!.finishReason).toBe('STOP');
    expect(last.usageMetadata).toEqual({ promptTokenCount: 5 });
  });

  it.each([
    ['stop', 'STOP'],
    ['tool_calls', 'STOP'],
    ['function_call', 'STOP'],
    ['length', 'MAX_TOKENS'],
    ['content_filter', 'SAFETY'],
    ['sensitive', 'SAFETY'],
    ['something_new', 'OTHER'],
  ])('%s is %s', (reason, expected) => {
    expect(read([chunk({ content: 'x' }, reason)]).at(-1)!.candidates![0]!.finishReason).toBe(expected);
  });

  it('has no usage where the server reports none', () => {
    expect(read([chunk({ content: 'x' }, 'stop')]).at(-1)).not.toHaveProperty('usageMetadata');
    const zeros = {
      ...chunk({ content: 'x' }, 'stop'),
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    };
    expect(read([zeros]).at(-1)).not.toHaveProperty('usageMetadata');
  });

  it('tells a broken answer from a whole one', () => {
    expect(() => read([chunk({ content: 'half' })])).toThrow(expect.objectContaining({ kind: 'network' }));
    expect(() => read([])).toThrow(/without an answer/);
    expect(read([chunk({ content: 'x' })], true).at(-1)!.candidates![0]!.finishReason).toBeUndefined();
  });

  it.each([
    [{ error: { message: 'Rate limit reached', code: 429 } }, 'rate-limit'],
    [
      {
        object: 'error',
        message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
      },
      'context-overflow',
    ],
    [{ choices: [{ delta: { content: 'Server overloaded' }, finish_reason: 'error_finish' }] }, 'stream'],
    [{ choices: [{ delta: {}, finish_reason: 'insufficient_system_resource' }] }, 'overloaded'],
    [{ choices: [{ delta: {}, finish_reason: 'model_context_window_exceeded' }] }, 'context-overflow'],
    [{ choices: [{ delta: {}, error: { message: 'upstream failed', code: 502 } }] }, 'server'],
  ])('throws for %j', (wire, kind) => {
    expect(() => new ResponseReader().push(wire as WireChunk)).toThrow(expect.objectContaining({ kind }));
  });

  it('takes a full window after some text for a cut-off answer', () => {
    const last = read([chunk({ content: 'x' }), chunk({}, 'model_context_window_exceeded')]).at(-1)!;
    expect(last.candidates![0]!.finishReason).toBe('MAX_TOKENS');
  });
});
