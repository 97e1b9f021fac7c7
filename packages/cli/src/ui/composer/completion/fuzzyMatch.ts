/** Finds names by some of their characters, in order, best matches first. Fast enough for 100,000 names at each key. */

/** A name that can be searched, with what searching needs often. */
export interface SearchableName {
  name: string;
  lower: string;
}

const MATCH = 16;
const CONSECUTIVE = 12;
const WORD_START = 10;
const NAME_START = 14;
const IN_NAME = 1;
const MAX_GAP_PENALTY = 10;
const PER_CHARACTER = 0.01;

export function searchableName(name: string): SearchableName {
  return { name, lower: name.toLowerCase() };
}

/** The best `limit` of many; equally good ones stay in order. Case counts when the query has upper case. */
export function fuzzyFilter<T extends SearchableName>(query: string, candidates: readonly T[], limit: number): T[] {
  const best: T[] = [];
  const scores: number[] = [];
  const isExact = hasUpperCase(query);
  for (const candidate of candidates) {
    const score = scoreOf(query, isExact ? candidate.name : candidate.lower, candidate.name);
    if (score === undefined || (best.length === limit && score <= scores.at(-1)!)) continue;
    let at = best.length;
    while (at > 0 && scores[at - 1]! < score) at--;
    best.splice(at, 0, candidate);
    scores.splice(at, 0, score);
    if (best.length > limit) {
      best.pop();
      scores.pop();
    }
  }
  return best;
}

/** Indexes of the characters of a name that a query has matched; empty when it does not match. */
export function matchedPositions(query: string, { name, lower }: SearchableName): number[] {
  const text = hasUpperCase(query) ? name : lower;
  const end = firstEnd(query, text);
  if (end === undefined || query === '') return [];
  const early = alignmentScore(query, text, name, end);
  const late = alignmentScore(query, text, name, text.length - 1);
  const positions: number[] = [];
  let at = (late >= early ? text.length - 1 : end) + 1;
  for (let index = query.length - 1; index >= 0; index--) {
    at = text.lastIndexOf(query[index]!, at - 1);
    positions.unshift(at);
  }
  return positions;
}

/** Whether the characters occur in this order. */
export function holdsInOrder(text: string, characters: string): boolean {
  return firstEnd(characters, text) !== undefined;
}

function hasUpperCase(text: string): boolean {
  return /\p{Lu}/u.test(text);
}

/** Of the first and the last way to match the better one counts: for paths the last is mostly the file's own name. */
function scoreOf(query: string, text: string, name: string): number | undefined {
  const end = firstEnd(query, text);
  if (end === undefined) return undefined;
  if (query === '') return -name.length * PER_CHARACTER;
  const late = alignmentScore(query, text, name, text.length - 1);
  const early = alignmentScore(query, text, name, end);
  // Of two that match alike the shorter one is meant.
  return Math.max(late, early) - name.length * PER_CHARACTER;
}

/** The index of the last character of the first match; -1 for an empty query. */
function firstEnd(query: string, text: string): number | undefined {
  let at = -1;
  for (let index = 0; index < query.length; index++) {
    at = text.indexOf(query[index]!, at + 1);
    if (at === -1) return undefined;
  }
  return at;
}

/** Matches backwards from `end`, which keeps the characters close together. */
function alignmentScore(query: string, text: string, name: string, end: number): number {
  const nameStart = name.lastIndexOf('/', name.length - 2) + 1;
  let score = 0;
  let following = -1;
  let at = end + 1;
  for (let index = query.length - 1; index >= 0; index--) {
    at = text.lastIndexOf(query[index]!, at - 1);
    score += MATCH;
    if (at === nameStart) score += NAME_START;
    else if (isWordStart(name, at)) score += WORD_START;
    if (at >= nameStart) score += IN_NAME;
    if (following !== -1) {
      const gap = following - at - 1;
      score += gap === 0 ? CONSECUTIVE : -Math.min(MAX_GAP_PENALTY, gap);
    }
    following = at;
  }
  return score;
}

/** Behind a separator, or upper case behind lower case. */
function isWordStart(name: string, position: number): boolean {
  if (position === 0) return true;
  const before = name[position - 1]!;
  if ('/\\._- '.includes(before)) return true;
  return before >= 'a' && before <= 'z' && name[position]! >= 'A' && name[position]! <= 'Z';
}
