/** What stands in the place of the program's files: nothing waits for ever, and nothing is said to be kept that is not. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal } from '../support/terminal.js';

let world: Simulated;
let terminal: TestTerminal | undefined;
beforeEach(async () => {
  world = await simulated();
});
afterEach(async () => {
  await terminal?.dispose();
  terminal = undefined;
  await world.dispose();
});

function makePipe(...names: string[]): string {
  const file = path.join(...names);
  mkdirSync(path.dirname(file), { recursive: true });
  execFileSync('mkfifo', [file]);
  return file;
}

describe('a pipe', () => {
  it('is not waited for', async () => {
    const { home, project } = world.sandbox;
    const kept = path.join(home, '.qwen');
    makePipe(kept, 'tip_history.json');
    makePipe(kept, 'projects', project.replaceAll(/[^a-zA-Z0-9]/g, '-'), 'prompt_history.jsonl');
    makePipe(project, '.git', 'HEAD');
    makePipe(kept, 'commands', 'piped.md');
    terminal = new TestTerminal(world.sandbox);
    await terminal.waitFor('piped.md cannot be');
    terminal.press('hello', keys.enter);
    await terminal.waitFor('● hello');
    terminal.press(keys.ctrlD);
    expect(await terminal.ended).toBe(0);
  });

  it.each(['settings.json', 'trustedFolders.json'])('in the place of %s is named', async (name) => {
    const file = makePipe(world.sandbox.home, '.qwen', name);
    const { code, err } = await world.sandbox.run(['-p', 'hi']);
    expect([code, err]).toEqual([52, `Error: ${file} cannot be read: it is a pipe, not a file\n`]);
  });
});

it('settings that no parser can follow are named, without a stack trace', async () => {
  world.sandbox.writeHome('.qwen/settings.json', '['.repeat(100_000));
  const { code, err } = await world.sandbox.run(['-p', 'hi']);
  expect(code).toBe(52);
  expect(err).toMatch(/^Error: \S*settings\.json is nested too deeply to be read\.\n$/);
});

it('links that lead round in a circle do not multiply commands', async () => {
  const folder = path.join(world.sandbox.home, '.qwen', 'commands');
  mkdirSync(path.join(folder, 'deep'), { recursive: true });
  writeFileSync(path.join(folder, 'deep', 'not a name.md'), 'x');
  for (const name of ['one', 'two', 'three']) symlinkSync('..', path.join(folder, name));
  const { code, err } = await world.sandbox.run(['-p', 'hi']);
  expect([code, err.match(/is no command/g)?.length]).toEqual([0, 1]);
});

it('a session that could not be kept is not said to go on', async () => {
  world.sandbox.writeHome('.qwen/projects', 'a file');
  terminal = new TestTerminal(world.sandbox);
  await terminal.waitFor('Ask, or / for commands');
  terminal.press('hello', keys.enter);
  await terminal.waitFor('cannot be recorded');
  await terminal.waitFor('● hello');
  terminal.press(keys.ctrlD);
  expect(await terminal.ended).toBe(0);
  expect(await terminal.quiet()).toMatch(/records of this session could not be written/);
  expect(terminal.everything()).not.toContain('To go on');
});
