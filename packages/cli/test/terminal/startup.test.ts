/** From the start of the program to the first key: nothing jumps, nothing is lost. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal } from '../support/terminal.js';

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

/** Colours, the visibility of the cursor, and whether long lines are cut. */
const MODES = /\x1b\[(?:[\d;]*m|\?(?:7|25)[hl])/g;
const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';

it('shows the whole screen before the library that draws it is loaded, which then draws the same', async () => {
  terminal = new TestTerminal(world.sandbox);
  await terminal.waitFor((screen) => screen.includes('Ask, or /') && terminal.raw.includes(END));
  const plain = terminal.raw.replace(MODES, '');
  const ahead = plain.slice(0, plain.indexOf(BEGIN));
  const first = plain.slice(plain.indexOf(BEGIN), plain.indexOf(END));
  const lines = ahead.split('\r\n').slice(0, -1);
  expect(lines.some((line) => line.includes('Ask, or /'))).toBe(true);
  // From the row of the cursor up.
  const erased = `\x1b[${lines.findIndex((line) => line.includes('Ask, or /'))}A\r\x1b[2K\x1b7\x1b[B\x1b[J\x1b8`;
  expect(first).toContain(erased);
  expect(first.slice(first.indexOf(erased) + erased.length)).toBe(`${lines.join('\r\n')}\r\n`);
  expect(terminal.everything().split('Ask, or /')).toHaveLength(2);
});

it('takes what is typed while it starts', async () => {
  terminal = new TestTerminal(world.sandbox);
  terminal.press('early words');
  await terminal.waitFor('> early words');
  terminal.press(keys.ctrlU);
  await terminal.waitFor('Ask, or /');
});

it('draws nothing twice for a screen reader', async () => {
  terminal = new TestTerminal(world.sandbox, ['--screen-reader']);
  await terminal.waitFor('qwen-test');
  const screen = await terminal.quiet();
  expect(screen.split('/help lists the commands')).toHaveLength(2);
  expect(terminal.raw).not.toContain('\x1b[J');
});
