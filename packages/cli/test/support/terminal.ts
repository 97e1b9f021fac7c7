/** The program in a real terminal: a pseudo-terminal whose output an emulator draws. */
import { spawn, type IPty } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { CLI_ENTRY, type CliSandbox } from './cli.js';
import { unicodeProvider, type Widths } from './widths.js';

const WAIT_MS = 20_000;

/** A program that has written nothing for so long has drawn all it has to draw. */
const QUIET_MS = 500;

/** The empty input line: keys can be pressed. */
export const READY = 'Ask, or / for commands';

export const keys = {
  enter: '\r',
  escape: '\x1b',
  up: '\x1b[A',
  down: '\x1b[B',
  tab: '\t',
  shiftTab: '\x1b[Z',
  backspace: '\x7f',
  ctrlA: '\x01',
  ctrlC: '\x03',
  ctrlD: '\x04',
  ctrlL: '\x0c',
  ctrlO: '\x0f',
  ctrlU: '\x15',
  ctrlZ: '\x1a',
} as const;

export interface TerminalOptions {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  /** Default: the project. */
  cwd?: string;
  /** Default: `clusters`. */
  widths?: Widths;
  /** A shell runs first, in which the command line `TestTerminal.commandLine` starts the program. */
  inShell?: boolean;
}

export class TestTerminal {
  /** For a shell. */
  static readonly commandLine = `'${process.execPath}' '${CLI_ENTRY}'`;
  readonly ended: Promise<number>;
  /** Everything that the program has written. */
  raw = '';
  /** How many characters of that are on the screen: the emulator takes its time. */
  private drawn = 0;
  private readonly screenBuffer: InstanceType<typeof xterm.Terminal>;
  private readonly pty: IPty;
  private readonly watchers = new Set<() => void>();
  private exitCode: number | undefined;

  constructor(sandbox: CliSandbox, args: string[] = [], options: TerminalOptions = {}) {
    const { columns: cols = 80, rows = 24, env, cwd = sandbox.project, widths = 'clusters' } = options;
    this.screenBuffer = new xterm.Terminal({ cols, rows, scrollback: 50_000, allowProposedApi: true });
    this.screenBuffer.unicode.register(unicodeProvider(widths));
    this.screenBuffer.unicode.activeVersion = widths;
    const [file, words] = options.inShell ? ['sh', ['-i']] : [process.execPath, [CLI_ENTRY, ...args]];
    this.pty = spawn(file, words, {
      cwd,
      env: { TERM: 'xterm-256color', ...sandbox.environment, ...env },
      cols,
      rows,
    });
    this.pty.onData((data) => {
      this.raw += data;
      const written = this.raw.length;
      this.screenBuffer.write(data, () => {
        this.drawn = written;
        this.changed();
      });
    });
    this.ended = new Promise((resolve) =>
      this.pty.onExit(({ exitCode }) => {
        this.exitCode = exitCode;
        resolve(exitCode);
        this.changed();
      }),
    );
  }

  /** The rows of the screen without what is blank at their ends, and without blank rows at the end. */
  screen(): string {
    const { baseY } = this.screenBuffer.buffer.active;
    return this.rows(baseY, baseY + this.screenBuffer.rows);
  }

  /** Everything that can be scrolled to, the screen included. */
  everything(): string {
    return this.rows(0, this.screenBuffer.buffer.active.length);
  }

  /** Where the cursor stands, from 0. */
  get cursor(): { row: number; column: number } {
    const { cursorX, cursorY } = this.screenBuffer.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  /** The cells of the screen that are drawn light on dark for dark on light, from 0. */
  inverseCells(): Array<{ row: number; column: number }> {
    const { active } = this.screenBuffer.buffer;
    const { rows, cols } = this.screenBuffer;
    return Array.from({ length: rows }, (_, row) => row).flatMap((row) =>
      Array.from({ length: cols }, (_, column) => ({ row, column })).filter(
        ({ column }) =>
          active
            .getLine(active.baseY + row)
            ?.getCell(column)
            ?.isInverse() !== 0,
      ),
    );
  }

  /** Lines, of all that can be scrolled to, that did not fit into their row and went on in the next. */
  wrappedLines(): string[] {
    const { active } = this.screenBuffer.buffer;
    return Array.from({ length: active.length }, (_, row) => active.getLine(row)!)
      .filter(({ isWrapped }) => isWrapped)
      .map((line) => line.translateToString(true));
  }

  /** Keys as the terminal sends them. */
  press(...pressed: string[]): void {
    for (const key of pressed) this.pty.write(key);
  }

  /** As the terminal sends it when bracketed paste is on. */
  paste(text: string): void {
    this.pty.write(`\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~`);
  }

  /** As a terminal sends it that does not know bracketed paste: as if it were typed very fast. */
  pasteUnmarked(text: string): void {
    this.pty.write(text.replaceAll('\n', '\r'));
  }

  resize(columns: number, rows: number): void {
    this.screenBuffer.resize(columns, rows);
    this.pty.resize(columns, rows);
  }

  kill(signal?: string): void {
    this.pty.kill(signal);
  }

  /** Settles when the screen holds what is wanted; the message of the failure shows the screen. */
  async waitFor(wanted: string | RegExp | ((screen: string) => boolean)): Promise<string> {
    const isThere = (screen: string): boolean =>
      typeof wanted === 'function'
        ? wanted(screen)
        : typeof wanted === 'string'
          ? screen.includes(wanted)
          : wanted.test(screen);
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        this.watchers.delete(watch);
        finish();
      };
      const fail = (why: string): void =>
        settle(() => reject(new Error(`${why}: waited for ${String(wanted)}\n${this.everything().slice(-6_000)}`)));
      const timer = setTimeout(() => fail('Too late'), WAIT_MS);
      const watch = (): void => {
        const screen = this.screen();
        if (this.isWithinFrame()) return;
        if (isThere(screen)) settle(() => resolve(screen));
        else if (this.exitCode !== undefined) fail(`The program ended with ${this.exitCode}`);
      };
      this.watchers.add(watch);
      watch();
    });
  }

  /** Settles when a question is on the screen and takes an answer: what is typed as it appears answers nothing. */
  async waitForQuestion(wanted: string | RegExp): Promise<string> {
    await this.waitFor(wanted);
    return this.waitFor(/Enter (?:chooses|confirms)/);
  }

  /** Whether a frame has begun and not ended: the program marks both (synchronised output). */
  private isWithinFrame(): boolean {
    const lastIndexOf = (mark: string): number => this.raw.lastIndexOf(mark, this.drawn - mark.length);
    return this.exitCode === undefined && lastIndexOf('\x1b[?2026h') > lastIndexOf('\x1b[?2026l');
  }

  /** Settles when the program has been quiet for a while: the frame on the screen is whole. */
  async quiet(): Promise<string> {
    for (let before = -1; before !== this.raw.length;) {
      before = this.raw.length;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    }
    return this.screen();
  }

  async dispose(): Promise<void> {
    if (this.exitCode === undefined) this.pty.kill('SIGKILL');
    await this.ended;
    this.screenBuffer.dispose();
  }

  private rows(from: number, to: number): string {
    const buffer = this.screenBuffer.buffer.active;
    const lines: string[] = [];
    for (let row = from; row < to; row++) lines.push(buffer.getLine(row)?.translateToString(true) ?? '');
    return lines.join('\n').trimEnd();
  }

  private changed(): void {
    for (const watch of this.watchers) watch();
  }
}
