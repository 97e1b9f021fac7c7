/** Makes text from models, tools and files safe to draw: nothing in it can move the cursor or change the terminal. */

const TAB_WIDTH = 4;

/** Whole escape sequences: CSI, OSC and other strings up to their end, and short ones; the C1 forms of them too. */
const ESCAPE_SEQUENCE =
  /(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)|\x1b[\x20-\x2f]*[\x30-\x5a\x5c-\x7e]/g;

/** Control characters but tab and line feed, and the characters that turn the direction of what follows them. */
const UNSAFE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** Also the characters that nobody can see. */
const UNSAFE_OR_HIDDEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const PICTURES = 0x2400;
const DELETE_PICTURE = '\u2421';

/**
 * For text that is only read: escape sequences go, what a carriage return wrote over goes, remaining control characters
 * become their pictures (`\0` → `␀`), tabs become spaces.
 */
export function cleanText(text: string): string {
  // The common case costs one search.
  if (!UNSAFE_OR_TAB.test(text)) return text;
  const plain = text.replace(ESCAPE_SEQUENCE, '').replace(/\r+\n/g, '\n');
  const settled = plain.includes('\r') ? plain.split('\n').map(afterReturns).join('\n') : plain;
  return expandTabs(settled.replace(UNSAFE, picture));
}

const UNSAFE_OR_TAB = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u2069]/;

/** For text that a person decides about, such as a command: everything stays, and what is hidden becomes visible. */
export function visibleText(text: string): string {
  return expandTabs(text.replace(UNSAFE_OR_HIDDEN, codeOrPicture));
}

/** One line: runs of white space become one space. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** What a terminal would show of a line that programs rewrite, such as a progress bar. */
function afterReturns(line: string): string {
  const parts = line.split('\r');
  return parts.findLast((part) => part !== '') ?? '';
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(PICTURES + code);
  return code === 0x7f ? DELETE_PICTURE : '';
}

function codeOrPicture(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x200d) return character;
  return picture(character) || `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

function expandTabs(text: string): string {
  if (!text.includes('\t')) return text;
  return text
    .split('\n')
    .map((line) => {
      let expanded = '';
      for (const [index, part] of line.split('\t').entries()) {
        if (index > 0) expanded += ' '.repeat(TAB_WIDTH - (expanded.length % TAB_WIDTH));
        expanded += part;
      }
      return expanded;
    })
    .join('\n');
}
