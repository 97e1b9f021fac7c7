/** A growing conversation is sent so that each request begins with the one before: what providers can cache. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Content, Part } from '../../types.js';
import { toContents } from './contents.js';

const text = fc.constantFrom('a', ' b', 'c\n', '', '漢字');
const signature = fc.constantFrom({}, { thoughtSignature: 'sig' });
const media: Part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
const call = fc.record({
  name: fc.constantFrom('read_file', 'glob'),
  id: fc.constantFrom(undefined, '1', '2'),
  signature,
  withMedia: fc.boolean(),
});
const step = fc.record({ thought: text, text, signature, calls: fc.array(call, { maxLength: 3 }) });

/** The history before the model's first answer and after each step. */
function histories(steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): Content[][] {
  const history: Content[] = [{ role: 'user', parts: [{ text: 'begin' }] }];
  const requests = [[...history]];
  for (const { thought, text: said, signature: signed, calls } of steps) {
    const parts: Part[] = [{ thought: true, text: thought }, { text: said, ...signed }, { text: 'ok' }];
    parts.push(...calls.map(({ name, id, signature: mark }) => ({ functionCall: { name, id, args: {} }, ...mark })));
    const results = calls.map(({ name, id, withMedia }) => ({
      functionResponse: { name, id, response: { output: 'out' }, ...(withMedia ? { parts: [media] } : {}) },
    })) as Part[];
    history.push({ role: 'model', parts }, { role: 'user', parts: [...results, { text: 'go on' }] });
    requests.push([...history]);
  }
  return requests;
}

test.each(['gemini-2.5-pro', 'gemini-3-pro'])('%s: each request begins with the whole of the one before', (model) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const sent = histories(steps).map((contents) =>
        toContents(model, contents, {}).map((content) => JSON.stringify(content)),
      );
      for (const [index, contents] of sent.entries()) {
        const previous = sent[index - 1] ?? [];
        expect(contents.slice(0, previous.length)).toEqual(previous);
      }
    }),
    { numRuns: 200 },
  );
});
