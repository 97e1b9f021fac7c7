/** The input line in a real terminal. */
import { script } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal, type TerminalOptions } from '../support/terminal.js';

const PLACEHOLDER = 'Ask, or / for commands';

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
  world.simulator.respond = script([{ text: 'Understood.' }, { text: 'Understood again.' }]);
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

async function start(options?: TerminalOptions): Promise<void> {
  terminal = new TestTerminal(world.sandbox, [], options);
  await terminal.waitFor(PLACEHOLDER);
}

describe('the input line', () => {
  it('marks a command of the person that ended badly', async () => {
    await start();
    terminal.press('!exit 3', keys.enter);
    await terminal.waitFor(/✗ Shell exit 3\n {2}│ \[exit code 3\]/);
  });

  it('takes escape twice for rewinding only when nothing else was pressed between', async () => {
    await start();
    const armed = 'Press Esc again to rewind';
    terminal.press('hi', keys.enter);
    await terminal.waitFor('● Understood.');
    terminal.press(keys.escape);
    await terminal.waitFor(armed);
    terminal.press('x');
    await terminal.waitFor((screen) => screen.includes('> x') && !screen.includes(armed));
    terminal.press(keys.backspace, keys.escape);
    await terminal.waitFor(armed);
    terminal.press(keys.escape);
    await terminal.waitFor('Go back to before which prompt?');
  });

  it('completes files that are not ignored', async () => {
    world.sandbox.write('.gitignore', 'built\n');
    world.sandbox.write('built/notes.js', '');
    world.sandbox.write('src/my notes.md', '');
    await start();
    terminal.press('see @note');
    const screen = await terminal.waitFor('src/my notes.md');
    expect(screen).not.toContain('built/');
    terminal.press(keys.tab);
    await terminal.waitFor(/> see @src\/my\\ notes\.md\s*$/m);
  });

  it('edits wide characters and clusters as what they look like', async () => {
    await start();
    terminal.press('a汉👩‍👩‍👧字', '\x1b[D', keys.backspace, keys.backspace, 'é');
    await terminal.waitFor(/> aé字\s*$/m);
  });

  it('has the keys of a shell: words, cuts, undoing, earlier input', async () => {
    await start();
    const press = async (pressed: string, shown: string): Promise<void> => {
      terminal.press(pressed);
      // The cursor stands where the mark is.
      const [before, behind] = shown.split('|') as [string, string];
      await terminal.waitFor((screen) => {
        const { row, column } = terminal.cursor;
        const line = screen.split('\n')[row] ?? '';
        return line.trimEnd() === `> ${before}${behind}`.trimEnd() && column === 2 + before.length;
      });
    };
    await press('fix the parser tests', 'fix the parser tests|');
    await press('\x1bb\x1bb', 'fix the |parser tests');
    await press('\x0b', 'fix the |');
    await press('\x17', 'fix |');
    await press('\x19', 'fix the parser tests|');
    await press('\x1f', 'fix |');
    await press('\x1f\x1f', 'fix the |parser tests');
    await press('\x1bz', 'fix the |');
    await press('\x15', '|Ask, or / for commands');
    await press('\x1f', 'fix the |');
    terminal.press('\r');
    await terminal.waitFor('Understood.');
    await press('draft\x1b[A', 'fix the |');
    await press('\x1b[B', 'draft|');
    terminal.press('\x12THE');
    await terminal.waitFor('earlier input: THE  · 1 of 1');
    await press('\x1b', 'draft|');
    terminal.press('\x12fix');
    await terminal.waitFor('1 of 1');
    await press('\x1b[D', 'fix the|');
    await press('\x1f', 'draft|');
  });

  it('leaves nothing of the wider screen when the terminal narrows', async () => {
    await start({ columns: 80, rows: 24, env: { TERM_PROGRAM: 'vscode' } });
    terminal.press('some text');
    await terminal.waitFor('> some text');
    const rules = (screen: string): string[] => screen.split('\n').filter((row) => /^─+…?$/.test(row));
    for (const columns of [60, 41, 33]) {
      terminal.resize(columns, 24);
      const isSettled = (screen: string): boolean =>
        rules(screen).join() === `${'─'.repeat(columns)},${'─'.repeat(columns)}`;
      await terminal.waitFor(isSettled);
    }
  });

  it('keeps earlier input for the next session and searches it', async () => {
    await start();
    terminal.press('remember the milk', keys.enter);
    await terminal.waitFor('Understood.');
    await terminal.dispose();
    await start();
    terminal.press(keys.up);
    await terminal.waitFor('> remember the milk');
    terminal.press(keys.ctrlC);
    await terminal.waitFor(PLACEHOLDER);
    terminal.press('\x12milk');
    await terminal.waitFor('1 of 1');
    terminal.press(keys.enter);
    await terminal.waitFor('> remember the milk');
  });
});
