/**
 * Stands between ink and the terminal, for what ink leaves open: the terminal's own cursor stands where text is typed, because
 * input methods and magnifiers follow it; a terminal that becomes narrower leaves nothing of the old frame; and a first frame
 * can be shown while ink is loading.
 */
import { textWidth } from '../text/width.js';
import { cursorDown, cursorToColumn, cursorUp, type CursorPosition } from './cursor.js';
import { frameChanges } from './frameChanges.js';
import { PrintedItems } from './printedItems.js';
import { reflowOf, rowsAboveCursor, type Reflow } from './reflow.js';
import { terminalSize } from './terminalSize.js';

/** Ink puts these around everything that it draws on a terminal: what is to be printed above the frame, then the frame. */
const FRAME_BEGIN = '\x1b[?2026h';
const FRAME_END = '\x1b[?2026l';

/**
 * Lines that are too long for their row are cut rather than continued in the next. Terminals do not agree on how wide some characters
 * are (joined emoji, scripts of India, in East Asia rules and arrows), and a frame that takes more rows than it has lines could not
 * be erased.
 */
const CUT_LINES = '\x1b[?7l';
const WRAP_LINES = '\x1b[?7h';
const SHOW_CURSOR = '\x1b[?25h';
const HIDE_CURSOR = '\x1b[?25l';
/**
 * This line and all below it. Not in one: tmux takes the erasing of the whole screen for a wish to keep what was on it, and the frame can
 * be as high as the screen.
 */
const ERASE_FROM_LINE = '\r\x1b[2K\x1b7\x1b[B\x1b[J\x1b8';
/** How ink erases a frame: as many rows as it believes the frame to have. */
const ERASING = /^(?:\x1b\[2K\x1b\[1A)*\x1b\[2K\x1b\[G/;
const ERASE = '\x1b[2K\x1b[G';
const ENTER_ALTERNATE_SCREEN = '\x1b[?1049h';
const ALTERNATE_SCREEN = /\x1b\[\?1049[hl]/;

const ESCAPE_SEQUENCES = /\x1b(?:[78]|\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;

export class TerminalOutput {
  readonly items = new PrintedItems();
  /** For ink, in place of the terminal. */
  readonly stream: NodeJS.WriteStream;
  /** The lines of the last frame, without escape sequences; the cursor of the terminal is in the last one, or at `placed`. */
  private frame: string[] = [''];
  /** The same as it was written. */
  private frameText = '';
  private placed: CursorPosition | undefined;
  /** What ink has written since a frame began. */
  private pieces: string[] | undefined;
  /** Another program has the terminal. */
  private isLent = false;
  private onFrame: () => void = () => undefined;
  /** The frame is one that ink does not know of. */
  private isAhead = false;
  /** The terminal shows its second screen, which never wraps anew. */
  private isAlternate = false;
  private locateCursor: (() => CursorPosition | undefined) | undefined;
  private columns: number;
  private rows: number;
  private readonly reflow: Reflow;

  constructor(
    private readonly terminal: NodeJS.WriteStream,
    env: NodeJS.ProcessEnv = process.env,
  ) {
    ({ columns: this.columns, rows: this.rows } = terminalSize(terminal));
    this.reflow = reflowOf(env);
    const write = this.write.bind(this);
    this.stream = new Proxy(terminal, {
      get: (target, key) => {
        if (key === 'write') return write;
        if (key === 'columns' || key === 'rows') return terminalSize(target)[key];
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    // Before ink's own listener, which erases the old frame as if it had kept its size.
    terminal.on('resize', this.onResize);
    process.on('exit', this.close);
  }

  /** Draws a first frame, whose place ink's takes. It has to be lower than the terminal. */
  drawAhead(lines: readonly string[], cursor: CursorPosition): void {
    const text = `${lines.join('\n')}\n`;
    this.frame = text.replace(ESCAPE_SEQUENCES, '').split('\n');
    this.frameText = text;
    this.isAhead = true;
    this.locateCursor = () => cursor;
    this.terminal.write(CUT_LINES + text + WRAP_LINES + this.placeSequence());
  }

  /**
   * Keeps the cursor where `locate` says at the end of each frame; `undefined`: where drawing has ended.
   *
   * @returns a function that ends this
   */
  followCursor(locate: () => CursorPosition | undefined): () => void {
    this.locateCursor = locate;
    if (!this.pieces) this.terminal.write(this.returnSequence() + this.placeSequence());
    return () => {
      if (this.locateCursor === locate) this.locateCursor = undefined;
    };
  }

  /** Settles when the frame is empty: ink draws some time after it was told what. */
  async whenBlank(): Promise<void> {
    while (this.pieces || this.frame.some((line) => line.trim() !== ''))
      await new Promise<void>((resolve) => (this.onFrame = resolve));
  }

  /** Leaves the terminal to another program, as soon as the frame is empty; nothing is let through until `run` is done. */
  async lend<T>(run: () => Promise<T>): Promise<T> {
    await this.whenBlank();
    this.terminal.write(SHOW_CURSOR);
    this.isLent = true;
    try {
      return await run();
    } finally {
      this.isLent = false;
      this.terminal.write(HIDE_CURSOR);
    }
  }

  /** Leaves the cursor behind the last frame, for whatever uses the terminal next. */
  readonly close = (): void => {
    this.terminal.off('resize', this.onResize);
    process.off('exit', this.close);
    this.locateCursor = undefined;
    this.terminal.write(this.returnSequence());
  };

  private write(data: string | Uint8Array, ...rest: unknown[]): boolean {
    const text = String(data);
    const anew = this.items.drawnAnew(text);
    if (!anew) return this.pass(this.items.printed(text), ...rest);
    // The terminal has become lower than the frame. Ink would clear it with all that can be scrolled back to, most of which is
    // not ours.
    this.pass(ERASE + anew.items);
    return this.pass(this.lastRows(anew.frame), ...rest);
  }

  /** What fits of a frame, as ink takes it to be drawn: with a line break at its end when it is lower than the terminal. */
  private lastRows(frame: string): string {
    const lines = frame.split('\n');
    return lines.length < this.rows ? `${frame}\n` : lines.slice(-this.rows).join('\n');
  }

  private pass(text: string, ...rest: unknown[]): boolean {
    const write = this.terminal.write.bind(this.terminal) as (data: string, ...rest: unknown[]) => boolean;
    if (this.isLent) return write('', ...rest);
    if (ALTERNATE_SCREEN.test(text)) this.isAlternate = text.includes(ENTER_ALTERNATE_SCREEN);
    if (text === FRAME_BEGIN) {
      this.pieces = [text];
      return true;
    }
    if (this.pieces && text === FRAME_END) return write(this.wholeFrame(this.pieces) + text, ...rest);
    const drawn = this.drawn(text);
    if (!this.pieces) return write(drawn, ...rest);
    this.pieces.push(drawn);
    return true;
  }

  /** Erases what there is of the last frame, which is not always what ink believes. */
  private drawn(text: string): string {
    const content = text.replace(ERASING, '');
    const plain = content.replace(ESCAPE_SEQUENCES, '');
    const isErasing = content !== text;
    if (!isErasing && plain === '') return text;
    const changes = isErasing && plain !== '' ? this.changes(content) : undefined;
    const before = isErasing || this.isAhead ? this.eraseSequence() : this.returnSequence();
    if (plain !== '') {
      this.frame = plain.split('\n');
      this.frameText = content;
    }
    if (changes !== undefined) return changes;
    return before + content;
  }

  /** From the frame that is there to another; `undefined`: it has to be drawn whole. */
  private changes(frameText: string): string | undefined {
    if (this.isAhead || this.frameText === '') return undefined;
    return `${cursorUp(this.rowOfCursor)}\r${frameChanges(this.frameText.split('\n'), frameText.split('\n'))}`;
  }

  private wholeFrame(pieces: string[]): string {
    this.pieces = undefined;
    const frame = pieces.length > 1 ? pieces.pop()! : '';
    const sequence = pieces.join('') + CUT_LINES + frame + WRAP_LINES + this.placeSequence();
    this.onFrame();
    return sequence;
  }

  private eraseSequence(): string {
    const back = cursorUp(this.rowOfCursor);
    this.forgetFrame();
    return back + ERASE_FROM_LINE;
  }

  /** In the frame, from 0. */
  private get rowOfCursor(): number {
    return this.placed?.row ?? this.frame.length - 1;
  }

  private forgetFrame(): void {
    if (this.isAhead) this.locateCursor = undefined;
    this.isAhead = false;
    this.placed = undefined;
    this.frame = [''];
    this.frameText = '';
  }

  /** Back to where ink believes the cursor to be. */
  private returnSequence(): string {
    if (!this.placed) return '';
    const down = this.frame.length - 1 - this.placed.row;
    this.placed = undefined;
    return cursorDown(down) + cursorToColumn(textWidth(this.frame.at(-1)!));
  }

  private placeSequence(): string {
    if (this.placed) return '';
    const position = this.locateCursor?.();
    const last = this.frame.length - 1;
    if (!position || position.row > last || last >= this.rows) return '';
    this.placed = position;
    return cursorUp(last - position.row) + cursorToColumn(position.column);
  }

  private readonly onResize = (): void => {
    const { columns, rows } = terminalSize(this.terminal);
    const isNarrower = columns < this.columns;
    const isLower = rows < this.rows;
    this.columns = columns;
    this.rows = rows;
    if (this.isAlternate || this.isLent || !(isNarrower || isLower)) return;
    const above = rowsAboveCursor(this.frame, this.placed, columns, isNarrower ? this.reflow : 'none');
    const erase = cursorUp(above) + ERASE_FROM_LINE;
    const { frameText } = this;
    const isDrawnByInk = isNarrower || this.frame.length > this.rows;
    if (isDrawnByInk) {
      this.forgetFrame();
      this.terminal.write(erase);
    } else {
      // A terminal that becomes lower can lose what is below the cursor.
      this.placed = undefined;
      this.terminal.write(erase + CUT_LINES + frameText + WRAP_LINES + this.placeSequence());
    }
  };
}
