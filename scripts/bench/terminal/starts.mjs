/** How long until there is a prompt, and until a key shows; what happens while nobody does anything. */
import { launch, median, processorSeconds } from '../measure.mjs';
import { READY } from './world.mjs';

const STARTS = 15;
const IDLE_SECONDS = 5;

export async function measureStarts(world) {
  const times = { node: [], prompt: [], key: [] };
  for (let start = 0; start < STARTS; start++) {
    times.node.push(await launch(['-e', '0'], { env: world.env }).ended);
    const terminal = world.open();
    times.prompt.push((await terminal.waitFor(READY)) - terminal.started);
    terminal.press('x');
    times.key.push((await terminal.waitFor('> x')) - terminal.started);
    await world.end(terminal);
  }
  const node = median(times.node);
  const ratio = (values) => `${(median(values) / node).toFixed(2)} × node -e 0`;
  return [
    ['node -e 0', `${node.toFixed(0)} ms`, ''],
    ['prompt on the screen', ratio(times.prompt), '≤ 3.5'],
    ['first key on the screen', ratio(times.key), ''],
    ...(await measureIdle(world)),
  ];
}

async function measureIdle(world) {
  const terminal = await world.ready();
  const before = { bytes: terminal.bytes, seconds: processorSeconds(terminal.pid) };
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000));
  const milliseconds = (processorSeconds(terminal.pid) - before.seconds) * 1_000;
  const bytes = terminal.bytes - before.bytes;
  await world.end(terminal);
  return [
    [`written in ${IDLE_SECONDS} idle seconds`, `${bytes} bytes`, '0'],
    [`processor time in ${IDLE_SECONDS} idle seconds`, `${milliseconds.toFixed(0)} ms`, '≤ 20 ms'],
  ];
}
