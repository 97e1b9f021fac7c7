/** `npm run bench -- start|loop|terminal|tiers`: prints each figure beside its bound. Figures are ratios or our own processor time. */
import { ensureBundle, ensureInstalled, requireNode } from './setup.mjs';

const benchmarks = {
  start: async () => (await import('./bench/start.mjs')).benchStart(),
  loop: async () => (await import('./bench/loop.mjs')).benchLoop(),
  terminal: async () => (await import('./bench/terminal.mjs')).benchTerminal(),
  tiers: async () => (await import('./bench/tiers.mjs')).benchTiers(),
};

requireNode();
ensureInstalled();
await ensureBundle();
const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in benchmarks));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". The benchmarks are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(1);
}
for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
  console.log(`\n${name}`);
  for (const [figure, value, bound] of await benchmarks[name]()) {
    console.log(`  ${figure.padEnd(40)} ${value}${bound ? `   (${bound})` : ''}`);
  }
}
