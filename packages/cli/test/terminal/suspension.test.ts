/** Ctrl+Z gives the terminal back to the shell, and `fg` takes it again. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastPrompt } from '../support/requests.js';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, READY, TestTerminal } from '../support/terminal.js';

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

it('stops the program, whose draft and conversation are there again afterwards', async () => {
  terminal = new TestTerminal(world.sandbox, [], { inShell: true, env: { PS1: 'shell> ' } });
  await terminal.waitFor('shell>');
  terminal.press(TestTerminal.commandLine, keys.enter);
  await terminal.waitFor(READY);
  terminal.press('a draft');
  await terminal.waitFor('> a draft');
  terminal.press(keys.ctrlZ);
  await terminal.waitFor((screen) => /Stopped/.test(screen) && !screen.includes('> a draft'));
  terminal.press('echo from the shell', keys.enter);
  await terminal.waitFor(/\nfrom the shell/);
  terminal.press('fg', keys.enter);
  await terminal.waitFor('> a draft');
  terminal.press(' that goes on', keys.enter);
  await terminal.waitFor('● a draft that goes on');
  expect(lastPrompt(world.simulator)).toBe('a draft that goes on');
});

it('goes on after a signal from outside has stopped it', async () => {
  terminal = new TestTerminal(world.sandbox, [], { inShell: true, env: { PS1: 'shell> ' } });
  await terminal.waitFor('shell>');
  terminal.press(`sh -c 'echo $$ > pid; exec "$0" "$1"' ${TestTerminal.commandLine}`, keys.enter);
  await terminal.waitFor(READY);
  terminal.press('a draft');
  await terminal.waitFor('> a draft');
  process.kill(Number(readFileSync(path.join(world.sandbox.project, 'pid'), 'utf8')), 'SIGSTOP');
  await terminal.waitFor(/Stopped/);
  // The terminal is in raw mode still, where a shell without line editing knows no other end of a line.
  terminal.press('fg\n');
  await terminal.waitFor((screen) => screen.includes('> a draft') && !screen.includes('Stopped'));
  terminal.press(' that goes on', keys.enter);
  await terminal.waitFor('● a draft that goes on');
});

it('does nothing where no shell could let the program go on', async () => {
  terminal = new TestTerminal(world.sandbox);
  await terminal.waitFor(READY);
  terminal.press('before', keys.ctrlZ);
  await terminal.quiet();
  terminal.press(' and after', keys.enter);
  await terminal.waitFor('● before and after');
});
