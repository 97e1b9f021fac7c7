/** How long after the escape key the screen says that what ran has been stopped. */
import { ENTER } from './world.mjs';

const TIMES = 5;
const ESCAPE = '\x1b';
const NEVER = new Promise(() => {});

export async function measureEscapes(world) {
  const { isSummaryRequest } = world.scenarios;
  const { simulator } = world;
  const situations = {
    'while an answer streams': {
      answer: () => ({ text: 'word '.repeat(100_000), eventIntervalMs: 5 }),
      prompt: 'talk',
      shows: 'Writing',
    },
    'while a command runs': { prompt: '!sleep 1000', shows: 'sleep 1000' },
    'while compaction runs': {
      answer: (request) => (isSummaryRequest(request) ? { hold: NEVER } : { text: 'An answer. '.repeat(200) }),
      first: ['one', 'two', 'three'],
      prompt: '/compress',
      shows: 'Compacting',
    },
    'while a retry waits': {
      answer: () => ({ fault: { type: 'status', status: 429, retryAfterSeconds: 200 } }),
      prompt: 'talk',
      shows: 'Trying again',
    },
  };
  const figures = [];
  for (const [name, situation] of Object.entries(situations)) {
    simulator.respond = situation.answer ?? (() => ({ text: '' }));
    const slowest = Math.max(...(await measureEscape(world, situation)));
    figures.push([`Esc ${name}, slowest of ${TIMES}`, `${slowest.toFixed(0)} ms`, '≤ 100 ms']);
  }
  return figures;
}

async function measureEscape(world, { first = [], prompt, shows }) {
  const terminal = await world.ready();
  for (const text of first) {
    const from = terminal.plain.length;
    terminal.press(text);
    terminal.press(ENTER);
    await terminal.waitFor(' tokens\r\n', from);
  }
  const times = [];
  for (let time = 0; time < TIMES; time++) {
    let from = terminal.plain.length;
    terminal.press(prompt);
    await terminal.waitFor(`${prompt.slice(1)} `, from);
    from = terminal.plain.length;
    terminal.press(ENTER);
    await terminal.waitFor(shows, from);
    // Something must have begun that can be stopped.
    await new Promise((resolve) => setTimeout(resolve, 300));
    from = terminal.plain.length;
    const pressed = performance.now();
    terminal.press(ESCAPE);
    times.push((await terminal.waitFor('ancelled', from)) - pressed);
    await terminal.quiet(300);
  }
  await world.end(terminal);
  return times;
}
