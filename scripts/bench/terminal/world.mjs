/** A simulator, a home folder, and terminals whose program talks to that simulator. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environment, QWEN } from '../measure.mjs';
import { PseudoTerminal } from './pseudoTerminal.mjs';

/** The input line, without the letter under the cursor. */
export const READY = 'sk, or / for commands';

export const ENTER = '\r';

export class World {
  #folders = 0;
  #terminals = new Set();

  constructor(simulator, home, scenarios) {
    this.simulator = simulator;
    this.home = home;
    this.scenarios = scenarios;
  }

  /** @param scenarios the exports of the simulator's package */
  static async create(scenarios) {
    // It says how large its window is, so that the program need not guess.
    const simulator = await scenarios.startSimulator({ serverKind: 'vllm', contextWindow: 200_000 });
    return new World(simulator, mkdtempSync(path.join(tmpdir(), 'qwen-bench-')), scenarios);
  }

  get env() {
    return environment({ simulator: this.simulator, home: this.home, model: 'simulated-model' });
  }

  folder() {
    const folder = path.join(this.home, `project${this.#folders++}`);
    mkdirSync(folder);
    return folder;
  }

  open(args = [], cwd = this.folder()) {
    const terminal = new PseudoTerminal([QWEN, ...args], { cwd, env: this.env });
    this.#terminals.add(terminal);
    return terminal;
  }

  /** A terminal that has drawn all it has to draw. */
  async ready(args, cwd) {
    const terminal = this.open(args, cwd);
    await terminal.waitFor(READY);
    await terminal.quiet(1_000);
    return terminal;
  }

  async end(terminal) {
    this.#terminals.delete(terminal);
    await terminal.end();
  }

  async close() {
    for (const terminal of this.#terminals) await terminal.end();
    await this.simulator.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}
