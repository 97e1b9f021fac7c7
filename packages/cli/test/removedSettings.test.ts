/** A setting that was removed: it is named at the start, stops nothing and changes nothing. */
import { isSummaryRequest, summaryOr } from '@qwen-code/model-simulator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { simulated, type Simulated } from './support/simulated.js';

const WARNING =
  'chatCompression.contextPercentageThreshold has been removed and is now controlled by built-in thresholds.\n';

let world: Simulated;
let summaries: number;
beforeEach(async () => {
  summaries = 0;
  const respond = summaryOr(() => ({ text: 'fine' }));
  world = await simulated({
    respond: (request) => {
      if (isSummaryRequest(request)) summaries++;
      return respond(request);
    },
  });
});
afterEach(() => world.dispose());

it.each([
  ['model.chatCompression', { model: { chatCompression: { contextPercentageThreshold: 0 } } }],
  ['its place in the first releases', { chatCompression: { contextPercentageThreshold: 0.9 } }],
  ['a value of a wrong type', { model: { chatCompression: { contextPercentageThreshold: 'never' } } }],
])('in %s is named in one line on stderr', async (_where, settings) => {
  world.sandbox.writeHome('.qwen/settings.json', settings);
  expect(await world.sandbox.run(['-p', 'hello'])).toMatchObject({ code: 0, err: WARNING });
});

it('does not turn automatic compaction off any more', async () => {
  world.sandbox.writeHome('.qwen/settings.json', {
    model: {
      chatCompression: { contextPercentageThreshold: 0 },
      generationConfig: { contextWindowSize: 32_000 },
    },
  });
  const prompt = 'word '.repeat(11_000);
  await world.sandbox.run(['-p', prompt]);
  await world.sandbox.run(['-c', '-p', prompt]);
  await world.sandbox.run(['-c', '-p', 'and now?']);
  expect(summaries).toBeGreaterThan(0);
});

it('leaves the settings that are still there without a word', async () => {
  world.sandbox.writeHome('.qwen/settings.json', { model: { chatCompression: { imageTokenEstimate: 1_000 } } });
  expect(await world.sandbox.run(['-p', 'hello'])).toMatchObject({ code: 0, err: '' });
});
