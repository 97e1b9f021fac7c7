/** While an answer arrives in 200 pieces a second, nothing moves but what changes. */
import { script } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal } from '../support/terminal.js';

const ROWS = 24;

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated({ streamCharacters: 12 });
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

it('clears no screen, goes back to no line that is printed, and prints each once', async () => {
  const paragraphs = Array.from({ length: 12 }, (_, index) => `Paragraph ${index} says **little**, at length.`);
  const code = Array.from({ length: 60 }, (_, index) => `const value${index} = ${index};`);
  const list = Array.from({ length: 12 }, (_, index) => `- item ${index} of the list`);
  const text = [...paragraphs, ['```ts', ...code, '```'].join('\n'), list.join('\n'), 'The end.'].join('\n\n');
  world.simulator.respond = script([{ text, eventIntervalMs: 5 }]);
  terminal = new TestTerminal(world.sandbox, [], { rows: ROWS });
  await terminal.waitFor('Ask, or / for commands');
  await terminal.quiet();
  const from = terminal.raw.length;
  terminal.press('talk', keys.enter);
  await terminal.waitFor((screen) => screen.includes('The end.') && !screen.includes('Writing'));

  const frames = terminal.raw.slice(from).split('\x1b[?2026h').slice(1);
  expect(frames.length).toBeGreaterThan(10);
  for (const frame of frames) {
    // `ESC [ J` without a number erases what is below the cursor only.
    expect(frame).not.toMatch(/\x1b\[[1-3]J|\x1bc|\x1b\[[\d;]*H/);
    expect(rowsUp(frame)).toBeLessThan(ROWS);
  }
  const everything = terminal.everything();
  for (const line of [...paragraphs.map((each) => each.replaceAll('**', '')), ...code, 'item 11 of the list'])
    expect(everything.split(line)).toHaveLength(2);
});

/** How far up a frame begins. */
function rowsUp(frame: string): number {
  return [...frame.matchAll(/\x1b\[(\d*)A/g)].reduce((total, [, rows]) => total + Number(rows || 1), 0);
}
