/** What vim mode remembers between keys. */

export type VimMode = 'insert' | 'normal';

export type Operator = 'd' | 'c' | 'y';

/** A search for a character in its line. */
export interface Find {
  kind: 'f' | 'F' | 't' | 'T';
  character: string;
}

export interface VimState {
  mode: VimMode;
  /** Digits typed so far. */
  count: string;
  operator: { name: Operator; count: number } | undefined;
  /** A key that needs another one. */
  pending: 'g' | 'r' | 'i' | 'a' | Find['kind'] | undefined;
  register: { text: string; isLinewise: boolean };
  lastFind: Find | undefined;
}

export const INITIAL_VIM_STATE: VimState = {
  mode: 'insert',
  count: '',
  operator: undefined,
  pending: undefined,
  register: { text: '', isLinewise: false },
  lastFind: undefined,
};

/** The same without anything half typed. */
export function settled(state: VimState): VimState {
  return { ...state, count: '', operator: undefined, pending: undefined };
}

export function isWaiting({ count, operator, pending }: VimState): boolean {
  return count !== '' || operator !== undefined || pending !== undefined;
}
