/** A long session from its start to its resumption, on a small screen and on a large one. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { computeThresholds } from '@qwen-code/qwen-code-core';
import { script, summaryOr, type Scenario } from '@qwen-code/model-simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { Captures } from '../support/captures.js';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, READY, TestTerminal } from '../support/terminal.js';

const FILES = 20;
const disposables: Array<{ dispose(): Promise<void> }> = [];
afterEach(async () => {
  for (const disposable of disposables.splice(0).reverse()) await disposable.dispose();
});

/** Equal files. */
async function project(contextWindow: number, linesOfFile: number): Promise<Simulated> {
  const world = await simulated({ contextWindow, serverKind: 'vllm' });
  disposables.push(world);
  for (let file = 1; file <= FILES; file++) {
    const lines = Array.from(
      { length: linesOfFile },
      (_, line) => `export const value${line} = 'item ${file}-${line}';`,
    );
    world.sandbox.write(`src/file${file}.ts`, `${lines.join('\n')}\n`);
  }
  return world;
}

/** A model that reads the files that a prompt names, one after the other. */
function fileReader(): Scenario {
  let toRead: string[] = [];
  let named: string[] = [];
  return ({ lastUserText, toolResults }) => {
    if (toolResults.length === 0) toRead = named = lastUserText.match(/src\/file\d+\.ts/g) ?? [];
    const [next, ...others] = toRead;
    toRead = others;
    if (next === undefined) return { text: `That was all, up to ${named.at(-1) ?? 'nothing'}.` };
    return { text: `I read ${next}.`, toolCalls: [{ name: 'read_file', args: { file_path: next } }] };
  };
}

async function open(world: Simulated, columns: number, rows: number, args: string[] = []): Promise<TestTerminal> {
  // The home is above the project, so that its path is short and always the same.
  const terminal = new TestTerminal(world.sandbox, args, { columns, rows, env: { HOME: world.sandbox.root } });
  disposables.push(terminal);
  await terminal.waitFor(READY);
  return terminal;
}

/** Sends a prompt and waits for the whole answer to it. */
async function read(terminal: TestTerminal, ...files: number[]): Promise<void> {
  const names = files.map((file) => `src/file${file}.ts`);
  terminal.press(`Read ${names.join(' and ')}`, keys.enter);
  await terminal.waitFor(() => terminal.everything().includes(`up to ${names.at(-1)}.`));
  await idle(terminal);
}

async function idle(terminal: TestTerminal): Promise<void> {
  await terminal.waitFor((screen) => screen.includes(READY) && !screen.includes('Esc stops'));
}

async function showContext(terminal: TestTerminal): Promise<void> {
  terminal.press('/context', keys.enter);
  await terminal.waitFor('/context detail lists each tool and file.');
}

/** Compaction works: by itself in the middle of a task, on demand, cancelled; then the process is killed. */
async function mainPath(captures: Captures, columns: number, rows: number): Promise<void> {
  captures.chapter('A window of 32K');
  const world = await project(32_768, 150);
  const { simulator, sandbox } = world;
  simulator.respond = script([
    { text: 'I write it.', toolCalls: [{ name: 'write_file', args: { file_path: 'notes.txt', content: 'hello\n' } }] },
    { text: 'Written.' },
  ]);
  const terminal = await open(world, columns, rows);
  await captures.add('At the start', terminal);
  await showContext(terminal);
  await captures.addSince('What fills the context before the first request', '› /context', terminal);

  terminal.press('Write hello into notes.txt', keys.enter);
  await terminal.waitFor('Create notes.txt');
  await captures.add('A change is proposed', terminal);
  terminal.press('1');
  await terminal.waitFor('● Written.');
  await idle(terminal);

  simulator.respond = summaryOr(fileReader(), { words: 300 });
  const all = Array.from({ length: 14 }, (_, file) => file + 1);
  await read(terminal, ...all);
  expect(terminal.everything()).toMatch(/Context compacted: 2[\d.]+K → [\d.]+K tokens/);
  await captures.add('A long task is compacted on the way, by itself', terminal);
  await showContext(terminal);
  await captures.addSince('What fills the context afterwards', '› /context', terminal);

  simulator.respond = summaryOr(fileReader(), { reply: { hold: new Promise<void>(() => undefined) } });
  terminal.press('/compress', keys.enter);
  captures.addNow('A compaction on demand …', await terminal.waitFor(/Compacting [\d.]+K tokens/));
  terminal.press(keys.escape);
  await terminal.waitFor('Cancelled.');
  await captures.add('… which is cancelled', terminal);

  simulator.respond = () => ({ text: 'It is', hold: new Promise<void>(() => undefined) });
  const requests = simulator.requests.length;
  terminal.press('What is left to do?', keys.enter);
  await expect.poll(() => simulator.requests.length, { timeout: 20_000 }).toBe(requests + 1);
  terminal.kill('SIGKILL');
  await terminal.ended;
  simulator.respond = summaryOr(fileReader());
  const resumed = await open(world, columns, rows, ['--continue']);
  await resumed.waitFor('The session goes on from here.');
  await captures.add('The process was killed while it waited for an answer: `qwen --continue`', resumed);
  await read(resumed, 15);
  expect(simulator.requests.length).toBe(requests + 3);
  expect(readdirSync(path.join(sandbox.root, '.qwen/projects'))).toHaveLength(1);
  await captures.add('It goes on', resumed);
}

interface Filling {
  window: number;
  /** What a prompt adds. */
  files: number;
  linesOfFile: number;
}

/** No summary can be had: the tiers are reached one after the other, and each tells of itself. */
async function failingPath(captures: Captures, columns: number, rows: number, filling: Filling): Promise<void> {
  captures.chapter(`A window of ${Math.round(filling.window / 1_024)}K, and a model that writes empty summaries`);
  const world = await project(filling.window, filling.linesOfFile);
  world.simulator.respond = summaryOr(fileReader(), { defect: 'empty' });
  const terminal = await open(world, columns, rows);
  let lastFile = 0;
  const readMore = (): Promise<void> =>
    read(terminal, ...Array.from({ length: filling.files }, () => (lastFile = (lastFile % FILES) + 1)));
  const readUntil = async (wanted: RegExp): Promise<void> => {
    do await readMore();
    while (!wanted.test(terminal.screen().replace(/\s+/g, ' ')));
  };
  await readUntil(/A long conversation: \/compress makes room/);
  await captures.add('Past the warning', terminal);
  const { auto, hard } = computeThresholds(filling.window);
  if (auto < hard) {
    await readUntil(/The context window is filling up/);
    await captures.add('Past the threshold of automatic compaction', terminal);
  }
  await readUntil(/almost full: the next send will compact it by force/);
  await captures.add('Past the hard threshold', terminal);
  terminal.press('What is left to do?', keys.enter);
  await terminal.waitFor('up to nothing.');
  expect(terminal.everything()).toMatch(/› What is left to do\?\s+! The conversation was to be compacted\./);
  await captures.add('Compaction by force fails before each request', terminal);
  world.simulator.respond = summaryOr(fileReader(), { words: 300 });
  await readMore();
  expect(terminal.everything()).toMatch(/Context compacted: [\d.]+K → [\d.]+K tokens/);
  await captures.add('With a model that writes summaries', terminal);
}

describe.each([
  [80, 24],
  [200, 50],
])('a terminal of %i × %i', (columns, rows) => {
  it('tells of the tiers in turn, compacts, is cancelled, is killed and goes on', { timeout: 120_000 }, async () => {
    const captures = new Captures(`The terminal at ${columns} × ${rows}`);
    await mainPath(captures, columns, rows);
    await failingPath(captures, columns, rows, { window: 32_768, files: 1, linesOfFile: 250 });
    await failingPath(captures, columns, rows, { window: 131_072, files: 2, linesOfFile: 530 });
    captures.write(`${columns}x${rows}`);
  });
});
