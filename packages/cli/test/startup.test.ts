/** What happens before a model is asked: flags, settings, environment. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '@qwen-code/model-simulator';
import packageJson from '../package.json' with { type: 'json' };
import type { CliSandbox } from './support/cli.js';
import { WAITING_MCP_SERVER } from './support/mcpServers.js';
import { simulated, type Simulated } from './support/simulated.js';

let world: Simulated;
let sandbox: CliSandbox;
let simulator: Simulator;
beforeEach(async () => {
  world = await simulated();
  ({ sandbox, simulator } = world);
});
afterEach(() => world.dispose());

describe('flags', () => {
  it.each(['-v', '--version'])('%s prints the version', async (flag) => {
    expect(await sandbox.run([flag])).toMatchObject({ code: 0, out: `${packageJson.version}\n`, err: '' });
  });

  it('--help lists the flags', async () => {
    const { code, out, err } = await sandbox.run(['--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Usage: qwen [options] [query...]');
  });

  it.each([
    [['--modle', 'x', 'hi'], 'Did you mean --model?'],
    [['-o', 'xml', 'hi'], 'Allowed choices are text, json, stream-json'],
    [['hi', '-p', 'there'], 'not both'],
    [['hi', '-c', '-r', 'x'], '--continue and --resume'],
  ])('%j ends with exit code 1 and the usage', async (args, message) => {
    const { code, out, err } = await sandbox.run(args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
    expect(err).toContain('Usage: qwen');
    expect(simulator.requests).toHaveLength(0);
  });
});

describe('prompts', () => {
  const sent = (): string => JSON.stringify(simulator.requests[0]!.body['messages']);

  it('come from words, -p, a pipe, or a pipe and words together', async () => {
    expect(await sandbox.run(['say', 'one'])).toMatchObject({ code: 0, err: '' });
    expect(await sandbox.run(['-p', 'say two'])).toMatchObject({ code: 0, err: '' });
    expect(await sandbox.run([], { input: 'say three\n' })).toMatchObject({ code: 0, err: '' });
    expect(await sandbox.run(['what is this?'], { input: 'four\n' })).toMatchObject({ code: 0, err: '' });
    const texts = simulator.requests.map(({ body }) => JSON.stringify(body['messages']));
    expect(texts[0]).toContain('say one');
    expect(texts[1]).toContain('say two');
    expect(texts[2]).toContain('say three');
    expect(texts[3]).toContain('four\\n\\nwhat is this?');
  });

  it('may not be empty: exit code 42', async () => {
    const { code, out, err } = await sandbox.run([], { input: ' \n' });
    expect([code, out]).toEqual([42, '']);
    expect(err).toContain('There is nothing to do: give a prompt');
  });

  it('may be larger than any window: the rest goes to a file', async () => {
    simulator.respond = () => ({ text: 'A flood.' });
    const lines = Array.from({ length: 400_000 }, (_, index) => `line ${index} of a long log`);
    const { code, err } = await sandbox.run(['what went wrong?'], { input: lines.join('\n') });
    expect([code, err]).toEqual([0, '']);
    expect(simulator.oversized()).toHaveLength(0);
    expect(sent()).toContain('line 0 of a long log');
    expect(sent()).toContain('line 399999 of a long log');
    expect(sent()).toContain('what went wrong?');
    const file = /in (\/\S+\.txt) :/.exec(sent())![1]!;
    expect(readFileSync(file, 'utf8')).toBe(lines.join('\n'));
  });
});

describe('settings', () => {
  it('of a wrong type end the run with exit code 52 and name file, key and type', async () => {
    const file = sandbox.writeHome('.qwen/settings.json', { model: { maxSessionTurns: 'many' } });
    expect(await sandbox.run(['hi'])).toMatchObject({
      code: 52,
      out: '',
      err: `Error: ${file}: "model.maxSessionTurns" must be a whole number, but it is "many".\n`,
    });
    const json = await sandbox.run(['hi', '-o', 'json']);
    expect(JSON.parse(json.err)).toMatchObject({ error: { type: 'FatalConfigError', code: 52 } });
  });

  it('with unknown keys are warned of and used', async () => {
    sandbox.write('.qwen/settings.json', '{ // comment\n "modle": {}, "model": { "name": "from-settings" } }');
    const { code, err } = await sandbox.run(['hi'], { env: { OPENAI_MODEL: '' } });
    expect(code).toBe(0);
    expect(err).toContain('"modle" is not a setting. Did you mean "model"?');
    expect(simulator.requests[0]!.body['model']).toBe('from-settings');
  });

  it('choose the output format, unless a flag does', async () => {
    sandbox.writeHome('.qwen/settings.json', { output: { format: 'json' } });
    expect(JSON.parse((await sandbox.run(['hi'])).out)).toBeInstanceOf(Array);
    expect((await sandbox.run(['hi', '-o', 'text'])).out).not.toContain('"type"');
  });

  it('reach the request: system prompt, model, sampling, headers', async () => {
    sandbox.writeHome('.qwen/settings.json', {
      model: { generationConfig: { customHeaders: { 'x-team': '${TEAM}' }, extra_body: { seed: 7 } } },
    });
    sandbox.write('.env', 'TEAM=blue');
    await sandbox.run(['hi', '-m', 'flag-model', '--append-system-prompt', 'Speak like a pirate.']);
    const { body, headers } = simulator.requests[0]!;
    expect(body).toMatchObject({ model: 'flag-model', seed: 7 });
    expect(JSON.stringify(body['messages'])).toContain('Speak like a pirate.');
    expect(headers['x-team']).toBe('blue');
    expect(headers['user-agent']).toContain(packageJson.version);
  });
});

describe('providers', () => {
  const noProvider = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', OPENAI_MODEL: '' };

  it('without its key ends with exit code 41', async () => {
    const { code, err } = await sandbox.run(['hi', '--auth-type', 'anthropic'], { env: noProvider });
    expect(code).toBe(41);
    expect(err).toContain('ANTHROPIC_API_KEY');
  });

  it('without a model ends with exit code 52', async () => {
    const { code, err } = await sandbox.run(['hi'], { env: { OPENAI_MODEL: '' } });
    expect(code).toBe(52);
    expect(err).toContain('--model');
  });

  it('that refuses the key ends with exit code 41', async () => {
    await world.dispose();
    world = await simulated({ apiKey: 'the-right-one' });
    const { code, err, out } = await world.sandbox.run(['hi', '-o', 'json']);
    expect(code).toBe(41);
    expect(JSON.parse(err)).toMatchObject({ error: { type: 'FatalAuthenticationError', code: 41 } });
    expect((JSON.parse(out) as unknown[]).at(-1)).toMatchObject({ subtype: 'error_during_execution', is_error: true });
  });

  it('may be none: the offline demo, plainly labelled, does the work', async () => {
    sandbox.write('README.md', '# Hello\n\nA tiny project.\n');
    const { code, out, err } = await sandbox.run(['Read README.md and summarise it', '-m', 'offline-demo'], {
      env: noProvider,
    });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('no AI');
    expect(out).toContain('Hello');
  });

  it('may be the demo in the settings until a provider is set up', async () => {
    sandbox.writeHome('.qwen/settings.json', { model: { name: 'offline-demo' } });
    expect((await sandbox.run(['hello'], { env: noProvider })).out).toContain('no AI');
    expect(simulator.requests).toHaveLength(0);
    expect((await sandbox.run(['hello'])).code).toBe(0);
    expect(simulator.requests[0]?.content?.model).toBe('qwen-test');
  });

  it.each([
    ['anthropic', (url: string) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url, ANTHROPIC_MODEL: 'claude-x' })],
    ['gemini', (url: string) => ({ GEMINI_API_KEY: 'k', GEMINI_BASE_URL: url, GEMINI_MODEL: 'gemini-x' })],
  ])('may speak the dialect of %s', async (authType, env) => {
    const { code, out, err } = await sandbox.run(['say hello', '--auth-type', authType], { env: env(simulator.url) });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('say hello');
    expect(simulator.requests[0]!.dialect).toBe(authType);
  });
});

it('an MCP server that takes its time to start is named', async () => {
  const server = sandbox.write('server.mjs', WAITING_MCP_SERVER);
  sandbox.writeHome('.qwen/settings.json', { mcpServers: { slow: { command: process.execPath, args: [server] } } });
  const running = sandbox.start(['-p', 'hello']);
  running.child.stdin.end();
  await running.waitFor((_, err) => err.includes('… waiting for MCP: slow\n') || undefined);
  sandbox.write('go', '');
  expect(await running.ended).toMatchObject({ code: 0 });
});

it('-d writes a debug log and says where', async () => {
  const { code, err } = await sandbox.run(['hi', '-d']);
  expect(code).toBe(0);
  const file = /Debug log: (.+)\n/.exec(err)![1]!;
  expect(readFileSync(file, 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT\S+ debug session [0-9a-f-]{36}/);
});

it.each([
  [['--mcp-config', '{"a":'], 52, 'not valid JSON'],
  [['--exclude-tools', 'Bash(git'], 52, 'has a "(" without a ")"'],
  [['--include-directories', 'nowhere'], 52, 'does not exist'],
  [['--resume', 'abc'], 42, 'There is no session "abc"'],
  [['--resume'], 42, '--resume needs the id'],
  [['--continue'], 42, 'no session to continue'],
  [['--continue', '--chat-recording=false'], 42, 'not recorded'],
])('%j ends with exit code %s', async (args, code, message) => {
  const result = await sandbox.run(['-p', 'hi', ...args]);
  expect(result).toMatchObject({ code, out: '' });
  expect(result.err).toContain(message);
  expect(simulator.requests).toHaveLength(0);
});
