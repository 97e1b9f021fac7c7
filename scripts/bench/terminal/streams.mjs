/** What it costs to show an answer that arrives in 200 pieces a second. */
import { processorSeconds } from '../measure.mjs';
import { ENTER } from './world.mjs';

const CHUNKS_PER_SECOND = 200;
const CHUNK_CHARACTERS = 40;
/** The first and the last part of each answer are compared: the cost must not grow with what has been said. */
const PART_SECONDS = 4;
const PARTS = 4;

const SENTENCE = 'It is so, because **that** is `how` it is, and there is more to be said about it. ';
const LINE_LENGTH = 50;
const LENGTH = CHUNKS_PER_SECOND * CHUNK_CHARACTERS * PART_SECONDS * (PARTS + 1);

const line = (index) => `const answer${index} = compute(question, 42); // and so on`;

const ANSWERS = {
  paragraphs: `${SENTENCE.repeat(4)}\n\n`.repeat(LENGTH / (SENTENCE.length * 4)),
  'one code block': `\`\`\`ts\n${Array.from({ length: LENGTH / LINE_LENGTH }, (_, index) => line(index)).join('\n')}\n\`\`\`\n`,
  'one paragraph': SENTENCE.repeat(LENGTH / SENTENCE.length),
};

export async function measureStreams(world) {
  const figures = [];
  for (const [name, text] of Object.entries(ANSWERS)) {
    const { share, growth, bytes } = await measureStream(world, text);
    figures.push([`${name}: processor`, `${(share * 100).toFixed(0)} %`, '≤ 50 %']);
    figures.push([`${name}: last part / first part`, growth.toFixed(2), '≤ 1.5']);
    figures.push([`${name}: written`, `${(bytes / 1_000).toFixed(0)} KB/s`, '']);
  }
  return figures;
}

async function measureStream(world, text) {
  world.simulator.respond = () => ({ text, eventIntervalMs: 1_000 / CHUNKS_PER_SECOND });
  const terminal = await world.ready();
  terminal.press('talk');
  terminal.press(ENTER);
  await terminal.waitFor('Writing');
  const seconds = [];
  const bytesBefore = terminal.bytes;
  for (let part = 0; part < PARTS; part++) {
    const before = processorSeconds(terminal.pid);
    await new Promise((resolve) => setTimeout(resolve, PART_SECONDS * 1_000));
    seconds.push(processorSeconds(terminal.pid) - before);
  }
  const bytes = (terminal.bytes - bytesBefore) / (PARTS * PART_SECONDS);
  await world.end(terminal);
  const share = seconds.reduce((sum, value) => sum + value, 0) / (PARTS * PART_SECONDS);
  return { share, growth: seconds.at(-1) / seconds[0], bytes };
}
