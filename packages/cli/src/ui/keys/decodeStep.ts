/** The first key or text of input that is no paste. */
import { altKey, consoleKey, controlKey, controlSequenceKey, singleShiftKey } from './escapeSequences.js';
import type { InputEvent } from './inputEvent.js';

const ESCAPE = '\x1b';

const CONTROL = /[\x00-\x1f\x7f-\x9f]/;
const CONTROL_SEQUENCE = /\x1b?\x1b\[([\x30-\x3f]*)([\x20-\x2f]*)([\x40-\x7e])/y;
const CONTROL_SEQUENCE_BEGINNING = /^\x1b?\x1b\[[\x30-\x3f]*[\x20-\x2f]*$/;

/** Operating system commands, device control and application strings: answers of the terminal, never keys. */
const STRING_SEQUENCE = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)/y;
const STRING_SEQUENCE_BEGINNING = /^\x1b[\]PX^_][^\x07\x1b]*\x1b?$/;

/** `length`: how many characters it took. */
type Step = { events: InputEvent[]; length: number } | 'incomplete';

/** `incomplete`: the input is the beginning of an escape sequence. */
export function decodeStep(input: string, at: number): Step {
  const character = input[at]!;
  if (character === ESCAPE) return decodeEscape(input, at);
  const control = CONTROL.exec(input.slice(at, at + 1));
  if (control) return { events: some(controlKey(character)), length: 1 };
  const rest = input.slice(at);
  const length = rest.search(CONTROL);
  const text = length === -1 ? rest : rest.slice(0, length);
  return { events: [{ type: 'text', text }], length: text.length };
}

function decodeEscape(input: string, at: number): Step {
  const rest = input.slice(at, at + 3);
  if (rest === ESCAPE) return 'incomplete';
  const isDouble = rest[1] === ESCAPE;
  const introducer = isDouble ? rest[2] : rest[1];
  if (introducer === undefined) return 'incomplete';
  if (introducer === '[') return decodeControlSequence(input, at, isDouble);
  if (introducer === 'O') return decodeSingleShift(input, at, isDouble);
  // Two escapes and something else: the first was the key.
  if (isDouble) return { events: [escapeKey()], length: 1 };
  if (/[\]PX^_]/.test(introducer)) return decodeString(input, at, introducer);
  const character = String.fromCodePoint(input.codePointAt(at + 1)!);
  const event = CONTROL.test(character) ? controlKey(character, true) : altKey(character);
  return { events: some(event), length: 1 + character.length };
}

function decodeControlSequence(input: string, at: number, isAlt: boolean): Step {
  const start = at + (isAlt ? 1 : 0);
  if (input[start + 2] === '[') {
    const letter = input[start + 3];
    return letter === undefined ? 'incomplete' : { events: some(consoleKey(letter)), length: start + 4 - at };
  }
  CONTROL_SEQUENCE.lastIndex = at;
  const match = CONTROL_SEQUENCE.exec(input);
  if (match) {
    const [whole, parameters = '', intermediates = '', final = ''] = match;
    // rxvt ends shifted keys with "$", which is no final character elsewhere and takes the one behind it along.
    if (intermediates === '$' && /^\d+$/.test(parameters)) {
      return { events: some(controlSequenceKey(parameters, '$', isAlt)), length: whole.length - 1 };
    }
    return {
      events: intermediates === '' ? some(controlSequenceKey(parameters, final, isAlt)) : [],
      length: whole.length,
    };
  }
  const rest = input.slice(at);
  if (CONTROL_SEQUENCE_BEGINNING.test(rest)) {
    const shifted = /^\x1b?\x1b\[(\d+)\$$/.exec(rest);
    if (shifted) return { events: some(controlSequenceKey(shifted[1]!, '$', isAlt)), length: rest.length };
    return 'incomplete';
  }
  // Broken off by something that cannot belong to it.
  const valid = /^\x1b?\x1b\[[\x20-\x3f]*/.exec(rest)!;
  return { events: [], length: valid[0].length };
}

function decodeSingleShift(input: string, at: number, isAlt: boolean): Step {
  const start = at + (isAlt ? 1 : 0);
  const letter = input[start + 2];
  if (letter === undefined) return 'incomplete';
  const event = /[A-Za-z]/.test(letter) ? singleShiftKey(letter, isAlt) : undefined;
  // Not a sequence then, but alt and an upper case O.
  if (!event) return { events: [altKey('O')], length: start + 2 - at };
  return { events: [event], length: start + 3 - at };
}

function decodeString(input: string, at: number, introducer: string): Step {
  STRING_SEQUENCE.lastIndex = at;
  const match = STRING_SEQUENCE.exec(input);
  if (match) return { events: [], length: match[0].length };
  if (STRING_SEQUENCE_BEGINNING.test(input.slice(at))) return 'incomplete';
  return { events: [altKey(introducer)], length: 2 };
}

export function escapeKey(): InputEvent {
  return { type: 'key', chord: 'escape' };
}

function some(event: InputEvent | undefined): InputEvent[] {
  return event ? [event] : [];
}
