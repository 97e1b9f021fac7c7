/** A program that drives the agent over standard input. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { echo, script } from '@qwen-code/model-simulator';
import { parseLines, type RunningCli, type WireMessage } from './support/cli.js';
import { simulated, type Simulated } from './support/simulated.js';

let world: Simulated;
let running: RunningCli;
beforeEach(async () => {
  world = await simulated({ respond: echo });
});
afterEach(() => world.dispose());

const open = (...args: string[]): void => {
  running = world.sandbox.start(['--input-format', 'stream-json', '-o', 'stream-json', ...args]);
};
const say = (content: unknown): void => running.send({ type: 'user', message: { role: 'user', content } });
const results = (out: string): WireMessage[] => parseLines(out).filter(({ type }) => type === 'result');

let requests = 0;
async function control(request: { subtype: string } & Record<string, unknown>): Promise<Record<string, unknown>> {
  const request_id = `r${++requests}`;
  running.send({ type: 'control_request', request_id, request });
  const answer = await running.waitForMessage(
    (message) =>
      message.type === 'control_response' && (message['response'] as { request_id: string }).request_id === request_id,
  );
  return answer['response'] as Record<string, unknown>;
}

it('answers prompt after prompt in one conversation', async () => {
  open();
  say('remember apples');
  say([{ type: 'text', text: 'and pears' }]);
  running.child.stdin.end();
  const { code, out, err } = await running.ended;
  expect([code, err]).toEqual([0, '']);
  expect(results(out)).toHaveLength(2);
  expect(parseLines(out).filter(({ type }) => type === 'system')).toHaveLength(1);
  expect(world.simulator.requests[1]!.bodyText).toContain('remember apples');
});

it('/clear begins a new session with its own id; mode and model stay', async () => {
  open();
  await control({ subtype: 'set_model', model: 'other-model' });
  await control({ subtype: 'set_permission_mode', mode: 'plan' });
  say('remember apples');
  say('/clear');
  say('what do you remember?');
  running.child.stdin.end();
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  const [first, second] = parseLines(out).filter(({ type }) => type === 'system');
  expect(second).toMatchObject({ subtype: 'init', model: 'other-model', permission_mode: 'plan' });
  expect(second!['session_id']).not.toBe(first!['session_id']);
  expect(results(out).map((result) => result['session_id'])).toEqual([
    first!['session_id'],
    second!['session_id'],
    second!['session_id'],
  ]);
  expect(world.simulator.requests[1]!.bodyText).not.toContain('apples');
  expect(world.simulator.requests[1]!.body['model']).toBe('other-model');
});

it('answers control requests at once, also while a prompt runs', async () => {
  open();
  expect(await control({ subtype: 'initialize' })).toMatchObject({
    subtype: 'success',
    response: {
      session_id: expect.any(String) as string,
      capabilities: { can_handle_can_use_tool: true, can_set_model: true },
    },
  });
  expect(await control({ subtype: 'supported_commands' })).toMatchObject({
    response: { commands: ['clear', 'compress', 'context', 'help', 'stats'] },
  });
  expect(await control({ subtype: 'get_context_usage' })).toMatchObject({
    response: { type: 'context_usage', modelName: 'qwen-test', isEstimated: true },
  });
  expect(await control({ subtype: 'set_model', model: 'other-model' })).toMatchObject({ subtype: 'success' });
  expect(await control({ subtype: 'set_permission_mode', mode: 'yolo' })).toMatchObject({ subtype: 'success' });
  expect(await control({ subtype: 'set_permission_mode', mode: 'wild' })).toMatchObject({ subtype: 'error' });
  expect(await control({ subtype: 'mcp_message' })).toMatchObject({ subtype: 'error' });
  say('hello');
  await running.waitForMessage(({ type }) => type === 'result');
  expect(world.simulator.requests[0]!.body['model']).toBe('other-model');
  running.child.stdin.end();
  expect((await running.ended).code).toBe(0);
});

it('interrupt stops the prompt and the session goes on', async () => {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  world.simulator.respond = script([
    { text: 'a long answer that is held', holdMidStream: { afterEvents: 2, until } },
    { text: 'fine' },
  ]);
  open('--include-partial-messages');
  say('long');
  await running.waitForMessage((message) => JSON.stringify(message).includes('text_delta'));
  expect(await control({ subtype: 'interrupt' })).toMatchObject({ subtype: 'success' });
  const result = await running.waitForMessage(({ type }) => type === 'result');
  expect(result).toMatchObject({ is_error: true, error: { message: 'Interrupted.' } });
  say('short');
  await running.waitFor((out) => results(out).length === 2 || undefined);
  release();
  running.child.stdin.end();
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  expect(results(out)[1]).toMatchObject({ subtype: 'success', result: 'fine' });
  expect(world.simulator.violations()).toEqual([]);
});

describe('can_use_tool', () => {
  const target = (): string => path.join(world.sandbox.project, 'new.txt');
  const write = (): void => {
    world.simulator.respond = script([
      { toolCalls: [{ name: 'write_file', args: { file_path: target(), content: 'x' } }] },
      { text: 'done' },
    ]);
  };
  const question = (): Promise<WireMessage> => running.waitForMessage(({ type }) => type === 'control_request');
  const answer = (asked: WireMessage, response: object): void =>
    running.send({
      type: 'control_response',
      response: { subtype: 'success', request_id: asked['request_id'], response },
    });

  it('is asked after initialize, and its answer counts', async () => {
    write();
    open();
    await control({ subtype: 'initialize' });
    say('write');
    const asked = await question();
    expect(asked['request']).toMatchObject({ subtype: 'can_use_tool', tool_name: 'write_file', blocked_path: null });
    answer(asked, { behavior: 'allow' });
    const result = await running.waitForMessage(({ type }) => type === 'result');
    expect(result).toMatchObject({ result: 'done', permission_denials: [] });
    expect(existsSync(target())).toBe(true);
    running.child.stdin.end();
    expect((await running.ended).code).toBe(0);
  });

  it('may deny with a message for the model', async () => {
    write();
    open();
    await control({ subtype: 'initialize' });
    say('write');
    answer(await question(), { behavior: 'deny', message: 'not on a Friday' });
    const result = await running.waitForMessage(({ type }) => type === 'result');
    expect(result['permission_denials']).toMatchObject([{ tool_name: 'write_file' }]);
    expect(world.simulator.requests[1]!.bodyText).toContain('not on a Friday');
    expect(existsSync(target())).toBe(false);
    running.child.stdin.end();
    await running.ended;
  });

  it('is not asked without initialize: the call is denied', async () => {
    write();
    open();
    say('write');
    running.child.stdin.end();
    const { code, out } = await running.ended;
    expect(code).toBe(0);
    expect(results(out)[0]!['permission_denials']).toHaveLength(1);
  });
});

it('a line that is no message ends the session with exit code 42', async () => {
  open();
  running.child.stdin.end('{"type":"user"\n');
  const { code, err } = await running.ended;
  expect(code).toBe(42);
  expect(JSON.parse(err)).toMatchObject({
    error: { type: 'FatalInputError', message: expect.stringContaining('Line 1 of the input is not JSON') as string },
  });
});

it('SIGTERM ends an idle session with 143', async () => {
  open();
  await control({ subtype: 'initialize' });
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(143);
});

it('an empty input ends at once', async () => {
  open();
  running.child.stdin.end();
  expect(await running.ended).toMatchObject({ code: 0, err: '' });
});
