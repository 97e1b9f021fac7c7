/** Signals and readers that go away. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { script } from '@qwen-code/model-simulator';
import { CLI_ENTRY, parseLines } from './support/cli.js';
import { simulated, type Simulated } from './support/simulated.js';

let world: Simulated;
let release: () => void;
let held: Promise<void>;
beforeEach(async () => {
  world = await simulated();
  held = new Promise((resolve) => (release = resolve));
});
afterEach(async () => {
  release();
  await world.dispose();
});

const holdMidStream = (): void => {
  world.simulator.respond = () => ({
    text: 'The beginning of a long answer that is held back after its first few events.',
    holdMidStream: { afterEvents: 2, until: held },
  });
};

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s aborts the request, keeps the session and exits with %s', async (signal, code) => {
    holdMidStream();
    const running = world.sandbox.start(['-p', 'long', '-o', 'stream-json', '--include-partial-messages']);
    running.child.stdin.end();
    await running.waitForMessage((message) => JSON.stringify(message).includes('text_delta'));
    running.child.kill(signal);
    const ended = await running.ended;
    expect(ended.code).toBe(code);
    expect(parseLines(ended.out).at(-1)).toMatchObject({ type: 'result', is_error: true });
    expect(JSON.parse(ended.err)).toMatchObject({ error: { type: 'FatalCancellationError', code } });
    release();
    world.simulator.respond = script([{ text: 'Going on.' }]);
    expect(await world.sandbox.run(['-p', 'go on', '--continue'])).toMatchObject({
      code: 0,
      out: 'Going on.\n',
      err: '',
    });
    expect(world.simulator.requests.at(-1)!.bodyText).toContain('long');
    expect(world.simulator.violations()).toEqual([]);
  });

  it('sent twice ends the process at once', async () => {
    holdMidStream();
    world.sandbox.writeHome('.qwen/settings.json', {
      hooks: {
        SessionEnd: [{ hooks: [{ type: 'command', command: 'touch ending; sleep 20; touch ended', timeout: 60_000 }] }],
      },
    });
    const running = world.sandbox.start(['-p', 'long', '-o', 'stream-json', '--include-partial-messages']);
    running.child.stdin.end();
    await running.waitForMessage((message) => JSON.stringify(message).includes('text_delta'));
    running.child.kill('SIGINT');
    await running.waitForMessage(({ type }) => type === 'result');
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(readdirSync(world.sandbox.project)).not.toContain('ended');
  });

  it('while standard input is awaited exits too', async () => {
    const running = world.sandbox.start(['--debug']);
    running.child.stdin.write('never ended');
    await running.waitFor((_out, err) => err.includes('Debug log:') || undefined);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(143);
    expect(world.simulator.requests).toHaveLength(0);
  });
});

describe('kill -9', () => {
  it('loses nothing that was recorded: --continue goes on', async () => {
    holdMidStream();
    const running = world.sandbox.start([
      '-p',
      'remember the number 4711',
      '-o',
      'stream-json',
      '--include-partial-messages',
    ]);
    running.child.stdin.end();
    await running.waitForMessage((message) => JSON.stringify(message).includes('text_delta'));
    running.child.kill('SIGKILL');
    expect((await running.ended).signal).toBe('SIGKILL');
    release();
    world.simulator.respond = script([{ text: 'Going on.' }]);
    const { code, out } = await world.sandbox.run(['-p', 'which number?', '--continue']);
    expect([code, out]).toEqual([0, 'Going on.\n']);
    expect(world.simulator.requests.at(-1)!.bodyText).toContain('4711');
    expect(world.simulator.violations()).toEqual([]);
  });
});

describe('a reader that goes away', () => {
  it('ends the run quietly', async () => {
    world.simulator.respond = () => ({ text: 'word '.repeat(200_000) });
    const running = world.sandbox.start(['-p', 'talk', '-o', 'stream-json', '--include-partial-messages']);
    running.child.stdin.end();
    await running.waitFor((out) => out.length > 0);
    running.child.stdout.destroy();
    expect(await running.ended).toMatchObject({ code: 0, err: '' });
  });

  it('may be gone before anything is printed', async () => {
    const running = world.sandbox.start(['-p', 'talk']);
    running.child.stdout.destroy();
    running.child.stdin.end();
    expect(await running.ended).toMatchObject({ code: 0, err: '' });
  });
});

it.skipIf(!existsSync('/dev/full'))('a full disk under the output is named', () => {
  const full = openSync('/dev/full', 'w');
  const { sandbox } = world;
  const { status, stderr } = spawnSync(process.execPath, [CLI_ENTRY, '/help'], {
    cwd: sandbox.project,
    env: sandbox.environment,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect([status, stderr]).toEqual([
    1,
    'Error: the output cannot be written: ENOSPC: no space left on device, write\n',
  ]);
});

it('leaves no temporary file behind', async () => {
  await world.sandbox.run(['-p', 'hi']);
  expect(readdirSync(world.sandbox.project)).toEqual([]);
});
