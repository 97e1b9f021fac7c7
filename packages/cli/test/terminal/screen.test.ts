/** How the screen behaves: resizing, narrow terminals, big pastes, completion, colours, scrolling. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { script, type Scenario } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, READY, type TerminalOptions, TestTerminal } from '../support/terminal.js';

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
  await terminal.waitFor(READY);
  return terminal;
}

describe('input', () => {
  it('completes commands and files', async () => {
    world.sandbox.write('source/deep/component.ts', 'x');
    world.sandbox.write('.gitignore', 'ignored.ts\n');
    world.sandbox.write('ignored.ts', 'x');
    await start();
    terminal.press('/exp');
    await terminal.waitFor('/export [md|html|jsonl] [file]');
    terminal.press(keys.tab, 'ht');
    await terminal.waitFor((screen) => /html/.test(screen));
    terminal.press(keys.ctrlU, 'see @comp');
    await terminal.waitFor('source/deep/component.ts');
    terminal.press(keys.tab);
    await terminal.waitFor('> see @source/deep/component.ts');
    terminal.press('@ignored');
    await terminal.waitFor((screen) => screen.includes('component.ts @ignored') && !screen.includes('❯ ignored.ts'));
  });

  it('remembers what was sent in an earlier session', async () => {
    await start(script([{ text: 'One.' }]));
    terminal.press('a question to remember', keys.enter);
    await terminal.waitFor('One.');
    terminal.press(keys.ctrlD);
    await terminal.ended;
    await start();
    terminal.press(keys.up);
    await terminal.waitFor('> a question to remember');
  });
});

describe('the screen', () => {
  it.each([
    [40, 12],
    [200, 50],
  ])('draws nothing beyond %i columns', async (columns, rows) => {
    const table = '| name | what it is |\n|---|---|\n| 你好世界 | a rather long description of a thing |\n';
    await start(
      script([{ text: `Wide: 😀😀 ${'word '.repeat(30)}\n\n${table}\n\`\`\`ts\nconst x = 1;\n\`\`\`\n` }]),
      [],
      {
        columns,
        rows,
      },
    );
    terminal.press('show', keys.enter);
    await terminal.waitFor('const x = 1;');
    await terminal.waitFor(READY);
    const lines = terminal.everything().split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.filter((line) => line.startsWith('────')).length).toBe(2);
  });

  it('prints what there is also where no more than a column is free', async () => {
    world.simulator.respond = script([{ text: 'One.' }]);
    terminal = new TestTerminal(world.sandbox, ['-i', 'hello'], { columns: 1, rows: 4 });
    const column = (): string => terminal.everything().replaceAll('\n', '');
    await terminal.waitFor(() => column().includes('/helpliststhecommands'));
    await terminal.waitFor(() => world.simulator.requests.length === 1);
    expect(column()).not.toContain('‹');
    terminal.resize(80, 24);
    await terminal.waitFor(READY);
  });

  it('has a size where the terminal says none', async () => {
    terminal = new TestTerminal(world.sandbox, [], { inShell: true, env: { PS1: 'shell> ' } });
    await terminal.waitFor('shell>');
    // As on a serial line.
    terminal.press(`stty columns 0 rows 0; ${TestTerminal.commandLine}`, keys.enter);
    await terminal.waitFor(READY);
    terminal.press('hello', keys.enter);
    await terminal.waitFor('● hello');
  });

  it('leaves nothing behind when it is resized while an answer streams', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const text = Array.from({ length: 30 }, (_, index) => `Paragraph ${index} of the answer, 你好 👩‍👩‍👧.`).join('\n\n');
    // The emulator wraps lines anew as VS Code does.
    const env = { TERM_PROGRAM: 'vscode' };
    await start(script([{ text, holdMidStream: { afterEvents: 10, until: held } }]), [], {
      columns: 100,
      rows: 30,
      env,
    });
    terminal.press('talk', keys.enter);
    await terminal.waitFor('Paragraph 3');
    terminal.press('draft');
    await terminal.waitFor('> draft');
    const rules = (): string[] => terminal.everything().match(/^─+$/gm) ?? [];
    for (const [columns, rows] of [
      [40, 30],
      [20, 8],
      [60, 20],
      [33, 10],
      [120, 40],
    ] as const) {
      const before = terminal.raw.length;
      terminal.resize(columns, rows);
      // The emulator alone can make such lines of the old ones.
      const isDrawn = (screen: string): boolean =>
        terminal.raw.length > before &&
        screen.includes('> draft') &&
        rules().every((rule) => rule.length === columns) &&
        rules().length === 2;
      await terminal.waitFor(isDrawn);
      expect(terminal.everything().match(/Writing/g)).toHaveLength(1);
    }
    release();
    await terminal.waitFor((screen) => screen.includes('Paragraph 29 of the answer') && !screen.includes('Writing'));
    expect(rules()).toEqual(['─'.repeat(120), '─'.repeat(120)]);
    const printed = terminal.everything().replace(/\s+/g, ' ');
    const times = Array.from({ length: 30 }, (_, index) => printed.split(`Paragraph ${index} of`).length - 1);
    // Of the paragraph that was being written a part has left the screen when that became too low for it.
    expect(times.map((count) => Math.min(count, 1))).toEqual(Array(30).fill(1));
    expect(times.filter((count) => count > 1).length).toBeLessThanOrEqual(1);
    // What was there before the program can still be scrolled back to, and tmux keeps no frame there.
    expect(terminal.raw).not.toContain('\x1b[3J');
    expect(terminal.raw).not.toMatch(/(?<!\x1b\[B)\x1b\[J/);
  });

  it('stays lower than the terminal, however long a block is', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const code = Array.from({ length: 100 }, (_, index) => `row ${index}`).join('\n');
    await start(script([{ text: `\`\`\`\n${code}\n\`\`\`\n`, holdMidStream: { afterEvents: 20, until: held } }]));
    terminal.press('code', keys.enter);
    const screen = await terminal.waitFor(/… \d+ more lines above/);
    expect(screen.split('\n').length).toBeLessThan(24);
    release();
    await terminal.waitFor('row 99');
    await terminal.waitFor((now) => !now.includes('Writing'));
    // Clearing the terminal's scrollback would take what was there before the program from its owner.
    expect(terminal.raw).not.toContain('\x1b[3J');
    for (const index of [0, 50, 99]) expect(terminal.everything()).toContain(`row ${index}`);
  });

  it('shows the whole transcript on a screen of its own, and comes back', async () => {
    const long = Array.from({ length: 80 }, (_, index) => `output ${index}`).join('\n');
    const file = world.sandbox.write('long.txt', `${long}\n`);
    await start();
    terminal.press(`!cat ${path.basename(file)}`, keys.enter);
    await terminal.waitFor('more lines (Ctrl+O shows them)');
    const before = await terminal.quiet();
    terminal.press(keys.ctrlO);
    await terminal.waitFor((screen) => screen.includes('Whole transcript') && screen.includes('output 70'));
    terminal.press('\x1b[H');
    await terminal.waitFor('output 3\n');
    terminal.press('q');
    await terminal.waitFor((screen) => screen === before);
    expect(readFileSync(file, 'utf8')).toContain('output 79');
  });

  it('is not drawn again while nothing happens', async () => {
    await start();
    await terminal.waitFor('Tip:');
    await terminal.quiet();
    const { length } = terminal.raw;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(terminal.raw.slice(length)).toBe('');
  });
});
