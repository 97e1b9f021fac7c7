import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Content, Part } from '../../types.js';
import { functionResponseText } from './functionResponseText.js';
import { normalizeHistory, type HistoryRules } from './normalizeHistory.js';

const text = fc.constantFrom('', ' ', '\n', 'a', 'b ', ' c', 'long text');
const id = fc.constantFrom(undefined, '', '1', '2', '3', 'call_1', 'call_2', '1_2', 'f.x:0', 'y'.repeat(45));
const name = fc.constantFrom('read_file', 'glob', 'functions.x', '');
const record = fc.constantFrom(undefined, {}, { output: '' }, { output: 'out' }, { error: 'bad' }, { result: [1] });
const image: Part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };

const anyPart: fc.Arbitrary<Part> = fc.oneof(
  text.map((value) => ({ text: value })),
  fc.tuple(text, fc.option(fc.constantFrom('s1', 's2'), { nil: undefined })).map(([value, thoughtSignature]) => ({
    thought: true,
    text: value,
    ...(thoughtSignature ? { thoughtSignature } : {}),
  })),
  fc.record({ id, name }).map((call) => ({ functionCall: { ...call, args: { path: 'x' } } })),
  fc.record({ id, name, response: record }).map((functionResponse) => ({ functionResponse })) as fc.Arbitrary<Part>,
  fc.constant(image),
  fc.constant({}),
);
const anyContent: fc.Arbitrary<Content> = fc.record({
  role: fc.constantFrom('user', 'user', 'model', 'model', 'function', undefined),
  parts: fc.option(fc.array(anyPart, { maxLength: 5 }), { nil: undefined }),
}) as fc.Arbitrary<Content>;
const anyHistory = fc.array(anyContent, { maxLength: 10 });
const anyRules: fc.Arbitrary<HistoryRules> = fc.record({
  alternateRoles: fc.boolean(),
  thoughts: fc.constantFrom('keep' as const, 'drop' as const, 'keep-signed' as const),
  wordCallIds: fc.boolean(),
});

const said = (part: Part): string =>
  part.functionResponse ? functionResponseText(part.functionResponse).text : (part.text ?? '');
const partsOf = (content: Content): Part[] => content.parts ?? [];

/** What a strict provider would refuse, in words; written from the providers' rules, not from the implementation. */
function violations(contents: Content[], rules: HistoryRules): string[] {
  const found: string[] = [];
  const ids = new Set<string>();
  contents.forEach((content, index) => {
    const parts = partsOf(content);
    if (content.role !== 'user' && content.role !== 'model') found.push(`${index}: role ${content.role}`);
    if (parts.length === 0) found.push(`${index}: no parts`);
    if (rules.alternateRoles && index > 0 && contents[index - 1]!.role === content.role)
      found.push(`${index}: role repeated`);
    for (const part of parts) {
      if (Object.keys(part).length === 0) found.push(`${index}: empty part`);
      if (part.text !== undefined && !part.thought && part.text.trim() === '') found.push(`${index}: blank text`);
      if (part.thought && content.role === 'user') found.push(`${index}: thought of the user`);
      if (part.thought && rules.thoughts === 'drop') found.push(`${index}: thought`);
      if (part.thought && rules.thoughts === 'keep-signed' && !part.thoughtSignature) found.push(`${index}: unsigned`);
      if (part.functionCall && content.role === 'user') found.push(`${index}: call of the user`);
      if (part.functionResponse && content.role === 'model') found.push(`${index}: result of the model`);
      if (part.functionResponse && functionResponseText(part.functionResponse).text.trim() === '')
        found.push(`${index}: empty result`);
    }
    if (content.role === 'model' && parts.every((part) => part.thought)) found.push(`${index}: only thoughts`);
    if (parts.at(-1)?.thought) found.push(`${index}: ends in a thought`);
    const calls = parts.flatMap((part) => part.functionCall ?? []);
    for (const call of calls) {
      if (!call.id || call.id.length > 40) found.push(`${index}: id ${call.id}`);
      if (rules.wordCallIds && !/^[\w-]+$/.test(call.id!)) found.push(`${index}: id ${call.id}`);
      if (!/^[\w-]{1,64}$/.test(call.name!)) found.push(`${index}: name ${call.name}`);
      if (ids.has(call.id!)) found.push(`${index}: id ${call.id} twice`);
      ids.add(call.id!);
    }
    const expected = calls.map((call) => `${call.id} ${call.name}`);
    const next = contents[index + 1];
    if (calls.length > 0 && next?.role !== 'user') found.push(`${index}: no results`);
    if (calls.length > 0 && next) {
      const leading = partsOf(next).slice(0, calls.length);
      const actual = leading.map((part) => `${part.functionResponse?.id} ${part.functionResponse?.name}`);
      if (actual.join() !== expected.join()) found.push(`${index}: results ${actual.join()} for ${expected.join()}`);
    }
    const callsBefore = index === 0 ? 0 : partsOf(contents[index - 1]!).filter((part) => part.functionCall).length;
    const results = parts.filter((part) => part.functionResponse).length;
    if (content.role === 'user' && results !== callsBefore)
      found.push(`${index}: ${results} results for ${callsBefore} calls`);
  });
  if (contents.length > 0 && contents[0]!.role !== 'user') found.push('begins with the model');
  return found;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/** The thoughts a history holds: single pieces, and pieces in a row joined under the signature of the last. */
function wholeThoughts(history: Content[]): Set<string> {
  const whole = new Set<string>();
  for (const content of history) {
    let open = '';
    for (const part of partsOf(content)) {
      open = part.thought ? open + part.text! : '';
      whole.add(`${part.text}|${part.thoughtSignature}`);
      whole.add(`${open}|${part.thoughtSignature}`);
      if (part.thoughtSignature) open = '';
    }
  }
  return whole;
}

describe('normalizeHistory, for any history', () => {
  const runs = { numRuns: 1_000 };

  it('satisfies the providers, without touching its input', () => {
    fc.assert(
      fc.property(anyHistory, anyRules, (history, rules) => {
        expect(violations(normalizeHistory(deepFreeze(history), rules), rules)).toEqual([]);
      }),
      runs,
    );
  });

  it('is deterministic and changes nothing the second time', () => {
    fc.assert(
      fc.property(anyHistory, anyRules, (history, rules) => {
        const once = normalizeHistory(history, rules);
        expect(normalizeHistory(structuredClone(history), rules)).toEqual(once);
        const twice = normalizeHistory(once, rules);
        expect(twice.length).toBe(once.length);
        twice.forEach((content, index) => expect(content).toBe(once[index]));
      }),
      runs,
    );
  });

  it('keeps what was sent as a prefix when the model answers and the conversation goes on', () => {
    fc.assert(
      fc.property(anyHistory, anyContent, anyHistory, anyRules, (history, last, more, rules) => {
        const sent = [...history, { role: 'user', parts: [...partsOf(last), { text: 'question' }] }];
        const longer = [...sent, { role: 'model', parts: [{ text: 'answer' }] }, ...more];
        const before = normalizeHistory(sent, rules);
        expect(normalizeHistory(longer, rules).slice(0, before.length)).toEqual(before);
      }),
      runs,
    );
  });

  it('keeps thoughts whole or drops them whole', () => {
    fc.assert(
      fc.property(anyHistory, anyRules, (history, rules) => {
        const whole = wholeThoughts(history);
        for (const part of normalizeHistory(history, rules).flatMap(partsOf)) {
          if (part.thought) expect(whole).toContain(`${part.text}|${part.thoughtSignature}`);
        }
      }),
      runs,
    );
  });

  it('loses no text of the user and no text of a result', () => {
    fc.assert(
      fc.property(anyHistory, anyRules, (history, rules) => {
        const everything = normalizeHistory(history, rules).flatMap(partsOf).map(said).join('\n');
        for (const content of history) {
          for (const part of partsOf(content)) {
            if (!part.thought) expect(everything).toContain(said(part).trim());
          }
        }
      }),
      runs,
    );
  });
});
