/** Finds names by some of their characters, in order, best matches first. */

export interface FuzzyMatch {
  score: number;
  /** Indexes of the matched characters. */
  positions: number[];
}

const MATCH = 16;
const CONSECUTIVE = 12;
const WORD_START = 10;
const NAME_START = 14;
const IN_NAME = 1;
const GAP = 1;
const MAX_GAP_PENALTY = 10;

/**
 * Matches the query's characters in order, in whatever case unless the query has upper case.
 *
 * Searching from both ends finds the tightest place of the last possible match, which for paths is the file's name.
 */
export function fuzzyMatch(query: string, candidate: string): FuzzyMatch | undefined {
  if (query === '') return { score: -candidate.length / 100, positions: [] };
  const text = /\p{Lu}/u.test(query) ? candidate : candidate.toLowerCase();
  if (!isSubsequence(query, text)) return undefined;
  const early = scoreOf(firstPositions(query, text), candidate);
  const late = scoreOf(lastPositions(query, text), candidate);
  return late.score >= early.score ? late : early;
}

/** The best `limit` of many candidates; equally good ones stay in order. */
export function fuzzyFilter<T>(
  query: string,
  candidates: Iterable<T>,
  nameOf: (candidate: T) => string,
  limit: number,
): Array<{ candidate: T; match: FuzzyMatch }> {
  const best: Array<{ candidate: T; match: FuzzyMatch }> = [];
  for (const candidate of candidates) {
    const match = fuzzyMatch(query, nameOf(candidate));
    if (!match || (best.length === limit && match.score <= best.at(-1)!.match.score)) continue;
    let at = best.length;
    while (at > 0 && best[at - 1]!.match.score < match.score) at--;
    best.splice(at, 0, { candidate, match });
    if (best.length > limit) best.pop();
  }
  return best;
}

function isSubsequence(query: string, text: string): boolean {
  let at = -1;
  for (const character of query) {
    at = text.indexOf(character, at + 1);
    if (at === -1) return false;
  }
  return true;
}

function firstPositions(query: string, text: string): number[] {
  let at = -1;
  const positions = Array.from(query, (character) => (at = text.indexOf(character, at + 1)));
  // From the end of the first match back to the closest beginning.
  return tightened(query, text, positions.at(-1)!);
}

function lastPositions(query: string, text: string): number[] {
  return tightened(query, text, text.length - 1);
}

function tightened(query: string, text: string, end: number): number[] {
  let at = end + 1;
  const positions: number[] = [];
  for (const character of Array.from(query).reverse()) {
    at = text.lastIndexOf(character, at - 1);
    positions.unshift(at);
  }
  return positions;
}

function scoreOf(positions: number[], candidate: string): FuzzyMatch {
  const nameStart = candidate.lastIndexOf('/', candidate.length - 2) + 1;
  let score = 0;
  let previous: number | undefined;
  for (const position of positions) {
    score += MATCH;
    if (position === nameStart) score += NAME_START;
    else if (isWordStart(candidate, position)) score += WORD_START;
    if (position >= nameStart) score += IN_NAME;
    if (previous !== undefined) {
      const gap = position - previous - 1;
      score += gap === 0 ? CONSECUTIVE : -Math.min(MAX_GAP_PENALTY, gap * GAP);
    }
    previous = position;
  }
  // Of two that match alike the shorter one is meant.
  return { score: score - candidate.length / 100, positions };
}

function isWordStart(text: string, position: number): boolean {
  if (position === 0) return true;
  const before = text[position - 1]!;
  if (/[/\\._\- ]/.test(before)) return true;
  return /\p{Ll}/u.test(before) && /\p{Lu}/u.test(text[position]!);
}
