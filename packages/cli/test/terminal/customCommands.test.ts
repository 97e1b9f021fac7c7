/** Commands that a project brings along, in a real terminal. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal } from '../support/terminal.js';

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
  world.sandbox.writeHome('.qwen/settings.json', { security: { folderTrust: { enabled: false } } });
  world.sandbox.write('.qwen/commands/see.md', 'Look at {{args}}: !{tee made <<< {{args}}; exit 3} End.');
  terminal = new TestTerminal(world.sandbox);
  await terminal.waitFor('Ask, or / for commands');
  terminal.press("/see the cat's file", keys.enter);
  await terminal.waitForQuestion('Yes, once');
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

const sent = (): string => JSON.stringify(world.simulator.requests.at(-1)?.body['messages']);

describe('a shell command in a command of the project', () => {
  it('is asked about as the calls of the model are; what it wrote goes along, with how it ended', async () => {
    expect(terminal.screen()).toContain("$ tee made <<< 'the cat'\\''s file'; exit 3");
    terminal.press('1');
    await terminal.waitFor('ended with exit code 3. What it');
    await terminal.waitFor('● Look at the cat');
    expect(sent()).toContain("Look at the cat's file: the cat's file\\n[exit code 3] End.");
    expect(world.simulator.requests).toHaveLength(1);
  });

  it('that is declined keeps the prompt from being sent', async () => {
    // No rule could allow what tee does from now on.
    expect(terminal.screen()).not.toMatch(/session|always/);
    terminal.press('3', keys.enter);
    await terminal.waitFor('The prompt was not sent');
    expect(world.simulator.requests).toHaveLength(0);
    terminal.press('and now?', keys.enter);
    await terminal.waitFor('● and now?');
  });
});
