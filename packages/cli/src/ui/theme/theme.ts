/** Turns styled lines into what the terminal gets. */
import { ANSI_16, DARK, LIGHT, type Palette } from './palettes.js';
import type { ColorName, Style, StyledLine } from '../text/styledLine.js';

export const THEME_NAMES = ['Qwen Dark', 'Qwen Light', 'ANSI', 'No Color'] as const;
type ThemeName = (typeof THEME_NAMES)[number];

export interface Theme {
  name: ThemeName;
  /** The line with the escape sequences of its styles; every style ends within the line. */
  paint(line: StyledLine): string;
}

export interface ThemeOptions {
  /** As in the settings; unknown names and none mean the one that fits the terminal. */
  name?: string;
  /** Bits of colour of the terminal: 1, 4, 8 or 24, as `process.stdout.getColorDepth()` says. */
  colorDepth: number;
  env: Readonly<Record<string, string | undefined>>;
  /** Styles mean nothing to a screen reader: nothing but text. */
  screenReader?: boolean;
}

export function createTheme({ name, colorDepth, env, screenReader = false }: ThemeOptions): Theme {
  const known = THEME_NAMES.find((candidate) => candidate.toLowerCase() === name?.toLowerCase());
  const chosen = known ?? (hasLightBackground(env) ? 'Qwen Light' : 'Qwen Dark');
  if (screenReader || env['TERM'] === 'dumb') return { name: chosen, paint: plainText };
  const isColorless = colorDepth <= 1 || Boolean(env['NO_COLOR']) || chosen === 'No Color';
  const codes = isColorless ? undefined : colorCodes(chosen, colorDepth);
  return { name: chosen, paint: (line) => line.map(({ text, style }) => paintSpan(text, style, codes)).join('') };
}

type ColorCodes = Readonly<Partial<Record<ColorName, string>>>;

function plainText(line: StyledLine): string {
  return line.map(({ text }) => text).join('');
}

function colorCodes(name: ThemeName, depth: number): ColorCodes {
  const palette: Palette = depth < 8 || name === 'ANSI' ? ANSI_16 : name === 'Qwen Light' ? LIGHT : DARK;
  return Object.fromEntries(Object.entries(palette).map(([color, value]) => [color, foreground(value, depth)]));
}

function paintSpan(text: string, style: Style | undefined, colors: ColorCodes | undefined): string {
  if (!style || text === '') return text;
  const opening: string[] = [];
  const closing: string[] = [];
  const add = (open: string | number, close: number): void => {
    opening.push(String(open));
    closing.unshift(String(close));
  };
  const color = style.color && colors?.[style.color];
  if (color) add(color, 39);
  // Without colours faint text still stands back.
  if (!colors && (style.color === 'muted' || style.color === 'comment') && !style.bold) add(2, 22);
  if (style.bold) add(1, 22);
  if (style.italic) add(3, 23);
  if (style.underline) add(4, 24);
  if (style.inverse) add(7, 27);
  if (style.strikethrough) add(9, 29);
  if (opening.length === 0) return text;
  return `\x1b[${opening.join(';')}m${text}\x1b[${closing.join(';')}m`;
}

function foreground(value: string | number, depth: number): string {
  if (typeof value === 'number') return String(value);
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  return depth >= 24 ? `38;2;${red};${green};${blue}` : `38;5;${nearestOf256(red, green, blue)}`;
}

/** The colour cube of 256-colour terminals: 16 + 36 red + 6 green + blue, each 0–5 with these intensities. */
const CUBE = [0, 95, 135, 175, 215, 255];

function nearestOf256(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map(nearestInCube) as [number, number, number];
  const grey = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const level = 8 + grey * 10;
  const distance = (x: number, y: number, z: number): number => (red - x) ** 2 + (green - y) ** 2 + (blue - z) ** 2;
  const isGreyNearer = distance(level, level, level) < distance(CUBE[r]!, CUBE[g]!, CUBE[b]!);
  return isGreyNearer ? 232 + grey : 16 + 36 * r + 6 * g + b;
}

function nearestInCube(value: number): number {
  let best = 0;
  for (const [index, level] of CUBE.entries())
    if (Math.abs(level - value) < Math.abs(CUBE[best]! - value)) best = index;
  return best;
}

/** `COLORFGBG` is `foreground;background` in the terminal's 16 colours; 7 and 15 are the light ones. */
function hasLightBackground(env: ThemeOptions['env']): boolean {
  const background = env['COLORFGBG']?.split(';').at(-1);
  return background === '7' || background === '15';
}
