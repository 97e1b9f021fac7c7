/** What every component needs to know of the screen. */
import { createContext, useContext } from 'react';
import type { Theme } from '../theme/theme.js';

export interface Display {
  /** Size of the terminal. */
  columns: number;
  rows: number;
  theme: Theme;
  /** Plain lines: nothing that only means something to the eye, nothing that moves. */
  screenReader: boolean;
}

export const DisplayContext = createContext<Display | undefined>(undefined);

/** @throws when no `DisplayContext` is around */
export function useDisplay(): Display {
  const display = useContext(DisplayContext);
  if (!display) throw new Error('Components can be drawn only below a DisplayContext.');
  return display;
}

/** What pure functions that make lines need of it. */
export type LineContext = Pick<Display, 'columns' | 'screenReader'>;
