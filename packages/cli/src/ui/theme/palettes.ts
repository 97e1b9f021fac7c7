/** What the colours of a theme look like. */
import type { ColorName } from '../text/styledLine.js';

/** `#rrggbb`, or the number of one of the terminal's own 16 colours (SGR 30–37, 90–97). */
export type Palette = Readonly<Record<ColorName, string | number>>;

export const DARK: Palette = {
  muted: '#8b8f98',
  accent: '#b294f2',
  success: '#7fc98f',
  warning: '#e5c07b',
  error: '#f07178',
  user: '#82aaff',
  heading: '#b294f2',
  link: '#7fb4ff',
  code: '#8fd0c8',
  added: '#7fc98f',
  removed: '#f07178',
  keyword: '#c792ea',
  string: '#a9d38a',
  number: '#f0a870',
  comment: '#7d828c',
  function: '#82aaff',
  type: '#e8c97a',
};

/** Readable on white: at least 4.5 : 1. */
export const LIGHT: Palette = {
  muted: '#686d76',
  accent: '#6a3fc4',
  success: '#1f7a36',
  warning: '#8a5a00',
  error: '#b3261e',
  user: '#1c53b8',
  heading: '#6a3fc4',
  link: '#1c53b8',
  code: '#0b6b63',
  added: '#1f7a36',
  removed: '#b3261e',
  keyword: '#8a2da5',
  string: '#3d6d12',
  number: '#9a4a00',
  comment: '#6a6f78',
  function: '#1c53b8',
  type: '#7a5600',
};

/** The terminal's own colours, which its owner has chosen to be readable. */
export const ANSI_16: Palette = {
  muted: 90,
  accent: 35,
  success: 32,
  warning: 33,
  error: 31,
  user: 34,
  heading: 35,
  link: 34,
  code: 36,
  added: 32,
  removed: 31,
  keyword: 35,
  string: 32,
  number: 33,
  comment: 90,
  function: 34,
  type: 36,
};
