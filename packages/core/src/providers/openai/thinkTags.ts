/** Tells reasoning from answer where a server leaves `<think>` tags in the text. */

const OPEN = '<think>';
const CLOSE = '</think>';

export interface TextPiece {
  thought: boolean;
  text: string;
}

/**
 * Reads a text that arrives in pieces, tags torn anywhere. Only a `<think>` with which the text begins opens a thought:
 * further on it is something the model writes about.
 */
export class ThinkTagReader {
  private state: 'start' | 'thought' | 'answer' = 'start';
  /** White space between a tag and the text behind it belongs to neither. */
  private isTrimming = false;
  private held = '';

  push(text: string): TextPiece[] {
    this.held += text;
    const pieces: TextPiece[] = [];
    if (this.state === 'start') this.readStart();
    if (this.state === 'thought') this.readThought(pieces);
    if (this.state === 'answer') this.release(pieces, this.held.length);
    return pieces;
  }

  /** What was held back in case it became a tag. */
  finish(): TextPiece[] {
    const pieces: TextPiece[] = [];
    this.release(pieces, this.held.length);
    return pieces;
  }

  private readStart(): void {
    const begun = this.held.trimStart();
    if (begun.startsWith(OPEN)) {
      this.enter('thought', begun.slice(OPEN.length));
    } else if (!OPEN.startsWith(begun)) {
      this.state = 'answer';
    }
  }

  private readThought(pieces: TextPiece[]): void {
    const end = this.held.indexOf(CLOSE);
    if (end === -1) {
      this.release(pieces, this.held.length - tornTagLength(this.held));
    } else {
      this.release(pieces, end);
      this.enter('answer', this.held.slice(CLOSE.length));
    }
  }

  private enter(state: 'thought' | 'answer', rest: string): void {
    this.state = state;
    this.isTrimming = true;
    this.held = rest;
  }

  private release(pieces: TextPiece[], length: number): void {
    let text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    if (this.isTrimming) text = text.trimStart();
    if (text === '') return;
    this.isTrimming = false;
    pieces.push({ thought: this.state === 'thought', text });
  }
}

/** How many characters at the end of `text` may be the beginning of the closing tag. */
function tornTagLength(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(CLOSE.slice(0, length))) return length;
  }
  return 0;
}
