/** Turns what arrives on standard input into keys, text and pastes, however the chunks are cut. */
import { altKey, consoleKey, controlKey, controlSequenceKey, singleShiftKey } from './escapeSequences.js';
import type { InputEvent } from './inputEvent.js';

const ESCAPE = '\x1b';
const PASTE_END = '\x1b[201~';

/** A chunk this long with a line break inside was pasted by a terminal that does not mark pastes. */
const UNMARKED_PASTE_CHARACTERS = 100;

const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

const CONTROL_SEQUENCE = /\x1b?\x1b\[([\x30-\x3f]*)([\x20-\x2f]*)([\x40-\x7e])/y;

const CONTROL_SEQUENCE_BEGINNING = /^\x1b?\x1b\[[\x30-\x3f]*[\x20-\x2f]*$/;
/** Operating system commands, device control and application strings: answers of the terminal, never keys. */

const STRING_SEQUENCE = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)/y;

const STRING_SEQUENCE_BEGINNING = /^\x1b[\]PX^_][^\x07\x1b]*\x1b?$/;

type Step = { events: InputEvent[]; length: number } | 'incomplete';

export class InputDecoder {
  /** Not yet decoded: the beginning of an escape sequence. */
  private pending = '';
  /** The parts of a paste whose end has not come yet. */
  private paste: string[] | undefined;

  /** Whether an escape sequence has begun; when nothing follows soon, `flush` says what it was. */
  get isWaiting(): boolean {
    return this.paste === undefined && this.pending !== '';
  }

  push(chunk: string): InputEvent[] {
    if (this.isUnmarkedPaste(chunk)) return [{ type: 'paste', text: chunk }];
    const events: InputEvent[] = [];
    let input = this.pending + chunk;
    this.pending = '';
    while (input !== '') {
      if (this.paste) {
        input = this.continuePaste(this.paste, input, events);
        continue;
      }
      const rest = this.decode(input, events);
      if (rest === undefined) break;
      this.paste = [];
      input = rest;
    }
    return events;
  }

  /** What has been waiting was all: an escape key, alone or in front of other keys. */
  flush(): InputEvent[] {
    if (!this.isWaiting) return [];
    const waiting = this.pending;
    this.pending = '';
    if (waiting === ESCAPE) return [{ type: 'key', chord: 'escape' }];
    if (waiting === ESCAPE + ESCAPE) return [escapeKey(), escapeKey()];
    // `ESC [` and the like without anything behind: the character was typed with alt. Longer ones were cut off.
    return waiting.length === 2 ? [altKey(waiting[1]!)] : [];
  }

  /** Decodes until a paste begins, and returns what follows that mark; `undefined` when all was decoded or kept. */
  private decode(input: string, events: InputEvent[]): string | undefined {
    let at = 0;
    while (at < input.length) {
      if (input.startsWith('\x1b[200~', at)) return input.slice(at + PASTE_END.length);
      const step = decodeStep(input, at);
      if (step === 'incomplete') {
        this.pending = input.slice(at);
        return undefined;
      }
      for (const event of step.events) addEvent(events, event);
      at += step.length;
    }
    return undefined;
  }

  private continuePaste(parts: string[], input: string, events: InputEvent[]): string {
    const end = input.indexOf(PASTE_END);
    // Ctrl+C by itself is a person who sees that nothing happens: the end mark was lost.
    const isLost = end === -1 && input === '\x03';
    if (end === -1 && !isLost) {
      const kept = endOverlap(input);
      parts.push(input.slice(0, input.length - kept));
      this.pending = input.slice(input.length - kept);
      return '';
    }
    if (!isLost) parts.push(input.slice(0, end));
    events.push({ type: 'paste', text: parts.join('') });
    this.paste = undefined;
    return isLost ? '' : input.slice(end + PASTE_END.length);
  }

  private isUnmarkedPaste(chunk: string): boolean {
    if (this.paste || this.pending !== '' || chunk.length < UNMARKED_PASTE_CHARACTERS) return false;
    return !chunk.includes(ESCAPE) && /[\r\n][^\r\n]/.test(chunk);
  }
}

/** How many characters at the end of the text may be the beginning of the mark that ends a paste. */
function endOverlap(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(PASTE_END.slice(0, length))) return length;
  }
  return 0;
}

/** Typed text that arrived in pieces stays one event. */
function addEvent(events: InputEvent[], event: InputEvent): void {
  const last = events.at(-1);
  if (event.type === 'text' && last?.type === 'text') last.text += event.text;
  else events.push(event);
}

function decodeStep(input: string, at: number): Step {
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

function escapeKey(): InputEvent {
  return { type: 'key', chord: 'escape' };
}

function some(event: InputEvent | undefined): InputEvent[] {
  return event ? [event] : [];
}
