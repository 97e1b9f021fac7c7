/** A prompt given at a terminal: text as it comes, calls as they happen. */
import path from 'node:path';
import { spawn } from '@lydell/node-pty';
import stripAnsi from 'strip-ansi';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { script } from '@qwen-code/model-simulator';
import { CLI_ENTRY } from './support/cli.js';
import { simulated, type Simulated } from './support/simulated.js';

let world: Simulated;
beforeEach(async () => {
  world = await simulated();
});
afterEach(() => world.dispose());

function runInTerminal(args: string[]): Promise<{ exitCode: number; screen: string }> {
  const { sandbox } = world;
  const terminal = spawn(process.execPath, [CLI_ENTRY, ...args], {
    cwd: sandbox.project,
    env: sandbox.environment,
    cols: 100,
    rows: 30,
  });
  let screen = '';
  terminal.onData((data) => (screen += data));
  return new Promise((resolve) =>
    terminal.onExit(({ exitCode }) => resolve({ exitCode, screen: stripAnsi(screen).replaceAll('\r\n', '\n') })),
  );
}

it('shows narration, calls and the answer in order', async () => {
  const file = world.sandbox.write('notes.txt', 'hello\n');
  world.simulator.respond = script([
    { text: 'Reading.', toolCalls: [{ name: 'read_file', args: { file_path: file } }] },
    { toolCalls: [{ name: 'read_file', args: { file_path: path.join(world.sandbox.project, 'missing') } }] },
    { text: 'It says hello.' },
  ]);
  const { exitCode, screen } = await runInTerminal(['-p', 'read it']);
  expect(exitCode).toBe(0);
  expect(screen).toMatch(
    /^Reading\.\n● ReadFile .*notes\.txt\n● ReadFile .*missing\n {2}failed: .+\nIt says hello\.\n$/,
  );
});

it('needs no input besides', async () => {
  const { exitCode, screen } = await runInTerminal(['-p', 'hi there']);
  expect([exitCode, screen]).toEqual([0, 'hi there\n']);
});
