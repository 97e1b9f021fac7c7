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
  /** The entry that was shown last: where to go on from. */
  private place: number | undefined;
  /** Nothing else has been done with that entry. */
  private isShown = false;
  /** What was in the input before. */
  private draft = '';
  private current: HistorySearch | undefined;

  constructor(private readonly history: PromptHistory) {}

  get isBrowsing(): boolean {
    return this.isShown;
  }

  get search(): HistorySearch | undefined {
    return this.current;
  }

  /** The entry that the search has found. */
  get found(): string | undefined {
    return this.current && this.history.entries[this.current.index];
  }

  /** The entry before the one that was shown, from an empty input the last. @param text what is in the input */
  older(text: string): string | undefined {
    const { entries } = this.history;
    const isFirst = this.place === undefined || (text === '' && !this.isShown);
    const index = (isFirst ? entries.length : this.place!) - 1;
    if (index < 0) return undefined;
    if (!this.isShown) this.draft = text;
    this.place = index;
    this.isShown = true;
    return entries[index];
  }

  /** The entry behind the one that is shown, after the last what was in the input before. */
  newer(): string | undefined {
    if (!this.isShown || this.place === undefined) return undefined;
    const entry = this.history.entries[++this.place];
    if (entry === undefined) this.leave();
    return entry ?? this.draft;
  }

  /** The input has become something else than the entry. */
  endBrowsing(): void {
    this.isShown = false;
  }

  /** What comes next has nothing to do with the entry. */
  leave(): void {
    this.isShown = false;
    this.place = undefined;
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
