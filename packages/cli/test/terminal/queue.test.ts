/** Messages that are written while the agent works. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { script, type Scenario } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastPrompt } from '../support/requests.js';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal } from '../support/terminal.js';

const NEVER = new Promise<void>(() => undefined);

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

async function start(scenario: Scenario): Promise<void> {
  world.simulator.respond = scenario;
  terminal = new TestTerminal(world.sandbox, ['--yolo']);
  await terminal.waitFor('Ask, or / for commands');
}

async function queue(...messages: string[]): Promise<void> {
  for (const message of messages) {
    terminal.press(message, keys.enter);
    await terminal.waitFor(`queued › ${message}`);
  }
}

function heldBack(): { held: Promise<void>; release(): void } {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release };
}

describe('a message that is written while the agent works', () => {
  it('is sent when its turn has come', async () => {
    const { held, release } = heldBack();
    await start(script([{ text: 'First answer.', hold: held }, { text: 'Second answer.' }, { text: 'Third answer.' }]));
    terminal.press('one', keys.enter);
    await terminal.waitFor('Waiting');
    await queue('two', '!echo in-between', 'three');
    release();
    await terminal.waitFor('Third answer.');
    const order = ['› one', 'First answer.', '› two', 'Second answer.', '› !echo', '› three', 'Third answer.'];
    const places = order.map((text) => terminal.everything().indexOf(text));
    expect(Math.min(...places)).toBeGreaterThan(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(world.simulator.requests.at(-1)!.bodyText).toContain('in-between');
  });

  it('goes along with the results of the calls that run', async () => {
    const go = path.join(world.sandbox.project, 'go');
    const command = `until [ -e ${go} ]; do sleep 0.05; done`;
    await start(script([{ toolCalls: [{ name: 'run_shell_command', args: { command } }] }, { text: 'Noted.' }]));
    terminal.press('wait', keys.enter);
    await terminal.waitFor('Working');
    await queue('also mind this');
    writeFileSync(go, '');
    await terminal.waitFor('● Noted.');
    expect(world.simulator.requests).toHaveLength(2);
    expect(lastPrompt(world.simulator)).toBe('also mind this');
    expect(terminal.everything()).toContain('› also mind this');
  });

  it('has the files that it mentions read when it is sent', async () => {
    const file = world.sandbox.write('notes.txt', 'as it was\n');
    const { held, release } = heldBack();
    await start(script([{ text: 'First answer.', hold: held }, { text: 'Second answer.' }, { text: 'Third answer.' }]));
    terminal.press('one', keys.enter);
    await terminal.waitFor('Waiting');
    // The space ends the completion of the path.
    await queue('see @notes.txt now');
    await queue('and then');
    writeFileSync(file, 'as it is now\n');
    release();
    await terminal.waitFor('Third answer.');
    const sent = world.simulator.requests[1]!.bodyText;
    expect([sent.includes('as it is now'), sent.includes('as it was'), sent.includes('and then')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(lastPrompt(world.simulator)).toBe('and then');
  });

  it('comes back with up, the last one first', async () => {
    const { held, release } = heldBack();
    await start(script([{ text: 'First answer.', hold: held }, { text: 'Second answer.' }]));
    terminal.press('one', keys.enter);
    await terminal.waitFor('Waiting');
    await queue('two', '!echo three');
    terminal.press(keys.up);
    await terminal.waitFor((screen) => /^! echo three/m.test(screen) && screen.includes('queued › two'));
    terminal.press(keys.ctrlC, keys.up);
    await terminal.waitFor((screen) => /^> two/m.test(screen) && !screen.includes('queued'));
    terminal.press(' instead', keys.enter);
    await terminal.waitFor('queued › two instead');
    release();
    await terminal.waitFor('Second answer.');
    expect(lastPrompt(world.simulator)).toBe('two instead');
    expect(terminal.everything()).not.toContain('› !echo');
  });

  it('comes back with escape, in front of what is being written', async () => {
    const pasted = Array.from({ length: 30 }, (_, index) => `pasted line ${index}`).join('\n');
    await start(script([{ text: 'never', hold: NEVER }, { text: 'Understood.' }]));
    terminal.press('one', keys.enter);
    await terminal.waitFor('Waiting');
    await queue('two');
    terminal.press('look: ');
    terminal.paste(pasted);
    await terminal.waitFor('look: [Pasted text #1 · 30 lines]');
    terminal.press(keys.enter);
    await terminal.waitFor('queued › look: [Pasted text');
    terminal.press('draft');
    await terminal.waitFor('> draft');
    terminal.press(keys.escape);
    await terminal.waitFor(/^> two\n {2}look: \[Pasted text #1 · 30 lines\]\n {2}draft/m);
    await terminal.waitFor('Cancelled.');
    terminal.press(keys.enter);
    await terminal.waitFor('Understood.');
    expect(lastPrompt(world.simulator)).toContain(`two\nlook: ${pasted}\ndraft`);
  });
});
