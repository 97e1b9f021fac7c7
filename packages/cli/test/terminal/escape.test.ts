/** Escape stops whatever runs; the prompt can be used at once, and the conversation goes on with a valid history. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { script, summaryOr, toolLoop, type Scenario, type SimulatedReply } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WAITING_MCP_SERVER } from '../support/mcpServers.js';
import { isRunning } from '../support/processes.js';
import { lastPrompt } from '../support/requests.js';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, READY, TestTerminal } from '../support/terminal.js';

const NEVER = new Promise<void>(() => undefined);

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated({ contextWindow: 32_768, serverKind: 'vllm' });
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

async function start(scenario: Scenario): Promise<void> {
  world.simulator.respond = scenario;
  terminal = new TestTerminal(world.sandbox, ['--yolo'], { rows: 30 });
  await terminal.waitFor(READY);
}

/** Queues a message, presses escape, and sends the message that has come back to the input. */
async function stopAndGoOn(prompt = 'and now'): Promise<void> {
  terminal.press(prompt, keys.enter);
  await terminal.waitFor(`queued › ${prompt}`);
  terminal.press(keys.escape);
  await terminal.waitFor(
    (screen) => /cancelled/i.test(screen) && screen.includes(`\n> ${prompt}`) && !screen.includes('queued'),
  );
  world.simulator.respond = summaryOr(() => ({ text: 'The answer afterwards.' }));
  terminal.press(keys.enter);
  await terminal.waitFor('● The answer afterwards.');
  expect(lastPrompt(world.simulator)).toContain(prompt);
  expect(world.simulator.violations()).toEqual([]);
}

async function eventually(file: string): Promise<string> {
  await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
  return readFileSync(file, 'utf8');
}

const call = (name: string, args: object): SimulatedReply => ({ toolCalls: [{ name, args }] }) as SimulatedReply;

describe('escape stops', () => {
  it('a model that is writing', async () => {
    await start(script([{ text: 'Half an answer. '.repeat(30), holdMidStream: { afterEvents: 4, until: NEVER } }]));
    terminal.press('talk', keys.enter);
    await terminal.waitFor('Writing');
    await stopAndGoOn();
    expect(world.simulator.requests.at(-1)!.bodyText.includes('Half an answer.')).toBe(true);
  });

  it('a model that is silent', async () => {
    await start(script([{ text: 'never', hold: NEVER }]));
    terminal.press('talk', keys.enter);
    await terminal.waitFor('Waiting');
    await stopAndGoOn();
  });

  it('a command with all its processes, also one that ignores the request to end', async () => {
    const files = ['parent', 'child'].map((name) => path.join(world.sandbox.project, name));
    const [parent, child] = files as [string, string];
    const stubborn = `trap '' TERM HUP INT; echo $$ > ${child}.new; mv ${child}.new ${child}; while :; do sleep 1; done`;
    const command = `sh -c "${stubborn.replaceAll('$', '\\$')}" & echo $$ > ${parent}.new; mv ${parent}.new ${parent}; wait`;
    await start(script([call('run_shell_command', { command })]));
    terminal.press('run it', keys.enter);
    const pids = [Number(await eventually(parent)), Number(await eventually(child))];
    expect(pids.map(isRunning)).toEqual([true, true]);
    await stopAndGoOn();
    expect(pids.map(isRunning)).toEqual([false, false]);
  });

  it('a command of your own', async () => {
    const pidFile = path.join(world.sandbox.project, 'pid');
    await start(script([]));
    terminal.press(`!echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; exec tail -f /dev/null`, keys.enter);
    const pid = Number(await eventually(pidFile));
    await stopAndGoOn();
    expect(isRunning(pid)).toBe(false);
  });

  it('a sub-agent', async () => {
    await start(script([call('agent', { description: 'look around', prompt: 'Look around.' }), { hold: NEVER }]));
    terminal.press('delegate', keys.enter);
    await expect.poll(() => world.simulator.requests.length, { timeout: 20_000 }).toBe(2);
    await terminal.waitFor('look around');
    await stopAndGoOn();
  });

  it('a sub-agent whose command runs', async () => {
    const pidFile = path.join(world.sandbox.project, 'pid');
    const command = `echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; exec tail -f /dev/null`;
    const task = { description: 'look around', prompt: 'Look around.' };
    await start(script([call('agent', task), call('run_shell_command', { command })]));
    terminal.press('delegate', keys.enter);
    const pid = Number(await eventually(pidFile));
    await stopAndGoOn();
    expect(isRunning(pid)).toBe(false);
  });

  it('the wait before another attempt', async () => {
    await start(script([{ text: 'never reached' }]));
    const fault = { type: 'status' as const, status: 429, retryAfterSeconds: 200 };
    world.simulator.faults.push({ on: 0, fault });
    terminal.press('talk', keys.enter);
    await terminal.waitFor(/Trying again in 3m/);
    await stopAndGoOn();
  });

  it('the tool of an MCP server that never answers', async () => {
    const server = world.sandbox.write('server.mjs', HANGING_SERVER);
    const mcpServers = { stuck: { command: process.execPath, args: [server], trust: true } };
    world.sandbox.writeHome('.qwen/settings.json', { mcpServers });
    await start(script([call('mcp__stuck__hang', {})]));
    terminal.press('use it', keys.enter);
    await eventually(path.join(world.sandbox.project, 'called'));
    await stopAndGoOn();
  });

  it('the wait for an MCP server that takes its time to start', async () => {
    const server = world.sandbox.write('server.mjs', WAITING_MCP_SERVER);
    world.sandbox.writeHome('.qwen/settings.json', {
      mcpServers: { slow: { command: process.execPath, args: [server] } },
    });
    await start(script([{ text: 'The answer afterwards.' }]));
    terminal.press('hello', keys.enter);
    await terminal.waitFor('Waiting for MCP: slow');
    terminal.press(keys.escape);
    await terminal.waitFor((screen) => screen.includes('Cancelled.') && !screen.includes('Waiting'));
    world.sandbox.write('go', '');
    terminal.press('and now', keys.enter);
    await terminal.waitFor('● The answer afterwards.');
    expect(lastPrompt(world.simulator)).toBe('and now');
  });

  it('a compaction that was asked for', async () => {
    const long = 'A long answer about many things. '.repeat(400);
    await start(summaryOr(() => ({ text: long }), { reply: { hold: NEVER } }));
    for (const prompt of ['one', 'two', 'three']) {
      terminal.press(prompt, keys.enter);
      await terminal.waitFor(() => terminal.everything().includes(`› ${prompt}`));
      await terminal.waitFor((screen) => screen.includes(READY) && !screen.includes('Esc stops'));
    }
    terminal.press('/compress', keys.enter);
    await terminal.waitFor(/Compacting [\d.]+K tokens/);
    await stopAndGoOn();
    expect(world.simulator.requests.at(-1)!.bodyText.includes('A long answer about many things.')).toBe(true);
  });

  it('a compaction in the middle of a task', async () => {
    const text = 'export const value = 1;\n'.repeat(600);
    const files = Array.from({ length: 8 }, (_, index) => world.sandbox.write(`file${index}.ts`, text));
    await start(summaryOr(toolLoop({ files, rounds: 20 }), { reply: { hold: NEVER } }));
    terminal.press('read them all', keys.enter);
    await terminal.waitFor(/Compacting [\d.]+K tokens/);
    await stopAndGoOn();
    // It is due again, and succeeds now.
    expect(world.simulator.requests.at(-2)!.bodyText.includes('read them all')).toBe(true);
    await terminal.waitFor('Context compacted');
  });
});

/** Speaks MCP over its standard streams, and has a tool that never returns. */
const HANGING_SERVER = `
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'stuck', version: '1' } });
  else if (method === 'tools/list') answer(id, { tools: [{ name: 'hang', inputSchema: { type: 'object' } }] });
  else if (method === 'tools/call') writeFileSync('called', '');
  else if (id !== undefined) answer(id, {});
});
`;
