/** What is around a run can be missing or odd: it is named in one line, without a stack trace, and nothing hangs. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI_ENTRY } from '../support/cli.js';
import { simulated, type Simulated } from '../support/simulated.js';
import { TestTerminal } from '../support/terminal.js';

let world: Simulated;
beforeEach(async () => {
  world = await simulated();
});
afterEach(() => world.dispose());

const STACK = /\n\s+at |defect/;

it('a working directory that has been removed', async () => {
  const { sandbox } = world;
  const gone = path.join(sandbox.project, 'gone');
  mkdirSync(gone);
  const command = 'rmdir ../gone && exec "$0" "$@"';
  const script = ['-c', command, process.execPath, CLI_ENTRY, '-p', 'hi'];
  const options = { cwd: gone, env: sandbox.environment, encoding: 'utf8', stdio: 'pipe' } as const;
  expect(() => execFileSync('/bin/sh', script, options)).toThrow(
    expect.objectContaining({ status: 52, stderr: expect.stringContaining('has been removed') as string }),
  );
  if (existsSync(gone)) rmdirSync(gone);
});

it('an empty HOME is not the project', async () => {
  const { sandbox } = world;
  const env = { HOME: '', QWEN_RUNTIME_DIR: path.join(sandbox.root, 'runtime') };
  const { code, err } = await sandbox.run(['-p', 'hi', '--debug'], { env: { ...env, QWEN_HOME: '' } });
  expect(code).toBe(0);
  expect(err).toMatch(/Debug log: \//);
  expect(readdirSync(sandbox.project)).toEqual([]);
});

it('a .env that links to itself is passed over', async () => {
  const { sandbox } = world;
  symlinkSync('.env', path.join(sandbox.project, '.env'));
  expect(await sandbox.run(['-p', 'hi'])).toMatchObject({ code: 0, err: '' });
});

describe('keys', () => {
  it('may end in the line break of the file they were read from', async () => {
    expect(await world.sandbox.run(['-p', 'hi'], { env: { OPENAI_API_KEY: 'k\n' } })).toMatchObject({ code: 0 });
    expect(world.simulator.requests[0]!.headers['authorization']).toBe('Bearer k');
  });

  it('are not shown when they cannot be sent', async () => {
    const { code, out, err } = await world.sandbox.run(['-p', 'hi'], { env: { OPENAI_API_KEY: 'sk-1\nsk-2' } });
    expect([code, out]).toEqual([52, '']);
    expect(err).toContain('API key from OPENAI_API_KEY');
    expect(err).not.toMatch(/sk-|at /);
  });
});

it('a proxy that is no address is named as such', async () => {
  const { code, err } = await world.sandbox.run(['-p', 'hi', '--proxy', 'proxy:8080']);
  expect(code).toBe(52);
  expect(err).toContain('The proxy "proxy:8080" must begin with http');
});

it.skipIf(process.platform === 'win32')('pipes in the place of agent files are not waited for', async () => {
  const { sandbox } = world;
  const agents = path.join(sandbox.project, '.qwen', 'agents');
  mkdirSync(agents, { recursive: true });
  execFileSync('mkfifo', [path.join(agents, 'pipe.md')]);
  const { code, err } = await sandbox.run(['-p', 'hi']);
  expect(code).toBe(0);
  expect(err).toContain('not a regular file');
  expect(err).not.toMatch(STACK);
});

describe.skipIf(process.platform === 'win32')('a signal', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)('%s ends running commands with the process', async (signal, code) => {
    const { sandbox, simulator } = world;
    simulator.respond = () => ({
      toolCalls: [
        { name: 'run_shell_command', args: { command: `trap '' HUP QUIT INT TERM; echo pid $$; sleep 60; sleep 60` } },
      ],
    });
    const running = sandbox.start(['-y', '-p', 'x', '-o', 'stream-json', '--include-partial-messages']);
    running.child.stdin.end();
    const pid = Number(await running.waitFor((out) => /pid (\d+)/.exec(out.replace(/echo pid/g, ''))?.[1]));
    expect(() => process.kill(pid, 0)).not.toThrow();
    running.child.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

it('a defect ends the program with its stack and nothing else, and gives the terminal back', async () => {
  const { sandbox } = world;
  const code = `import fs from 'node:fs'; fs.watch('.', () => { throw new Error('boom'); }).unref();`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
  const terminal = new TestTerminal(sandbox, [], { env });
  try {
    await terminal.waitFor('Ask, or / for commands');
    sandbox.write('changed', '');
    expect(await terminal.ended).toBe(1);
    const screen = await terminal.quiet();
    expect(screen).toMatch(/^Error: This is a defect in qwen; please report it\.\nError: boom\n {4}at /m);
    expect(screen).not.toMatch(/Node\.js v/);
    expect(terminal.raw.lastIndexOf('\x1b[?2004l')).toBeGreaterThan(terminal.raw.lastIndexOf('\x1b[?2004h'));
  } finally {
    await terminal.dispose();
  }
});
