/** The interactive terminal, in a pseudo-terminal: how soon it is there, what it costs, and how soon it lets go. */
import { importSimulator } from '../bundleSimulator.mjs';
import { measureEscapes } from './terminal/escapes.mjs';
import { measureSessions } from './terminal/sessions.mjs';
import { measureStarts } from './terminal/starts.mjs';
import { measureStreams } from './terminal/streams.mjs';
import { World } from './terminal/world.mjs';

export async function benchTerminal() {
  const simulator = await importSimulator('index.ts');
  const figures = [];
  for (const measure of [measureStarts, measureStreams, measureSessions, measureEscapes]) {
    const world = await World.create(simulator);
    try {
      figures.push(...(await measure(world)));
    } finally {
      await world.close();
    }
  }
  return figures;
}
