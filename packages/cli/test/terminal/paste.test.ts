/** Pastes in a real terminal, from terminals that mark them and from those that do not. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { script, type Scenario } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastPrompt } from '../support/requests.js';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal } from '../support/terminal.js';

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated({ enforceWindow: 'off' });
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

async function start(scenario: Scenario = script([{ text: 'Read it all.' }])): Promise<void> {
  world.simulator.respond = scenario;
  terminal = new TestTerminal(world.sandbox);
  await terminal.waitFor('Ask, or / for commands');
}

/** Characters of two, three and four bytes, so that chunks end in the middle of some. */
const LINES = Array.from({ length: 10_000 }, (_, index) => `${index}: äöü 你好 👩‍👩‍👧 some line`).join('\n');
const LABEL = /\[Pasted text #1 · 10000 lines\]/;

describe('a paste', () => {
  it('of 10,000 lines is a label, and is sent whole', async () => {
    await start();
    terminal.press('look: ');
    terminal.paste(LINES);
    await terminal.waitFor(LABEL);
    terminal.press(' please', keys.enter);
    await terminal.waitFor('Read it all.');
    expect(lastPrompt(world.simulator)).toContain(`look: ${LINES} please`);
    expect(terminal.everything()).toContain('› look: [Pasted text #1 · 10000 lines] please');
    expect(terminal.everything()).not.toContain('some line');
  });

  it('of 10,000 lines that nothing marks is no 10,000 prompts', async () => {
    await start();
    terminal.pasteUnmarked(`${LINES}\n`);
    await terminal.waitFor(LABEL);
    expect(world.simulator.requests).toEqual([]);
    terminal.press(keys.enter);
    await terminal.waitFor('Read it all.');
    expect(world.simulator.requests).toHaveLength(1);
    expect(lastPrompt(world.simulator)).toContain(LINES);
    expect(terminal.everything()).not.toContain('some line');
  });

  it('of a few lines that nothing marks waits to be sent', async () => {
    await start();
    terminal.pasteUnmarked('one\ntwo\n\tthree\n');
    await terminal.waitFor(/> one\n {2}two\n {6}three/);
    expect(world.simulator.requests).toEqual([]);
    terminal.press(keys.enter);
    await terminal.waitFor('Read it all.');
    expect(lastPrompt(world.simulator)).toContain('one\ntwo\n\tthree');
  });

  it('cannot end itself and go on as keys', async () => {
    await start();
    terminal.paste('harmless \x1b[201~!touch harmful\n');
    await terminal.waitFor(/> harmless !touch harmful/);
    await terminal.quiet();
    expect(existsSync(path.join(world.sandbox.project, 'harmful'))).toBe(false);
    expect(world.simulator.requests).toEqual([]);
  });

  it.each(['marked', 'not marked'])('answers no question (%s), and is kept', async (kind) => {
    const call = { name: 'run_shell_command', args: { command: 'touch harmful' } };
    await start(script([{ toolCalls: [call] }]));
    terminal.press('go', keys.enter);
    await terminal.waitForQuestion('Yes, once');
    if (kind === 'marked') terminal.paste('1\n3\n');
    else terminal.pasteUnmarked('1\n3\n');
    await terminal.quiet();
    terminal.press(keys.escape);
    await terminal.waitFor('Cancelled.');
    await terminal.waitFor(/> 1\n {2}3/);
    expect(existsSync(path.join(world.sandbox.project, 'harmful'))).toBe(false);
    expect(existsSync(path.join(world.sandbox.project, '.qwen/settings.json'))).toBe(false);
  });

  it('leaves its escape sequences behind', async () => {
    await start();
    terminal.paste('red \x1b[31mtext\x1b[0m \x1b]0;title\x07and \x1b[2Jmore\x00');
    await terminal.waitFor('> red text and more');
    terminal.press(keys.enter);
    await terminal.waitFor('Read it all.');
    expect(lastPrompt(world.simulator)).toContain('red text and more');
    expect(lastPrompt(world.simulator)).not.toMatch(/[\x00\x1b]/);
  });
});
