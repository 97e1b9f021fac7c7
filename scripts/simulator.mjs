/** `npm run simulator`: sets up what is missing, then serves simulated models; see `npm run simulator -- --help`. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, requireNode, root } from './setup.mjs';

requireNode();
ensureInstalled();
const { build } = await import('esbuild');
// Below the root, so that the tokenizers are found in its node_modules when they are first needed.
const outfile = path.join(root, '.build/simulator-command.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['packages/model-simulator/src/command.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);
