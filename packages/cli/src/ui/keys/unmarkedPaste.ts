/**
 * Pastes of terminals that do not mark them. What gives them away is a line break with more text right behind it, which nobody
 * types that fast. Taken for keys, each of their lines would be sent as a prompt of its own.
 */

/**
 * Keys that a person presses are further apart than this, in milliseconds. So long a lone escape character may be the beginning of
 * a sequence that arrives in pieces: enough for a slow connection, and less than half of the 100 ms in which it has to cancel.
 */
export const KEY_GAP_MS = 40;

/** A paste is over when nothing has come for so long, in milliseconds: slow connections pause in the middle. */
export const PASTE_GAP_MS = 150;

const BREAK_THEN_TEXT = /[\r\n]\t*[\x20-\x7e\xa0-\u{10ffff}]/u;

/** What keys send and text hardly holds: escape and the control characters but tab and line breaks. */
const KEY_CHARACTER = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
const ESCAPE_SEQUENCE = /\x1b(?:[[O][\x20-\x3f]*[\x40-\x7e]|.)?/gs;

/** With so many characters it is text, whatever else there is in it. */
const LONG = 100;

/** Longer input is more than one key. */
const MAX_KEY_CHARACTERS = 12;

/** Whether input that has come at once was pasted. */
export function isUnmarkedPaste(input: string): boolean {
  if (!BREAK_THEN_TEXT.test(input)) return false;
  return !KEY_CHARACTER.test(input) || input.replace(ESCAPE_SEQUENCE, '').length >= LONG;
}

/** Whether a chunk that comes during an unmarked paste is a key that ends it. */
export function isKey(chunk: string): boolean {
  return chunk.length <= MAX_KEY_CHARACTERS && KEY_CHARACTER.test(chunk[0] ?? '');
}
