/** The keys that terminals send as control sequences: xterm, VT220, rxvt, Linux console, kitty and modifyOtherKeys. */
import type { InputEvent } from './inputEvent.js';

/** Final letters of `ESC [ … letter` and `ESC O letter`. */
const LETTER_KEYS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** Numbers of `ESC [ number ~`. */
const NUMBER_KEYS: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

/** Code points of `ESC [ code u` that name no character; the keypad is in the private use area from 57399 on. */
const CODE_KEYS: Readonly<Record<number, string>> = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'pageup',
  57422: 'pagedown',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
};

const KEYPAD_CHARACTERS = '0123456789./*-+';
const KEYPAD_FIRST = 57399;
const PRIVATE_USE_FIRST = 57344;
const PRIVATE_USE_LAST = 63743;

const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const SUPER = 8;
const META = 32;

/** The chord of a key name with modifiers given as bits. */
function chord(name: string, modifiers: number): string {
  let prefix = '';
  if (modifiers & CTRL) prefix += 'ctrl+';
  if (modifiers & (ALT | META)) prefix += 'alt+';
  if (modifiers & SHIFT) prefix += 'shift+';
  if (modifiers & SUPER) prefix += 'super+';
  return prefix + name;
}

function key(name: string, modifiers = 0): InputEvent {
  return { type: 'key', chord: chord(name, modifiers) };
}

/** A key that was sent as its character (`ESC x`): an upper case letter is its letter with shift. */
export function altKey(character: string): InputEvent {
  return keyOfCharacter(character, ALT);
}

/** A control character as a key; `undefined` for those that no key sends. */
export function controlKey(character: string, alt = false): InputEvent | undefined {
  const code = character.charCodeAt(0);
  const modifiers = alt ? ALT : 0;
  if (code === 0x0d) return key('enter', modifiers);
  if (code === 0x09) return key('tab', modifiers);
  if (code === 0x7f) return key('backspace', modifiers);
  if (code === 0x1b) return key('escape', modifiers);
  if (code === 0) return key('space', modifiers | CTRL);
  if (code <= 0x1a) return key(String.fromCharCode(code + 0x60), modifiers | CTRL);
  if (code < 0x20) return key(String.fromCharCode(code + 0x40), modifiers | CTRL);
  return undefined;
}

/**
 * The key of a whole control sequence.
 *
 * @param parameters what stands between `ESC [` and the final character
 * @param isAlt an escape character stood in front of the sequence
 * @returns `undefined` for what is no key: answers of the terminal, focus reports, releases of keys
 */
export function controlSequenceKey(parameters: string, final: string, isAlt = false): InputEvent | undefined {
  if (/[^\d;:]/.test(parameters)) return undefined;
  const [first = '', second = '', third = ''] = parameters.split(';');
  const number = Number(first.split(':')[0] || '1');
  const [modifierText, eventType] = second.split(':');
  if (eventType === '3') return undefined;
  const modifiers = modifierBits(modifierText) | (isAlt ? ALT : 0);
  if (final === 'u') return codeKey(number, modifiers, third);
  if (final === '~') {
    if (number === 27) return codeKey(Number(third), modifiers, '');
    return named(NUMBER_KEYS[number], modifiers);
  }
  if (final === 'Z') return key('tab', modifiers | SHIFT);
  // rxvt: another final character instead of a parameter.
  if (final === '^') return named(NUMBER_KEYS[number], modifiers | CTRL);
  if (final === '$') return named(NUMBER_KEYS[number], modifiers | SHIFT);
  if (final === '@') return named(NUMBER_KEYS[number], modifiers | CTRL | SHIFT);
  if (/[a-d]/.test(final)) return named(LETTER_KEYS[final.toUpperCase()], modifiers | SHIFT);
  return final === 'M' ? undefined : named(LETTER_KEYS[final], modifiers);
}

/** The key of `ESC O` and a letter. */
export function singleShiftKey(letter: string, isAlt = false): InputEvent | undefined {
  const modifiers = isAlt ? ALT : 0;
  if (/[a-d]/.test(letter)) return named(LETTER_KEYS[letter.toUpperCase()], modifiers | CTRL);
  // A keypad in application mode: the characters from "*" on are sent as the letters from "j" on.
  if (/[j-y]/.test(letter)) return { type: 'text', text: String.fromCharCode(letter.charCodeAt(0) - 0x40) };
  return named(LETTER_KEYS[letter], modifiers);
}

/** The key of the Linux console's `ESC [ [` and a letter: F1 to F5. */
export function consoleKey(letter: string): InputEvent | undefined {
  const index = 'ABCDE'.indexOf(letter);
  return index === -1 ? undefined : key(`f${index + 1}`);
}

function named(name: string | undefined, modifiers: number): InputEvent | undefined {
  return name === undefined ? undefined : key(name, modifiers);
}

/** Sent as one more than the bits; lock keys (64, 128) do not count. */
function modifierBits(text: string | undefined): number {
  const value = Number(text || '1');
  return value >= 1 && value <= 256 ? value - 1 : 0;
}

function codeKey(code: number, modifiers: number, text: string): InputEvent | undefined {
  const name = CODE_KEYS[code];
  if (name !== undefined) return key(name, modifiers);
  const keypad = KEYPAD_CHARACTERS[code - KEYPAD_FIRST];
  if (keypad !== undefined) return character(keypad, modifiers);
  const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  if (!isCharacter || (code >= PRIVATE_USE_FIRST && code <= PRIVATE_USE_LAST)) return undefined;
  if (text !== '' && !(modifiers & (CTRL | ALT | SUPER | META))) return { type: 'text', text: fromCodePoints(text) };
  return character(String.fromCodePoint(code), modifiers);
}

function keyOfCharacter(typed: string, modifiers: number): InputEvent {
  const lower = typed.toLowerCase();
  return key(lower === ' ' ? 'space' : lower, modifiers | (lower === typed ? 0 : SHIFT));
}

function character(typed: string, modifiers: number): InputEvent {
  if (modifiers & (CTRL | ALT | SUPER | META)) return keyOfCharacter(typed, modifiers);
  return { type: 'text', text: modifiers & SHIFT ? typed.toUpperCase() : typed };
}

function fromCodePoints(text: string): string {
  const codes = text.split(':').map(Number);
  return codes.every((code) => code >= 0x20 && code <= 0x10ffff) ? String.fromCodePoint(...codes) : '';
}
