/**
 * Big pastes: the input line shows a short label, and the text goes along whole. In the text buffer a paste is one character
 * of a private use plane, so that moving, deleting, cutting and undoing treat it as the unit it looks like.
 */
/** A paste with more lines becomes a chip. */
const MAX_PLAIN_LINES = 10;
/** A paste with more characters becomes a chip. */
const MAX_PLAIN_CHARACTERS = 1_000;

/** Supplementary private use area B, which no font uses. */
const FIRST_CHIP = 0x100000;
const LAST_CHIP = 0x10fffd;
const CHIPS = /[\u{100000}-\u{10fffd}]/gu;

export function isBigPaste(text: string): boolean {
  return text.length > MAX_PLAIN_CHARACTERS || lineCount(text) > MAX_PLAIN_LINES;
}

/** Whether a grapheme cluster is a chip, or a chip with something attached. */
export function isChip(grapheme: string): boolean {
  const code = grapheme.codePointAt(0) ?? 0;
  return code >= FIRST_CHIP && code <= LAST_CHIP;
}

/** Text without characters that would be taken for chips. */
export function withoutChips(text: string): string {
  return text.replace(CHIPS, '\ufffd');
}

/** The pastes of one session, numbered from 1. */
export class PasteChips {
  private readonly pastes: string[] = [];

  /** @returns the character that stands for the paste */
  add(text: string): string {
    this.pastes.push(text);
    return String.fromCodePoint(FIRST_CHIP + this.pastes.length - 1);
  }

  /** The text as it is sent. */
  expand(text: string): string {
    return text.replace(CHIPS, (chip) => this.pastes[indexOf(chip)] ?? '');
  }

  /** A text that was expanded, with its pastes as chips again. */
  collapse(text: string): string {
    let collapsed = text;
    const chips = this.pastes.map((paste, index) => ({ paste, chip: String.fromCodePoint(FIRST_CHIP + index) }));
    // The longest first: one may hold another.
    for (const { paste, chip } of chips.sort((one, other) => other.paste.length - one.paste.length)) {
      // White space at the ends of a message is not sent.
      const parts = [paste, paste.trimEnd(), paste.trim()].filter(isBigPaste);
      for (const part of parts) collapsed = collapsed.replaceAll(part, chip);
    }
    return collapsed;
  }

  /** The text as it is shown. */
  describe(text: string): string {
    return text.replace(CHIPS, (chip) => this.label(chip));
  }

  /** `[Pasted text #1 · 123 lines]` */
  label(chip: string): string {
    const index = indexOf(chip);
    const lines = lineCount(this.pastes[index] ?? '');
    return `[Pasted text #${index + 1} · ${lines} ${lines === 1 ? 'line' : 'lines'}]`;
  }
}

function indexOf(chip: string): number {
  return chip.codePointAt(0)! - FIRST_CHIP;
}

function lineCount(text: string): number {
  let lines = text.endsWith('\n') || text === '' ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
