/** A whole turn, with an approval, on terminals that can do less, and for ears. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { script } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

/** Sends a prompt, allows a command and reads the answer. */
async function turn(args: string[], env: Record<string, string>): Promise<void> {
  const answer = 'Made **it**, see `made`:\n\n```js\nconst x = 1; // comment\n```\n\n| a | b |\n|---|---|\n| c | d |\n';
  world.simulator.respond = script([
    { thoughts: 'I make it.', toolCalls: [{ name: 'run_shell_command', args: { command: 'touch made; echo done' } }] },
    { text: answer },
  ]);
  terminal = new TestTerminal(world.sandbox, args, { env });
  await terminal.waitFor('Ask, or / for commands');
  terminal.press('make it', keys.enter);
  await terminal.waitFor('Yes, once');
  await terminal.quiet();
  terminal.press(keys.down, keys.up, keys.enter);
  await terminal.waitFor(/Made it, see made/);
  await terminal.waitFor('tokens');
  expect(existsSync(path.join(world.sandbox.project, 'made'))).toBe(true);
  expect(terminal.everything()).toContain('const x = 1; // comment');
}

/** The parameters of all sequences that set colours or styles. */
function styles(): Set<string> {
  return new Set(
    [...terminal.raw.matchAll(/\x1b\[([\d;:]*)m/g)].flatMap(([, parameters]) => parameters!.split(/[;:]/)),
  );
}

/** Foregrounds and backgrounds, and the way back to those of the terminal. */
const isColor = (parameter: string): boolean => /^(?:[34]\d|9[0-7]|10[0-7])$/.test(parameter);

describe('a whole turn', () => {
  it('has no colours with NO_COLOR, but styles', async () => {
    await turn([], { NO_COLOR: '1', COLORTERM: 'truecolor' });
    expect([...styles()].filter(isColor)).toEqual([]);
    expect([...styles()]).toEqual(expect.arrayContaining(['1', '2', '7']));
  });

  it('keeps to the 16 colours of a terminal that has no more', async () => {
    await turn([], { TERM: 'ansi' });
    expect([...styles()].filter(isColor).length).toBeGreaterThan(2);
    expect([...styles()]).not.toContain('38');
  });

  it('works on a terminal without a name', async () => {
    await turn([], { TERM: 'dumb' });
    expect([...styles()]).toEqual([]);
  });

  it('is drawn where CI is set, too', async () => {
    await turn([], { CI: 'true', CONTINUOUS_INTEGRATION: '1' });
    expect(terminal.screen()).toContain('> Ask, or / for commands');
  });

  it('is plain lines for a screen reader', async () => {
    await turn(['--screen-reader'], {});
    expect(terminal.raw).not.toMatch(/[\u2500-\u259f\u2800-\u28ff●✓✗›❯◆]/);
    expect([...styles()]).toEqual([]);
    expect(terminal.everything()).toMatch(/You: make it\n.*\nThought · I make it\.\n.*\nTool Shell/);
  });
});

it('is not read out again and again while the agent works', async () => {
  world.simulator.respond = () => ({ text: 'never', hold: new Promise(() => undefined) });
  terminal = new TestTerminal(world.sandbox, ['--screen-reader']);
  await terminal.waitFor('Ask, or / for commands');
  terminal.press('make it', keys.enter);
  await terminal.waitFor('Waiting. Escape stops.');
  await terminal.quiet();
  const { length } = terminal.raw;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(terminal.raw.slice(length)).toBe('');
});
