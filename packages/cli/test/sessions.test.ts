/** Sessions from the outside: what a later run knows of an earlier one. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { echo } from '@qwen-code/model-simulator';
import { parseLines } from './support/cli.js';
import { simulated, type Simulated } from './support/simulated.js';

let world: Simulated;
beforeEach(async () => {
  world = await simulated({ respond: echo });
});
afterEach(() => world.dispose());

const ID = '11111111-2222-3333-4444-555555555555';

async function run(...args: string[]): Promise<string> {
  const { code, out, err } = await world.sandbox.run([...args, '-o', 'stream-json']);
  expect([code, err]).toEqual([0, '']);
  return parseLines(out)[0]!['session_id'] as string;
}

const lastBody = (): string => world.simulator.requests.at(-1)!.bodyText;
const files = (): string[] => {
  const projects = path.join(world.sandbox.home, '.qwen/projects');
  return readdirSync(projects)
    .flatMap((project) => readdirSync(path.join(projects, project, 'chats')))
    .filter((name) => name.endsWith('.jsonl'));
};

it('--session-id names a session, --resume goes on with it, --continue with the newest', async () => {
  expect(await run('-p', 'first: apples', '--session-id', ID)).toBe(ID);
  const other = await run('-p', 'second: pears');
  expect(other).not.toBe(ID);
  expect(await run('-p', 'more', '--resume', ID)).toBe(ID);
  expect(lastBody()).toContain('first: apples');
  expect(lastBody()).not.toContain('second: pears');
  expect(await run('-p', 'and more', '-c')).toBe(ID);
  expect(await run('-p', 'third', '-r', other)).toBe(other);
  expect(lastBody()).toContain('second: pears');
  expect(files().sort()).toEqual([`${ID}.jsonl`, `${other}.jsonl`].sort());
  expect(world.simulator.violations()).toEqual([]);
});

it('--fork-session leaves the old session alone', async () => {
  await run('-p', 'base', '--session-id', ID);
  const fork = await run('-p', 'in the fork', '-c', '--fork-session');
  expect(fork).not.toBe(ID);
  expect(lastBody()).toContain('base');
  await run('-p', 'in the old one', '-r', ID);
  expect(lastBody()).not.toContain('in the fork');
});

it('refuses an id that is taken: exit code 42', async () => {
  await run('-p', 'one', '--session-id', ID);
  const { code, err } = await world.sandbox.run(['-p', 'two', '--session-id', ID]);
  expect(code).toBe(42);
  expect(err).toContain(`--resume ${ID}`);
});

it('lists sessions when --resume has no id', async () => {
  await run('-p', 'find the needle', '--session-id', ID);
  const { code, err } = await world.sandbox.run(['-p', 'go', '--resume']);
  expect(code).toBe(42);
  expect(err).toContain(`${ID}  find the needle`);
});

it('keeps no file with --chat-recording=false', async () => {
  await run('-p', 'secret', '--chat-recording=false');
  expect(readdirSync(world.sandbox.home)).toEqual([]);
});
