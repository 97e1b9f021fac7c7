/** A program in a pseudo-terminal, by what it writes. */
import { spawn } from '@lydell/node-pty';

const COLORS = /\x1b\[[\d;]*m/g;
/** An escape sequence that the next piece of output completes. */
const UNFINISHED = /\x1b(?:\[[\d;?]*)?$/;
const WAIT_MS = 60_000;

export class PseudoTerminal {
  /** When the program was started. */
  started = performance.now();
  /** Bytes written so far. */
  bytes = 0;
  /** What was written so far, without colours. */
  plain = '';
  #pty;
  #ended;
  #unfinished = '';
  #listeners = new Set();

  /** @param {string[]} args of Node */
  constructor(args, { cwd, env, columns = 80, rows = 24 }) {
    this.#pty = spawn(process.execPath, args, { cwd, env: { TERM: 'xterm-256color', ...env }, cols: columns, rows });
    this.#pty.onData((data) => {
      this.bytes += Buffer.byteLength(data);
      const text = this.#unfinished + data;
      this.#unfinished = UNFINISHED.exec(text)?.[0] ?? '';
      this.plain += text.slice(0, text.length - this.#unfinished.length).replace(COLORS, '');
      for (const listener of this.#listeners) listener();
    });
    this.#ended = new Promise((resolve) => this.#pty.onExit(resolve));
  }

  get pid() {
    return this.#pty.pid;
  }

  press(keys) {
    this.#pty.write(keys);
  }

  /** Settles with the time at which the text stood in what was written, from a place on. */
  waitFor(text, from = 0) {
    return new Promise((resolve, reject) => {
      const settle = (finish) => {
        clearTimeout(timer);
        this.#listeners.delete(look);
        finish();
      };
      const look = () => {
        // A text is not longer than a line; what was searched before need not be searched again.
        const at = this.plain.indexOf(text, Math.max(from, searched - text.length));
        searched = this.plain.length;
        if (at !== -1) settle(() => resolve(performance.now()));
      };
      let searched = 0;
      const timer = setTimeout(
        () => settle(() => reject(new Error(`"${text}" was not shown:\n${this.plain.slice(-2_000)}`))),
        WAIT_MS,
      );
      this.#listeners.add(look);
      look();
    });
  }

  /** Settles when nothing was written for so long. */
  async quiet(milliseconds) {
    for (let before = -1; before !== this.bytes;) {
      before = this.bytes;
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }

  async end() {
    this.#pty.kill('SIGKILL');
    await this.#ended;
  }
}
