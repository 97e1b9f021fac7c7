/** A growing conversation is sent so that each request begins with the one before: what providers can cache. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Content, Part } from '../../types.js';
import { messagesBody } from './request.js';
import { redactedThinkingPart, thinkingPart } from './thoughtParts.js';

const text = fc.constantFrom('a', ' b', 'c\n', '', ' ', '漢字');
const signature = fc.constantFrom(undefined, 'c2ln', 'YWJj');
const media: Part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };

const thought: fc.Arbitrary<Part> = fc.oneof(
  fc.tuple(text, signature).map(([value, signed]) => thinkingPart(value, signed)),
  fc.constant(redactedThinkingPart('ZGF0YQ==')),
);
const call = fc.record({
  name: fc.constantFrom('read_file', 'glob'),
  id: fc.constantFrom(undefined, '1', '2', 'x.y:0'),
});

interface Step {
  thoughts: Part[];
  texts: string[];
  calls: { name: string; id: string | undefined }[];
  say: string;
  withMedia: boolean;
}
const step: fc.Arbitrary<Step> = fc.record({
  thoughts: fc.array(thought, { maxLength: 2 }),
  texts: fc.array(text, { maxLength: 2 }),
  calls: fc.array(call, { maxLength: 3 }),
  say: text,
  withMedia: fc.boolean(),
});

/** The histories with which a conversation of these steps calls the model. */
function histories(steps: Step[]): Content[][] {
  const history: Content[] = [{ role: 'user', parts: [{ text: 'begin' }] }];
  const requests = [[...history]];
  for (const { thoughts, texts, calls, say, withMedia } of steps) {
    const parts: Part[] = [...thoughts, ...texts.map((value) => ({ text: value }))];
    parts.push(...calls.map(({ name, id }) => ({ functionCall: { name, id, args: { path: '/x' } } })));
    const results: Part[] = calls.map(({ name, id }) => ({
      functionResponse: { name, id, response: { output: 'out' } },
    }));
    history.push(
      { role: 'model', parts },
      { role: 'user', parts: [...results, { text: say }, ...(withMedia ? [media] : [])] },
    );
    requests.push([...history]);
  }
  return requests;
}

const config = {
  systemInstruction: 'system',
  tools: [{ functionDeclarations: [{ name: 'read_file' }, { name: 'glob' }] }],
};

function promptOf(contents: Content[]): { head: string; messages: string[] } {
  const body = messagesBody({ model: 'claude-opus-4-6', contents, config }, { model: 'claude-opus-4-6' });
  // Marks are not part of the prompt: they move, and the provider reads caches that were written under earlier ones.
  const unmarked = JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  ) as typeof body;
  const { messages, ...head } = unmarked;
  return { head: JSON.stringify(head), messages: messages.map((message) => JSON.stringify(message)) };
}

test('each request begins with the whole prompt of the one before', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const requests = histories(
        steps.map((each) => ({
          ...each,
          say: each.say.trim() === '' ? 'go on' : each.say,
          texts: [...each.texts, 'ok'],
        })),
      ).map(promptOf);
      for (const [index, { head, messages }] of requests.entries()) {
        const previous = requests[index - 1];
        if (previous === undefined) continue;
        expect(head).toBe(previous.head);
        expect(messages.slice(0, previous.messages.length)).toEqual(previous.messages);
      }
    }),
    { numRuns: 300 },
  );
});

test('the same history gives the same bytes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), (steps) => {
      const contents = histories(steps).at(-1)!;
      const bodies = [contents, structuredClone(contents)].map((each) =>
        messagesBody({ model: 'm', contents: each, config }, { model: 'm' }),
      );
      expect(JSON.stringify(bodies[0])).toBe(JSON.stringify(bodies[1]));
    }),
  );
});
