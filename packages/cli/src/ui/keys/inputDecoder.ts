/** Turns what arrives on standard input into keys, text and pastes, however the chunks are cut. */
import { decodeStep, escapeKey } from './decodeStep.js';
import { altKey } from './escapeSequences.js';
import type { InputEvent } from './inputEvent.js';
import { isKey, isUnmarkedPaste, KEY_GAP_MS, PASTE_GAP_MS } from './unmarkedPaste.js';

const ESCAPE = '\x1b';
const PASTE_BEGIN = '\x1b[200~';
const PASTE_END = '\x1b[201~';

const LINE_BREAK = /[\r\n]/;

export class InputDecoder {
  /** Not yet decoded: the beginning of an escape sequence. */
  private pending = '';
  /** The parts of a paste whose end has not come yet. */
  private paste: string[] | undefined;
  /** The parts of a paste that is not marked. */
  private unmarked: string[] | undefined;
  /** A line break right behind text, with what followed it: enter, unless more text comes at once. */
  private held = '';
  /** When the last text came. */
  private textAt = -Infinity;

  /** How long what was decoded in part waits for the rest, in milliseconds, before `flush` says what it was. */
  get waitMs(): number | undefined {
    if (this.unmarked) return PASTE_GAP_MS;
    return this.paste === undefined && this.pending + this.held !== '' ? KEY_GAP_MS : undefined;
  }

  /** @param now milliseconds from any beginning */
  push(chunk: string, now: number): InputEvent[] {
    const events: InputEvent[] = [];
    const input = this.unmarked ? this.continueUnmarked(this.unmarked, chunk, events) : this.joinHeld(chunk, events);
    this.decodeAll(input, events, now);
    if (events.some(isText)) this.textAt = now;
    return events;
  }

  /** What has been waiting was all: an escape key, alone or in front of other keys; enter; a paste. */
  flush(): InputEvent[] {
    const events: InputEvent[] = [];
    if (this.unmarked) this.endUnmarked(this.unmarked, events);
    if (this.paste) return events;
    const { held } = this;
    this.held = '';
    if (isUnmarkedPaste(held)) events.push({ type: 'paste', text: held });
    else this.decodeAll(held, events);
    const waiting = this.pending;
    this.pending = '';
    if (waiting === ESCAPE) events.push(escapeKey());
    else if (waiting === ESCAPE + ESCAPE) events.push(escapeKey(), escapeKey());
    // `ESC [` and the like without anything behind: the character was typed with alt. Longer ones were cut off.
    else if (waiting.length === 2) events.push(altKey(waiting[1]!));
    return events;
  }

  /** @param now none: nothing more is coming */
  private decodeAll(input: string, events: InputEvent[], now?: number): void {
    let rest: string | undefined = input;
    while (rest) {
      if (this.paste) rest = this.continuePaste(this.paste, rest, events);
      else {
        rest = this.decode(rest, events, now);
        if (rest !== undefined) this.paste = [];
      }
    }
  }

  /**
   * Decodes until a paste begins, and returns what follows that mark; `undefined` when all was decoded or kept.
   */
  private decode(input: string, events: InputEvent[], now?: number): string | undefined {
    let at = 0;
    while (at < input.length) {
      if (input.startsWith(PASTE_BEGIN, at)) return input.slice(at + PASTE_BEGIN.length);
      const mayBePaste = now !== undefined && LINE_BREAK.test(input[at]!) && this.isRightBehindText(events, now);
      if (mayBePaste && !input.includes(PASTE_BEGIN, at)) {
        this.held = input.slice(at);
        return undefined;
      }
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

  private isRightBehindText(events: readonly InputEvent[], now: number): boolean {
    const last = events.at(-1);
    return last ? isText(last) : now - this.textAt < KEY_GAP_MS;
  }

  /** @returns what is to be decoded */
  private joinHeld(chunk: string, events: InputEvent[]): string {
    const { held } = this;
    const input = this.pending + held + chunk;
    this.pending = this.held = '';
    if (this.paste) return input;
    const mark = PASTE_MARK.exec(input);
    // The mark that ends a paste, but the paste has ended: text in it that looked like the mark has cut it short.
    if (held !== '' && mark?.[0] === PASTE_END) {
      events.push({ type: 'paste', text: input.slice(0, mark.index) });
      return input.slice(mark.index + PASTE_END.length);
    }
    if (mark || !isUnmarkedPaste(input)) return input;
    this.unmarked = [input];
    return '';
  }

  private continueUnmarked(parts: string[], chunk: string, events: InputEvent[]): string {
    const mark = PASTE_MARK.exec(chunk);
    if (!mark && !isKey(chunk)) {
      parts.push(chunk);
      return '';
    }
    const end = mark?.index ?? 0;
    parts.push(chunk.slice(0, end));
    this.endUnmarked(parts, events);
    return chunk.slice(mark?.[0] === PASTE_END ? end + PASTE_END.length : end);
  }

  private endUnmarked(parts: readonly string[], events: InputEvent[]): void {
    events.push({ type: 'paste', text: parts.join('') });
    this.unmarked = undefined;
  }

  private continuePaste(parts: string[], input: string, events: InputEvent[]): string {
    const end = endOfPaste(input);
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
}

/** Whether text that is pasted without marks can begin so. */
function isText(event: InputEvent): boolean {
  return event.type !== 'key' || event.chord === 'tab';
}

const PASTE_MARK = /\x1b\[20[01]~/;

/** Where the paste ends; marks before the last one in a row are text that was to cut the paste short. */
function endOfPaste(input: string): number {
  let end = input.indexOf(PASTE_END);
  while (end !== -1) {
    const next = PASTE_MARK.exec(input.slice(end + PASTE_END.length));
    if (next?.[0] !== PASTE_END) return end;
    end += PASTE_END.length + next.index;
  }
  return end;
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
