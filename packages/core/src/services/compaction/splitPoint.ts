/** Where a history may be cut in two: what goes into the summary, and what is kept verbatim. */
import type { Content } from '../../types.js';
import { DEFAULT_IMAGE_TOKEN_ESTIMATE, estimateContentChars } from '../compactionInputSlimming.js';

/** Complete tool rounds that are kept in front of a call that has no result yet. */
export const TOOL_ROUND_RETAIN_COUNT = 2;

/**
 * The index of the first entry to keep. A cut stands only before a user message that carries no tool result, or, when
 * the history has no such place after `fraction` of its characters, at a place from the end that separates no call from
 * its result.
 *
 * @param fraction share of the characters that should lie before the cut, between 0 and 1 (both excluded)
 * @param retainCount complete tool rounds to keep in front of a trailing call
 * @param precomputedCharCounts characters of each entry, where the caller knows them
 * @throws when `fraction` is not between 0 and 1
 */
export function findCompressSplitPoint(
  contents: Content[],
  fraction: number,
  retainCount: number = TOOL_ROUND_RETAIN_COUNT,
  precomputedCharCounts?: number[],
): number {
  if (!(fraction > 0 && fraction < 1)) throw new Error(`The fraction must be between 0 and 1, not ${fraction}.`);
  const charCounts =
    precomputedCharCounts ?? contents.map((content) => estimateContentChars(content, DEFAULT_IMAGE_TOKEN_ESTIMATE));
  const target = charCounts.reduce((sum, count) => sum + count, 0) * fraction;
  let lastCandidate = 0;
  let charsBefore = 0;
  for (const [index, content] of contents.entries()) {
    if (content.role === 'user' && !hasFunctionResponse(content)) {
      if (charsBefore >= target) return index;
      lastCandidate = index;
    }
    charsBefore += charCounts[index] ?? 0;
  }
  return splitFromTheEnd(contents, retainCount) ?? lastCandidate;
}

function splitFromTheEnd(contents: Content[], retainCount: number): number | undefined {
  const last = contents.at(-1);
  if (last?.role === 'model') {
    return hasFunctionCall(last)
      ? contents.length - (2 * completeRoundsBeforeLast(contents, retainCount) + 1)
      : contents.length;
  }
  return last && hasFunctionResponse(last) ? contents.length : undefined;
}

function completeRoundsBeforeLast(contents: Content[], limit: number): number {
  let rounds = 0;
  for (let call = contents.length - 3; rounds < limit && call >= 0; call -= 2) {
    const [request, response] = [contents[call], contents[call + 1]];
    if (request?.role !== 'model' || !hasFunctionCall(request)) break;
    if (response?.role !== 'user' || !hasFunctionResponse(response)) break;
    rounds++;
  }
  return rounds;
}

export function hasFunctionCall(content: Content): boolean {
  return content.parts?.some((part) => part.functionCall !== undefined) ?? false;
}

function hasFunctionResponse(content: Content): boolean {
  return content.parts?.some((part) => part.functionResponse !== undefined) ?? false;
}
