/** The person's own editor, in the terminal that the program has. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { script, type Scenario } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastPrompt } from '../support/requests.js';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, READY, TestTerminal } from '../support/terminal.js';

const EDIT = '\x18\x05';

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

/** An editor that is a shell script; `$file` is what it is to edit. */
function editor(lines: string): string {
  return `sh ${world.sandbox.write('editor.sh', `for file; do :; done\n${lines}\n`)} --wait`;
}

async function start(visual: string, scenario: Scenario = script([{ text: 'Understood.' }])): Promise<void> {
  world.simulator.respond = scenario;
  terminal = new TestTerminal(world.sandbox, [], { env: { VISUAL: visual } });
  await terminal.waitFor(READY);
}

/** A screen of its own, on which it shows what it reads from the terminal line by line, until it reads `:q`. */
const FULL_SCREEN = String.raw`
printf '\033[?1049h\033[2J\033[Hediting\r\n'
while read -r line && [ "$line" != :q ]; do printf 'read %s\r\n' "$line"; echo "$line" >> "$file"; done
printf '\033[?1049l'`;

describe('an editor', () => {
  it('is given the text, and what it leaves is in the input', async () => {
    await start(editor('printf " and\\nmore\\n" >> "$file"'));
    terminal.press('text', EDIT);
    await terminal.waitFor(/> text and\n {2}more/);
    terminal.press('!', keys.enter);
    await terminal.waitFor('Understood.');
    expect(lastPrompt(world.simulator)).toContain('text and\nmore!');
  });

  it('has the keys and the screen for itself, while the answer goes on', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const text = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} of the answer.`).join('\n\n');
    await start(
      editor(FULL_SCREEN),
      script([{ text, holdMidStream: { afterEvents: 8, until: held } }, { text: 'Understood.' }]),
    );
    terminal.press('talk', keys.enter);
    await terminal.waitFor('Paragraph 3');
    terminal.press('draft', EDIT);
    await terminal.waitFor('editing');
    terminal.press('one\r');
    await terminal.waitFor('read one');
    release();
    await expect.poll(() => world.simulator.requests[0]!.response?.complete, { timeout: 20_000 }).toBe(true);
    terminal.press('two\r');
    const shown = await terminal.waitFor('read two');
    expect(shown).toBe('editing\none\nread one\ntwo\nread two');
    terminal.resize(60, 20);
    terminal.press('three\r');
    await terminal.waitFor('read three');
    terminal.press(':q\r');
    await terminal.waitFor(/> draftone\n {2}two\n {2}three/);
    const everything = terminal.everything();
    for (const index of [0, 12, 25, 39]) expect(everything.split(`Paragraph ${index} of`).length).toBe(2);
    terminal.press(keys.enter);
    await terminal.waitFor('● Understood.');
    expect(lastPrompt(world.simulator)).toBe('draftone\ntwo\nthree');
  });

  it('that cannot be found is named, and the draft stays', async () => {
    await start('no-such-editor --wait');
    terminal.press('draft', EDIT);
    await terminal.waitFor('✗ The editor "no-such-editor --wait" failed (it was not found)');
    const screen = await terminal.waitFor('> draft');
    expect(screen.match(/^─+$/gm)).toHaveLength(2);
    terminal.press(' goes on', keys.enter);
    await terminal.waitFor('● Understood.');
    expect(lastPrompt(world.simulator)).toBe('draft goes on');
  });

  it('that fails changes nothing', async () => {
    await start(editor('echo broken > "$file"; exit 3'));
    terminal.press('draft', EDIT);
    await terminal.waitFor(/failed \(exit\s+code 3\)/);
    await terminal.waitFor('> draft');
  });

  it('can be interrupted without the program', async () => {
    const go = path.join(world.sandbox.project, 'go');
    await start(editor(`trap 'touch interrupted' INT; echo editing; until [ -e ${go} ]; do sleep 0.05; done`));
    terminal.press('draft', EDIT);
    await terminal.waitFor('editing');
    terminal.press(keys.ctrlC);
    await expect
      .poll(() => existsSync(path.join(world.sandbox.project, 'interrupted')), { timeout: 20_000 })
      .toBe(true);
    writeFileSync(go, '');
    await terminal.waitFor('> draft');
    terminal.press(' goes on', keys.enter);
    await terminal.waitFor('● Understood.');
  });

  it('changes what the agent proposes', async () => {
    const call = { name: 'run_shell_command', args: { command: 'touch original' } };
    await start(editor('printf "echo changed" > "$file"'), script([{ toolCalls: [call] }, { text: 'Ran.' }]));
    terminal.press('run', keys.enter);
    await terminal.waitForQuestion('Change it first');
    terminal.press('4');
    await terminal.waitFor('● Ran.');
    expect(terminal.everything()).toContain('changed');
    expect(existsSync(path.join(world.sandbox.project, 'original'))).toBe(false);
  });

  it('that changes nothing of a proposal leaves the question open', async () => {
    const call = { name: 'run_shell_command', args: { command: 'touch original' } };
    await start(editor(':'), script([{ toolCalls: [call] }, { text: 'Ran.' }]));
    terminal.press('run', keys.enter);
    await terminal.waitForQuestion('Change it first');
    terminal.press('4');
    await terminal.waitFor((screen) => !screen.includes('Change it first'));
    await terminal.waitForQuestion('Change it first');
    terminal.press('1');
    await terminal.waitFor('● Ran.');
    expect(existsSync(path.join(world.sandbox.project, 'original'))).toBe(true);
  });
});
