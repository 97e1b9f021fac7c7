/** The three output formats of a run with tools, and how runs end. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { script, toolLoop, type Scenario } from '@qwen-code/model-simulator';
import { parseLines, type CliResult, type WireMessage } from './support/cli.js';
import { simulated, type Simulated } from './support/simulated.js';

let world: Simulated;
beforeEach(async () => {
  world = await simulated();
});
afterEach(() => world.dispose());

const run = (respond: Scenario, ...args: string[]): Promise<CliResult> => {
  world.simulator.respond = respond;
  return world.sandbox.run(['-p', 'do it', ...args]);
};

/** Reads a file, then answers. */
const readThenAnswer = (): Scenario =>
  script([
    { thoughts: 'Let me look.', text: 'Reading.', toolCalls: [{ name: 'read_file', args: { file_path: notes() } }] },
    { text: 'It says hello.' },
  ]);
const notes = (): string => path.join(world.sandbox.project, 'notes.txt');
const writeFile = (): { name: string; args: { file_path: string; content: string } } => ({
  name: 'write_file',
  args: { file_path: path.join(world.sandbox.project, 'new.txt'), content: 'made\n' },
});

describe('formats', () => {
  beforeEach(() => world.sandbox.write('notes.txt', 'hello\n'));

  it('text: the final answer alone', async () => {
    expect(await run(readThenAnswer())).toMatchObject({ code: 0, out: 'It says hello.\n', err: '' });
  });

  it('json: one list from the session to the result', async () => {
    const { code, out, err } = await run(readThenAnswer(), '-o', 'json');
    expect([code, err]).toEqual([0, '']);
    const messages = JSON.parse(out) as WireMessage[];
    expect(messages.map(({ type }) => type)).toEqual([
      'system',
      'assistant',
      'assistant',
      'assistant',
      'user',
      'assistant',
      'result',
    ]);
    const [init] = messages;
    expect(init).toMatchObject({
      subtype: 'init',
      cwd: world.sandbox.project,
      model: 'qwen-test',
      permission_mode: 'default',
      mcp_servers: [],
    });
    expect(init!['tools']).toContain('read_file');
    expect(init!['slash_commands']).toEqual(['clear', 'compress', 'context', 'help', 'stats']);
    expect(messages.at(-1)).toMatchObject({
      subtype: 'success',
      is_error: false,
      num_turns: 2,
      result: 'It says hello.',
      permission_denials: [],
    });
    const { usage, stats } = messages.at(-1) as unknown as { usage: { input_tokens: number }; stats: object };
    const prompts = world.simulator.requests.map(({ promptTokens }) => promptTokens);
    expect(usage.input_tokens).toBe(prompts.reduce((sum, count) => sum + count, 0));
    expect(stats).toMatchObject({ tools: { totalCalls: 1, totalSuccess: 1, byName: { read_file: { count: 1 } } } });
  });

  it('stream-json: the same messages, one a line, with the same session id', async () => {
    const { code, out, err } = await run(readThenAnswer(), '-o', 'stream-json');
    expect([code, err]).toEqual([0, '']);
    const messages = parseLines(out);
    expect(messages.map(({ type }) => type)).toEqual([
      'system',
      'assistant',
      'assistant',
      'assistant',
      'user',
      'assistant',
      'result',
    ]);
    expect(new Set(messages.map((message) => message['session_id'])).size).toBe(1);
    const result = messages.find(({ type }) => type === 'user')!['message'] as {
      content: Array<Record<string, unknown>>;
    };
    expect(result.content[0]).toMatchObject({ type: 'tool_result', is_error: false });
    expect(result.content[0]!['content']).toContain('hello');
  });

  it('stream-json with partial messages: the deltas add up to the messages', async () => {
    const { out } = await run(readThenAnswer(), '-o', 'stream-json', '--include-partial-messages');
    const messages = parseLines(out);
    const deltas = messages
      .filter(({ type }) => type === 'stream_event')
      .map((message) => (message['event'] as { delta?: { text?: string } }).delta?.text ?? '');
    expect(deltas.join('')).toBe('Reading.It says hello.');
  });
});

describe('calls that need approval', () => {
  const write = (): Scenario => script([{ toolCalls: [writeFile()] }, { text: 'I could not.' }]);
  const created = (): boolean => existsSync(path.join(world.sandbox.project, 'new.txt'));

  it('are denied with a reason for the model and a hint for the person', async () => {
    const { code, out, err } = await run(write());
    expect([code, out]).toEqual([0, 'I could not.\n']);
    expect(err).toContain('One call was denied because nobody could be asked. To allow: --approval-mode auto-edit');
    expect(created()).toBe(false);
    expect(world.simulator.requests[1]!.bodyText).toContain('Nobody is there to approve it');
  });

  it('are listed in the result', async () => {
    const { out } = await run(write(), '-o', 'stream-json');
    expect(parseLines(out).at(-1)).toMatchObject({
      type: 'result',
      permission_denials: [{ tool_name: 'write_file', tool_input: writeFile().args }],
    });
  });

  it.each([[['-y']], [['--approval-mode', 'auto-edit']], [['--allowed-tools', 'write_file']]])(
    'run with %j',
    async (flags) => {
      expect(await run(write(), ...flags)).toMatchObject({ code: 0, err: '' });
      expect(readFileSync(path.join(world.sandbox.project, 'new.txt'), 'utf8')).toBe('made\n');
    },
  );

  it('are not offered when excluded', async () => {
    await run(script([{ text: 'ok' }]), '-y', '--exclude-tools', 'write_file');
    expect(world.simulator.requests[0]!.bodyText).not.toContain('"write_file"');
  });
});

describe('ends', () => {
  it('at the limit of turns with exit code 53 and a way to go on', async () => {
    world.sandbox.write('notes.txt', 'hello\n');
    const loop = toolLoop({ files: [notes()], rounds: 9 });
    const { code, out, err } = await run(loop, '--max-session-turns', '2');
    expect([code, out]).toEqual([53, '']);
    expect(err).toContain('--max-session-turns');
    expect(err).toContain('qwen --continue');
    expect(world.simulator.requests).toHaveLength(2);
    expect((await world.sandbox.run(['-p', 'go on', '-c'])).code).toBe(0);
    expect(world.simulator.violations()).toEqual([]);
  });

  it('with exit code 1 and an error result when the provider refuses the request', async () => {
    world.simulator.faults.push({
      on: 0,
      fault: { type: 'status', status: 400, body: { error: { message: 'no such thing' } } },
    });
    const { code, out, err } = await run(script([]), '-o', 'stream-json');
    expect(code).toBe(1);
    expect(parseLines(out).at(-1)).toMatchObject({ type: 'result', subtype: 'error_during_execution', is_error: true });
    expect(JSON.parse(err)).toMatchObject({ error: { type: 'FatalError', code: 1 } });
  });

  it('well after a dropped connection: the answer is printed once', async () => {
    world.simulator.faults.push({ on: 0, fault: { type: 'drop', after: { events: 2 } } });
    const { code, out } = await run(() => ({ text: 'The whole answer, in many small pieces, is printed just once.' }));
    expect([code, out]).toEqual([0, 'The whole answer, in many small pieces, is printed just once.\n']);
  });
});
