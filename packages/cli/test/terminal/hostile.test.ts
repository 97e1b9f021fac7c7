/** Text from models, tools, files and servers that is meant to take over the terminal. */
import path from 'node:path';
import { script, type SimulatedReply } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal } from '../support/terminal.js';

/** A new title, a cleared screen, another screen, blinking, a request to the terminal, a reset, a bell, and text turned round. */
const EVIL = '\x1b]0;title\x07\x1b[2J\x1b[?1049h\x1b[5m\x1b[6n\x1bc\x9b5m\x07\r\u202e\u0000\x1b[999;1Hx\x1b';
/** What of it the program never sends itself; it clears no screen when it is not asked to. */
const FORBIDDEN = /\x1b\]|\x07|\x1b\[2J|\x1b\[\?1049|\x1b\[5m|\x1b\[6n|\x1bc|\x9b|\u202e|\x00|\x1b\[999/;

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

const call = (name: string, args: Record<string, unknown>): SimulatedReply => ({ toolCalls: [{ name, args }] });

async function start(replies: SimulatedReply[], env: Record<string, string> = {}): Promise<void> {
  world.simulator.respond = script(replies);
  terminal = new TestTerminal(world.sandbox, [], { env });
  await terminal.waitFor('Ask, or / for commands');
}

describe('escape sequences never reach the terminal', () => {
  it.each<[string, SimulatedReply]>([
    [
      'an answer',
      { text: `before ${EVIL} after\n\n\`\`\`\n${EVIL}\n\`\`\`\n\n| a${EVIL} | b |\n|---|---|\n| c | ${EVIL} |\n` },
    ],
    ['a thought', { thoughts: `thinking ${EVIL}`, text: 'Thought.' }],
    ['a todo list', call('todo_write', { todos: [{ id: '1', content: `do ${EVIL}`, status: 'in_progress' }] })],
    ['the name of a tool', call(`tool${EVIL}`, {})],
    ['the path of a file', call('read_file', { file_path: `/missing/${EVIL}` })],
  ])('from %s', async (_what, reply) => {
    await start([reply, { text: 'The end.' }]);
    terminal.press('go', keys.enter);
    await terminal.waitFor((screen) => screen.includes('tokens') && !screen.includes('Esc stops'));
    terminal.press(keys.ctrlO);
    await terminal.waitFor('Whole transcript');
    // The pager has a screen of its own.
    const own = /\x1b\[\?1049[hl]\x1b\[2J|\x1b\[\?1049[hl]/g;
    expect(terminal.raw.replace(own, '')).not.toMatch(FORBIDDEN);
  });

  it.each<[string, SimulatedReply]>([
    [
      'a command',
      call('run_shell_command', { command: `echo ${EVIL.replaceAll('\0', '')}`, description: `why ${EVIL}` }),
    ],
    ['a change', call('write_file', { file_path: 'evil\u202etxt\u009b5m.txt', content: `content ${EVIL}\n` })],
    ['a plan', call('exit_plan_mode', { plan: `# Plan ${EVIL}\n\n1. ${EVIL}` })],
    [
      'a question',
      call('ask_user_question', {
        questions: [
          {
            question: `which ${EVIL}?`,
            header: `h${EVIL}`,
            options: [
              { label: `one ${EVIL}`, description: EVIL },
              { label: `two ${EVIL}`, description: EVIL },
            ],
          },
        ],
      }),
    ],
  ])('from %s that is to be approved', async (what, reply) => {
    await start([reply, { text: 'The end.' }]);
    if (what === 'a plan') {
      terminal.press('/approval-mode plan', keys.enter);
      await terminal.waitFor('plan mode');
    }
    terminal.press('go', keys.enter);
    await terminal.waitForQuestion(/^\? /m);
    terminal.press('1');
    await terminal.waitFor('The end.');
    expect(terminal.raw).not.toMatch(FORBIDDEN);
  });

  it('from the output of a command, while it runs and afterwards', async () => {
    world.sandbox.write('evil.bin', EVIL);
    await start([]);
    terminal.press('!cat evil.bin; until [ -e go ]; do sleep 0.05; done; cat evil.bin', keys.enter);
    await terminal.waitFor(/│ .*x/);
    world.sandbox.write('go', '');
    await terminal.waitFor('✓ Shell');
    expect(terminal.raw).not.toMatch(FORBIDDEN);
  });

  it('from names of files', async () => {
    const name = `evil${EVIL.replaceAll(/[\0/]/g, '')}.txt`;
    world.sandbox.write(name, 'x\n');
    await start([{ text: 'The end.' }]);
    world.sandbox.write('evil\u202etxt.exe', 'x\n');
    terminal.press('see @evil');
    await terminal.waitFor('❯ eviltxt.exe');
    terminal.press(keys.tab, keys.enter);
    await terminal.waitFor('The end.');
    terminal.press('!ls', keys.enter);
    await terminal.waitFor('✓ Shell');
    expect(terminal.raw).not.toMatch(FORBIDDEN);
  });

  it('from what a server says', async () => {
    await start([{ text: 'The end.' }]);
    const body = { error: { message: `no ${EVIL} entry`, type: 'invalid_request_error' } };
    world.simulator.faults.push({ on: 0, fault: { type: 'status', status: 400, body } });
    terminal.press('go', keys.enter);
    await terminal.waitFor(/✗ .*ntry/);
    expect(terminal.raw).not.toMatch(FORBIDDEN);
  });

  it('from the folder, its branch and its instructions', async () => {
    const name = `evil${EVIL.replaceAll(/[\0/]/g, '')}`;
    const folder = path.join(world.sandbox.project, name);
    world.sandbox.write(path.join(name, '.git/HEAD'), 'ref: refs/heads/branch\u202e\u009b5m\n');
    world.sandbox.write(path.join(name, 'QWEN.md'), `rules ${EVIL.replaceAll('\0', '')}\n`);
    world.simulator.respond = script([{ text: 'The end.' }]);
    terminal = new TestTerminal(world.sandbox, [], { cwd: folder });
    await terminal.waitFor('Ask, or / for commands');
    terminal.press('go', keys.enter);
    await terminal.waitFor('The end.');
    terminal.press('/memory', keys.enter);
    await terminal.waitFor('› /memory');
    await terminal.waitFor('WEN.md');
    expect(terminal.raw).not.toMatch(FORBIDDEN);
  });

  it('from a pasted prompt, its echo and the history', async () => {
    await start([{ text: 'The end.' }, { text: 'The end again.' }]);
    terminal.paste(`look ${EVIL} here`);
    await terminal.waitFor('> look');
    terminal.press(keys.enter);
    await terminal.waitFor('The end.');
    terminal.press(keys.up, keys.enter);
    await terminal.waitFor('The end again.');
    expect(terminal.raw).not.toMatch(FORBIDDEN);
  });
});
