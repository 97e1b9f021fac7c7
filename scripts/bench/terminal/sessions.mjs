/** What a long session costs, resumed and as it grows. */
import { median, processorSeconds, treeMegabytes } from '../measure.mjs';
import { writeLongSession } from './longSession.mjs';
import { ENTER } from './world.mjs';

const ITEMS = 10_000;
const FEW_ITEMS = 100;
const PROMPTS = 30;
const PARAGRAPHS = 98;

export async function measureSessions(world) {
  const few = await measureResumed(world, FEW_ITEMS);
  const many = await measureResumed(world, ITEMS);
  const grown = await measureGrown(world);
  const ratio = (pick) => (pick(many) / pick(few)).toFixed(2);
  return [
    ['memory, 10,000 items / 100 items resumed', ratio(({ megabytes }) => megabytes), '≤ 1.2'],
    ['processor per prompt, 10,000 items / 100 items', ratio(({ seconds }) => seconds), '≤ 1.5'],
    ['memory before the first prompt', `${grown.before.toFixed(0)} MB`, ''],
    ['memory after 10,000 items in one process', `${grown.after.toFixed(0)} MB`, '≤ 180 MB'],
  ];
}

async function measureResumed(world, items) {
  const cwd = world.folder();
  writeLongSession({ home: world.home, cwd, items });
  world.simulator.respond = () => ({ text: 'An answer.' });
  const terminal = await world.ready(['--continue'], cwd);
  await terminal.waitFor('The session goes on from here.');
  await prompt(terminal, 'warm up');
  const before = processorSeconds(terminal.pid);
  for (let index = 0; index < PROMPTS; index++) await prompt(terminal, `prompt ${index}`);
  const seconds = (processorSeconds(terminal.pid) - before) / PROMPTS;
  const megabytes = treeMegabytes(terminal.pid);
  await world.end(terminal);
  return { seconds, megabytes };
}

/** Every paragraph of an answer is an item. The conversation is compacted on the way, as it is when people work. */
async function measureGrown(world) {
  let item = 0;
  const paragraph = () =>
    `Item ${item++}: ${'because **that** is `how` it is, there is more to be said about it. '.repeat(4)}`;
  const answer = () => ({ text: Array.from({ length: PARAGRAPHS }, paragraph).join('\n\n') });
  world.simulator.respond = world.scenarios.summaryOr(answer);
  const terminal = await world.ready();
  const before = treeMegabytes(terminal.pid);
  const sizes = [];
  for (let index = 0; item < ITEMS; index++) {
    await prompt(terminal, `prompt ${index}`);
    if (item > ITEMS / 2) sizes.push(treeMegabytes(terminal.pid));
  }
  await world.end(terminal);
  return { before, after: median(sizes) };
}

async function prompt(terminal, text) {
  const from = terminal.plain.length;
  terminal.press(text);
  await terminal.waitFor(`> ${text}`, from);
  terminal.press(ENTER);
  await terminal.waitFor(' tokens\r\n', from);
}
