/** Going back and forth in earlier input, and searching it. */
import { actionOf } from '../keys/keyTable.js';
import type { InputEvent } from '../keys/inputEvent.js';
import { searchFor, searchOn, type HistorySearch } from './historySearch.js';
import type { PromptHistory } from './promptHistory.js';
import { cleanText } from './textBuffer.js';

/** What a key led to during a search. */
export type SearchOutcome =
  | { type: 'searching' }
  /** `entry` is taken; `undefined`: the input stays as it was. */
  | { type: 'ended'; entry: string | undefined; isKeyUsed: boolean };

export class HistoryBrowser {
  /** The entry that is shown, while nothing else has been done with it. */
  private shown: number | undefined;
  /** What was in the input before. */
  private draft = '';
  private current: HistorySearch | undefined;

  constructor(private readonly history: PromptHistory) {}

  get isBrowsing(): boolean {
    return this.shown !== undefined;
  }

  get search(): HistorySearch | undefined {
    return this.current;
  }

  /** The entry that the search has found. */
  get found(): string | undefined {
    return this.current && this.history.entries[this.current.index];
  }

  /** The entry before the one that is shown. @param text what is in the input */
  older(text: string): string | undefined {
    const { entries } = this.history;
    const index = (this.shown ?? entries.length) - 1;
    if (index < 0) return undefined;
    if (this.shown === undefined) this.draft = text;
    this.shown = index;
    return entries[index];
  }

  /** The entry behind the one that is shown, after the last what was in the input before. */
  newer(): string | undefined {
    if (this.shown === undefined) return undefined;
    const index = this.shown + 1;
    const entry = this.history.entries[index];
    this.shown = entry === undefined ? undefined : index;
    return entry ?? this.draft;
  }

  /** The input has become something else than the entry. */
  endBrowsing(): void {
    this.shown = undefined;
  }

  startSearch(): void {
    this.current = searchFor(this.history.entries, '');
  }

  searchKey(search: HistorySearch, event: InputEvent): SearchOutcome {
    const { entries } = this.history;
    const action = actionOf('search', event);
    if (action === 'older' || action === 'newer') this.current = searchOn(entries, search, action);
    else if (action === 'clear') this.current = searchFor(entries, '');
    else if (action === 'deleteBack') this.current = searchFor(entries, Array.from(search.query).slice(0, -1).join(''));
    else if (event.type !== 'key') {
      this.current = searchFor(entries, search.query + cleanText(event.text).split('\n')[0]!);
    } else {
      // Any other key works on what was found.
      const entry = action === 'cancel' ? undefined : this.found;
      this.current = undefined;
      return { type: 'ended', entry, isKeyUsed: action !== undefined };
    }
    return { type: 'searching' };
  }
}
