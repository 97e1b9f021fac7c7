/** Searching earlier input, as Ctrl+R does. */

export interface HistorySearch {
  query: string;
  /** Index of the entry that is shown; -1 when none matches. */
  index: number;
  /** How many entries match. */
  matches: number;
  /** Which match is shown, from 1 for the latest; 0 when none matches. */
  position: number;
}

/** The latest entry that holds the query, in whatever case; with an empty query nothing is found. */
export function searchFor(entries: readonly string[], query: string): HistorySearch {
  return select(query, matchesOf(entries, query), 1);
}

/** The next match in a direction; stays where it is at the last one. */
export function searchOn(
  entries: readonly string[],
  search: HistorySearch,
  direction: 'older' | 'newer',
): HistorySearch {
  return select(search.query, matchesOf(entries, search.query), search.position + (direction === 'older' ? 1 : -1));
}

/** Latest first; the same text is found once. */
function matchesOf(entries: readonly string[], query: string): number[] {
  if (query === '') return [];
  const wanted = query.toLowerCase();
  const seen = new Set<string>();
  const found: number[] = [];
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    if (seen.has(entry) || !entry.toLowerCase().includes(wanted)) continue;
    seen.add(entry);
    found.push(index);
  }
  return found;
}

function select(query: string, found: readonly number[], wanted: number): HistorySearch {
  const position = Math.min(Math.max(1, wanted), found.length);
  return { query, index: found[position - 1] ?? -1, matches: found.length, position };
}
