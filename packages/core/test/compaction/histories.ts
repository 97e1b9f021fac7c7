/** Histories for tests: hand-made messages and arbitrary, well-formed conversations. */
import fc from 'fast-check';
import type { Content, Part } from '../../src/types.js';

export const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });
export const model = (text: string): Content => ({ role: 'model', parts: [{ text }] });
export const call = (...ids: string[]): Content => ({
  role: 'model',
  parts: ids.map((id) => ({ functionCall: { id, name: 'read_file', args: { file_path: `/src/${id}.ts` } } })),
});
export const result = (ids: string[], output = 'ok'): Content => ({
  role: 'user',
  parts: ids.map((id) => ({ functionResponse: { id, name: 'read_file', response: { output } } })),
});

/** A conversation that alternates: turns of user text, tool rounds, and an answer; it may end anywhere. */
export const conversations: fc.Arbitrary<Content[]> = fc
  .array(
    fc.record({
      question: fc.string({ minLength: 1, maxLength: 200 }),
      rounds: fc.array(fc.record({ calls: fc.integer({ min: 1, max: 3 }), output: fc.string({ maxLength: 400 }) }), {
        maxLength: 6,
      }),
      answer: fc.string({ minLength: 1, maxLength: 200 }),
    }),
    { maxLength: 5 },
  )
  .chain((turns) => {
    let next = 0;
    const contents = turns.flatMap((turn) => [
      user(turn.question),
      ...turn.rounds.flatMap((round) => {
        const ids = Array.from({ length: round.calls }, () => `call-${next++}`);
        return [call(...ids), result(ids, round.output)];
      }),
      model(turn.answer),
    ]);
    return fc.integer({ min: 0, max: contents.length }).map((length) => contents.slice(0, length));
  });

function idsOf(contents: readonly Content[], pick: (part: Part) => string | undefined): string[] {
  return contents.flatMap((content) => (content.parts ?? []).map(pick)).filter((id) => id !== undefined);
}

export const callIds = (contents: readonly Content[]): string[] => idsOf(contents, (part) => part.functionCall?.id);
export const resultIds = (contents: readonly Content[]): string[] =>
  idsOf(contents, (part) => part.functionResponse?.id);

export function rolesAlternate(contents: readonly Content[]): boolean {
  return contents.every((content, index) => index === 0 || content.role !== contents[index - 1]?.role);
}
