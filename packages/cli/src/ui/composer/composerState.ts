/** What the input line shows. */
import type { CompletionList } from './completion/completions.js';
import type { HistorySearch } from './historySearch.js';
import type { TextBuffer } from './textBuffer.js';
import type { VimMode } from './vim/vimState.js';

export type ComposerMode = 'prompt' | 'shell';

export interface ComposerState {
  buffer: TextBuffer;
  mode: ComposerMode;
  /** Vim mode is on. */
  vim?: VimMode;
  completion?: CompletionList;
  /** Ctrl+R. */
  search?: HistorySearch;
  /** The entry that the search has found. */
  found?: string;
}

/** What is sent. */
export interface Submission {
  /** With big pastes in full. A prompt never begins with an exclamation mark. */
  text: string;
  /** With big pastes as labels. */
  display: string;
  /** A command for the shell (`!`), without the exclamation mark. */
  isShell: boolean;
}

/** What became of a key. */
export type KeyOutcome =
  | { type: 'used' }
  /** The key means nothing here: others may use it. */
  | { type: 'unused' }
  | { type: 'submit'; submission: Submission }
  | { type: 'edit-externally' }
  /** Up in an empty input: take back what waits to be sent, else show earlier input. */
  | { type: 'recall' };

export const USED: KeyOutcome = { type: 'used' };
export const UNUSED: KeyOutcome = { type: 'unused' };
