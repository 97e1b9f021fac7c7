/** Puts every call and its result side by side. */
import type { Content, Part } from '../../types.js';
import { acceptableToolName, type CallIds } from './callIds.js';
import { resultAsText, sameItems } from './cleanContent.js';

const NO_RESULT = 'This call was interrupted before it gave a result.';

interface Call {
  originalId: string | undefined;
  id: string;
  name: string;
}

/**
 * Rewrites cleaned contents so that each content with calls is followed at once by one user content that begins with
 * exactly one result a call, in the order of the calls. A result counts only where it stands between its call and the
 * next model content; elsewhere it becomes text, and the call gets a result that says it was interrupted. (Once the
 * model has gone on after a call, moving a late result up would change what was already sent.)
 */
export function pairCalls(contents: Content[], ids: CallIds): Content[] {
  const paired: Content[] = [];
  for (let index = 0; index < contents.length;) {
    const turn = takeWhile(contents, index, 'model');
    index += turn.length;
    const answers = takeWhile(contents, index, 'user');
    index += answers.length;
    if (turn.some(hasCall)) paired.push(...pairTurn(mergeContents(turn), answers, ids));
    else paired.push(...turn, ...answers.map(withoutResults));
  }
  return paired;
}

/** One content with the parts of all; the very content when there is only one. */
export function mergeContents(contents: Content[]): Content {
  const [first] = contents;
  return contents.length === 1 ? first! : { ...first, parts: contents.flatMap(partsOf) };
}

function pairTurn(turn: Content, answers: Content[], ids: CallIds): Content[] {
  const calls: Call[] = [];
  const callParts = partsOf(turn).map((part) => {
    if (!part.functionCall) return part;
    const call = {
      originalId: part.functionCall.id || undefined,
      id: ids.assign(part.functionCall.id),
      name: part.functionCall.name!,
    };
    calls.push(call);
    return call.id === part.functionCall.id ? part : { ...part, functionCall: { ...part.functionCall, id: call.id } };
  });
  const { results, rest } = takeResults(calls, answers);
  const [first, ...others] = answers.length > 0 ? rest : [{ role: 'user', parts: [] }];
  return [
    withParts(turn, callParts),
    withParts(answers[0] ?? { role: 'user' }, [...results, ...partsOf(first!)]),
    ...others.filter((content) => partsOf(content).length > 0),
  ];
}

/** Finds the result of each call, makes one up where there is none, and tells what else the answers hold. */
function takeResults(calls: Call[], answers: Content[]): { results: Part[]; rest: Content[] } {
  const candidates = answers.flatMap((content, answer) =>
    partsOf(content).flatMap((part, position) => (part.functionResponse ? [{ part, answer, position }] : [])),
  );
  const found = new Map<Call, (typeof candidates)[number]>();
  const taken = new Set<(typeof candidates)[number]>();
  for (const fits of [sameIdAndName, sameId, sameNameWithoutId]) {
    for (const candidate of candidates) {
      if (taken.has(candidate)) continue;
      const call = calls.find((open) => !found.has(open) && fits(open, candidate.part));
      if (!call) continue;
      found.set(call, candidate);
      taken.add(candidate);
    }
  }
  const isTaken = (answer: number, position: number): boolean =>
    [...taken].some((candidate) => candidate.answer === answer && candidate.position === position);
  return {
    results: calls.map((call) => resultOf(call, found.get(call)?.part)),
    rest: answers.map((content, answer) =>
      withParts(
        content,
        partsOf(content).flatMap((part, position) => (isTaken(answer, position) ? [] : resultAsText(part))),
      ),
    ),
  };
}

function sameIdAndName(call: Call, { functionResponse }: Part): boolean {
  return (
    call.originalId !== undefined && functionResponse!.id === call.originalId && functionResponse!.name === call.name
  );
}

function sameId(call: Call, { functionResponse }: Part): boolean {
  return call.originalId !== undefined && functionResponse!.id === call.originalId;
}

function sameNameWithoutId(call: Call, { functionResponse }: Part): boolean {
  const { id, name } = functionResponse!;
  return (call.originalId === undefined || !id) && acceptableToolName(name) === call.name;
}

function resultOf({ id, name }: Call, part: Part | undefined): Part {
  if (!part) return { functionResponse: { id, name, response: { error: NO_RESULT } } };
  const result = part.functionResponse!;
  return result.id === id && result.name === name ? part : { ...part, functionResponse: { ...result, id, name } };
}

function withoutResults(content: Content): Content {
  return withParts(content, partsOf(content).flatMap(resultAsText));
}

function withParts(content: Content, parts: Part[]): Content {
  return content.parts && sameItems(parts, content.parts) ? content : { ...content, parts };
}

function partsOf(content: Content): Part[] {
  return content.parts ?? [];
}

function hasCall(content: Content): boolean {
  return partsOf(content).some((part) => part.functionCall);
}

function takeWhile(contents: Content[], from: number, role: string): Content[] {
  let end = from;
  while (contents[end]?.role === role) end++;
  return contents.slice(from, end);
}
