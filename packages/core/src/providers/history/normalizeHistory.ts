/** Makes any history acceptable to a provider; the one place where that happens, for all dialects. */
import type { Content } from '../../types.js';
import { CallIds } from './callIds.js';
import { cleanContent } from './cleanContent.js';
import { mergeContents, pairCalls } from './pairCalls.js';

/** What a dialect demands of a history. */
export interface HistoryRules {
  /** Neighbouring contents of one role are merged. */
  alternateRoles: boolean;
  /**
   * What becomes of thoughts: all kept, all dropped, or only those kept that the provider signed. A thought is kept as
   * it came or dropped whole, never edited.
   */
  thoughts: 'keep' | 'drop' | 'keep-signed';
  /** Ids of calls may hold only letters, digits, `_` and `-`; else any character may stand in them. */
  wordCallIds?: boolean;
}

const OPENING = '[The conversation began before this point.]';

/**
 * The history as a provider takes it:
 *
 * - roles are `user` and `model`, the first content is the user's, no content and no part is empty;
 * - each content with calls is followed by one user content that begins with one result a call, in their order;
 *   missing results are made up, results without a call become text, results say something;
 * - ids of calls are present, unique and at most 40 characters; names are acceptable to all providers.
 *
 * Pure and deterministic. The input is not changed, contents that need no change are the same objects in the output.
 * The result for a history that ends with the user's content is a prefix of the result for that history with a model's
 * answer and anything after it appended: requests stay cacheable.
 */
export function normalizeHistory(contents: Content[], rules: HistoryRules): Content[] {
  const cleaned = contents.flatMap((content) => cleanContent(content, rules) ?? []);
  const paired = pairCalls(cleaned, new CallIds(rules.wordCallIds ?? false));
  const normalized = rules.alternateRoles ? mergeNeighbours(paired) : paired;
  return normalized[0]?.role === 'model' ? [{ role: 'user', parts: [{ text: OPENING }] }, ...normalized] : normalized;
}

function mergeNeighbours(contents: Content[]): Content[] {
  const merged: Content[] = [];
  for (let index = 0; index < contents.length;) {
    let end = index + 1;
    while (contents[end]?.role === contents[index]!.role) end++;
    merged.push(mergeContents(contents.slice(index, end)));
    index = end;
  }
  return merged;
}
