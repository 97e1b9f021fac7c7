/** Slash commands without a terminal. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { echo, summaryOr } from '@qwen-code/model-simulator';
import { simulated, type Simulated } from './support/simulated.js';

let world: Simulated;
beforeEach(async () => {
  world = await simulated({ respond: summaryOr(echo) });
});
afterEach(() => world.dispose());

it.each([
  ['/help', '/compress'],
  ['/stats', 'Tool calls: 0'],
  ['/context', 'has not counted a request yet'],
  ['/context detail', 'read_file: '],
  ['/clear', 'A new conversation has begun.'],
])('%s answers without a request', async (command, text) => {
  const { code, out, err } = await world.sandbox.run([command]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(text);
  expect(world.simulator.requests).toHaveLength(0);
});

it('answers as a result in json', async () => {
  const { out } = await world.sandbox.run(['/stats', '-o', 'json']);
  const messages = JSON.parse(out) as Array<Record<string, unknown>>;
  expect(messages.map(({ type }) => type)).toEqual(['system', 'result']);
  expect(messages[1]!['result']).toContain('Tool calls: 0');
});

it.each(['/compres', '/nonsense', '/theme'])('%s ends with exit code 42', async (command) => {
  const { code, err } = await world.sandbox.run([command]);
  expect(code).toBe(42);
  expect(err).toContain(`There is no command ${command}`);
});

it('/context has the window that the server names, and says so', async () => {
  const small = await simulated({ serverKind: 'vllm', contextWindow: 24_576 });
  try {
    const { out } = await small.sandbox.run(['/context']);
    expect(out).toMatch(/Context window: 24,576 tokens \(.*max_model_len/);
  } finally {
    await small.dispose();
  }
});

it('/context of a resumed session shows what the provider counted', async () => {
  await world.sandbox.run(['-p', 'hello '.repeat(2_000)]);
  const { out } = await world.sandbox.run(['-c', '/context']);
  expect(out).toMatch(/Used: +[\d,]+ tokens/);
});

it('/compress of a resumed session writes a checkpoint that the next run starts from', async () => {
  const long = `needle in the haystack ${'hay '.repeat(3_000)}`;
  await world.sandbox.run(['-p', long]);
  await world.sandbox.run(['-c', '-p', `second ${long}`]);
  await world.sandbox.run(['-c', '-p', 'third']);
  const compressed = await world.sandbox.run(['-c', '/compress']);
  expect(compressed).toMatchObject({ code: 0, err: '' });
  expect(compressed.out).toMatch(/^Context compressed \(\d+ -> \d+\)\n$/);
  await world.sandbox.run(['-c', '-p', 'what now?']);
  const { bodyText, promptTokens } = world.simulator.requests.at(-1)!;
  expect(bodyText).toContain('state_snapshot');
  expect(bodyText).not.toContain('needle in the haystack hay hay');
  expect(promptTokens).toBeLessThan(world.simulator.requests[2]!.promptTokens);
  expect(world.simulator.violations()).toEqual([]);
});

it('a path is a prompt', async () => {
  expect(await world.sandbox.run(['/etc/hosts looks odd'])).toMatchObject({ code: 0 });
  expect(world.simulator.requests).toHaveLength(1);
});

describe('a command of the project', () => {
  const lastText = (): string => {
    const { messages } = world.simulator.requests.at(-1)!.body as { messages: Array<{ content: string }> };
    return messages.at(-1)!.content;
  };

  it('is sent with what its command wrote and its file holds', async () => {
    world.sandbox.write('notes/a.txt', 'kept in a file');
    world.sandbox.write(
      '.qwen/commands/see.md',
      'Args {{args}}: !{echo said {{args}}; cd nowhere} and @{notes/a.txt}!',
    );
    const { code, err } = await world.sandbox.run(['/see two words', '--yolo']);
    expect(code).toBe(0);
    expect(lastText()).toMatch(/^Args two words: said two words\n[^]*\[exit code 1\] and kept in a file!$/);
    expect(err).toContain("!{echo said 'two words'; cd nowhere} ended with exit code 1.");
    const { out } = await world.sandbox.run(['/see two words', '--yolo', '-o', 'json']);
    const types = (JSON.parse(out) as Array<{ type: string }>).map(({ type }) => type);
    expect(types).toEqual(['system', 'assistant', 'user', 'assistant', 'user', 'assistant', 'result']);
  });

  it.each([
    [
      '!{touch made}',
      /The prompt was not sent: !\{touch made\} was not allowed\..*--allowed-tools 'run_shell_command\(touch\)'/s,
    ],
    ['@{../outside.txt}', /@\{\.\.\/outside\.txt\} is outside the workspace/],
    ['@{missing.txt}', /@\{missing\.txt\} does not exist/],
    ['@{secret.txt}', /@\{secret\.txt\} is left out by an ignore file/],
  ])('%s that may not be had is not sent at all', async (place, message) => {
    world.sandbox.write('../outside.txt', 'x');
    world.sandbox.write('secret.txt', 'x');
    world.sandbox.write('.gitignore', 'secret.txt\n');
    world.sandbox.write('.qwen/commands/see.md', `Look: ${place}`);
    const { code, err } = await world.sandbox.run(['/see']);
    expect(code).toBe(42);
    expect(err).toMatch(message);
    expect(world.simulator.requests).toHaveLength(0);
  });
});
