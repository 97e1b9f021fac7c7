/** Conversations in a real terminal. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { script, type Scenario } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal, type TerminalOptions } from '../support/terminal.js';

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

async function start(scenario?: Scenario, args: string[] = [], options?: TerminalOptions): Promise<TestTerminal> {
  if (scenario) world.simulator.respond = scenario;
  terminal = new TestTerminal(world.sandbox, args, options);
  await terminal.waitFor('Ask, or / for commands');
  return terminal;
}

describe('a conversation', () => {
  it('shows the banner, the prompt and the answer, and leaves by Ctrl+C twice', async () => {
    await start(script([{ text: 'Hello from the **model**.' }]));
    await terminal.waitFor('qwen · qwen-test');
    terminal.press('hi there', keys.enter);
    const screen = await terminal.waitFor('Hello from the model.');
    expect(screen).toContain('› hi there');
    terminal.press(keys.ctrlC);
    await terminal.waitFor('Press Ctrl+C again to leave');
    terminal.press(keys.ctrlC);
    expect(await terminal.ended).toBe(0);
    expect(terminal.everything()).toContain('Hello from the model.');
  });

  it('asks before a file is written, shows what, and writes it after a yes', async () => {
    const file = path.join(world.sandbox.project, 'notes.txt');
    await start(
      script([
        { toolCalls: [{ name: 'write_file', args: { file_path: file, content: 'one\ntwo\n' } }] },
        { text: 'Written.' },
      ]),
    );
    terminal.press('write it', keys.enter);
    const question = await terminal.waitForQuestion('Yes, once');
    expect(question).toMatch(/Create notes\.txt.*\+2/);
    expect(question).toContain('+ two');
    expect(existsSync(file)).toBe(false);
    terminal.press(keys.enter);
    await terminal.waitFor('Written.');
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  });

  it('tells the model why a call was refused', async () => {
    await start(
      script([
        { toolCalls: [{ name: 'run_shell_command', args: { command: 'rm -rf build' } }] },
        { text: 'Understood.' },
      ]),
    );
    terminal.press('clean up', keys.enter);
    await terminal.waitForQuestion('$ rm -rf build');
    terminal.press(keys.up, keys.enter);
    await terminal.waitFor('Why not?');
    terminal.press('use make clean', keys.enter);
    await terminal.waitFor('Understood.');
    expect(JSON.stringify(world.simulator.requests.at(-1)?.body)).toContain('use make clean');
  });

  it('tells Notification hooks that a question is open', async () => {
    const told = path.join(world.sandbox.home, 'told.json');
    const command = `cat > '${told}.new' && mv '${told}.new' '${told}'`;
    world.sandbox.writeHome('.qwen/settings.json', {
      hooks: { Notification: [{ matcher: 'permission_prompt', hooks: [{ type: 'command', command }] }] },
    });
    await start(script([{ toolCalls: [{ name: 'run_shell_command', args: { command: 'touch made' } }] }]));
    terminal.press('touch it', keys.enter);
    await terminal.waitForQuestion('Yes, once');
    await expect.poll(() => existsSync(told), { timeout: 20_000 }).toBe(true);
    const event = JSON.parse(readFileSync(told, 'utf8'));
    expect(event).toMatchObject({ hook_event_name: 'Notification', title: 'Shell' });
  });

  it('keeps a rule for "always", and asks no more', async () => {
    const call = { name: 'run_shell_command', args: { command: 'touch made-by-a-test' } };
    await start(script([{ toolCalls: [call] }, { text: 'First.' }, { toolCalls: [call] }, { text: 'Second.' }]));
    terminal.press('touch it', keys.enter);
    await terminal.waitForQuestion('Yes, always');
    terminal.press('3');
    await terminal.waitFor('First.');
    terminal.press('again', keys.enter);
    await terminal.waitFor('Second.');
    const settings = readFileSync(path.join(world.sandbox.home, '.qwen/settings.json'), 'utf8');
    const rules = { [world.sandbox.project]: { allow: [expect.stringContaining('touch')] } };
    expect(JSON.parse(settings)).toEqual({ permissions: { folders: rules } });
    expect(existsSync(path.join(world.sandbox.project, '.qwen'))).toBe(false);
  });

  it('cancels an answer that never ends, and goes on afterwards', async () => {
    const never = new Promise<void>(() => undefined);
    await start(
      script([
        { text: 'Half an answer. '.repeat(20), holdMidStream: { afterEvents: 4, until: never } },
        { text: 'Whole.' },
      ]),
    );
    terminal.press('talk', keys.enter);
    await terminal.waitFor('Writing');
    terminal.press(keys.escape);
    await terminal.waitFor('Cancelled.');
    terminal.press('again', keys.enter);
    await terminal.waitFor('Whole.');
  });

  it('reviews a plan, and goes on in the mode that was chosen', async () => {
    const file = path.join(world.sandbox.project, 'a.txt');
    await start(
      script([
        { toolCalls: [{ name: 'exit_plan_mode', args: { plan: '# The plan\n\n1. Write **a.txt**' } }] },
        { toolCalls: [{ name: 'write_file', args: { file_path: file, content: 'a\n' } }] },
        { text: 'Done as planned.' },
      ]),
    );
    for (const mode of ['auto-edit', 'yolo', 'plan mode']) {
      terminal.press(keys.shiftTab);
      await terminal.waitFor(mode);
    }
    terminal.press('make a.txt', keys.enter);
    const review = await terminal.waitForQuestion('Yes, carry it out');
    expect(review).toContain('1. Write a.txt');
    terminal.press('2');
    await terminal.waitFor('Done as planned.');
    await terminal.waitFor('auto-edit');
    expect(readFileSync(file, 'utf8')).toBe('a\n');
  });

  it('puts the questions of the agent to the person', async () => {
    const questions = [
      {
        question: 'Which colour?',
        header: 'Colour',
        options: [
          { label: 'Red', description: 'like fire' },
          { label: 'Blue', description: 'like the sea' },
        ],
      },
    ];
    await start(script([{ toolCalls: [{ name: 'ask_user_question', args: { questions } }] }, { text: 'Blue it is.' }]));
    terminal.press('paint', keys.enter);
    await terminal.waitForQuestion('Which colour?');
    terminal.press('2');
    await terminal.waitFor('Blue it is.');
    expect(JSON.stringify(world.simulator.requests.at(-1)?.body)).toContain('Which colour?\\n→ Blue');
  });
});

describe('a question that appears while somebody types', () => {
  const call = { name: 'run_shell_command', args: { command: 'touch made-by-a-test' } };

  it('is answered by none of it, and the text is in the input afterwards', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await start(script([{ toolCalls: [call], hold: held }, { text: 'Made.' }, { text: 'Understood.' }]));
    terminal.press('make it', keys.enter);
    await terminal.waitFor('Waiting');
    terminal.press('then ');
    await terminal.waitFor('> then');
    release();
    await terminal.waitFor('Yes, once');
    terminal.press('3');
    await terminal.waitFor('What you type goes into the input');
    terminal.press(keys.enter);
    await terminal.waitForQuestion('Yes, once');
    expect(existsSync(path.join(world.sandbox.project, 'made-by-a-test'))).toBe(false);
    terminal.press('1');
    await terminal.waitFor(/^> then 3\s*$/m);
    await terminal.waitFor('Made.');
    expect(existsSync(path.join(world.sandbox.project, '.qwen/settings.json'))).toBe(false);
  });

  it('is closed by escape at once', async () => {
    await start(script([{ toolCalls: [call] }]));
    terminal.press('make it', keys.enter);
    await terminal.waitFor('Yes, once');
    terminal.press(keys.escape);
    await terminal.waitFor('Cancelled.');
    expect(existsSync(path.join(world.sandbox.project, 'made-by-a-test'))).toBe(false);
  });
});
