/** Bundles the model simulator, or a program of it, from its source. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './setup.mjs';

/** Bundles a file of the simulator's `src` and imports the result. */
export async function importSimulator(file) {
  // Below the root, so that the tokenizers are found in its node_modules when they are first needed.
  const outfile = path.join(root, '.build/simulator', file.replace(/\.ts$/, '.mjs'));
  await build({
    absWorkingDir: root,
    entryPoints: [path.join('packages/model-simulator/src', file)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    alias: { '@qwen-code/qwen-code-core': path.join(root, 'packages/core/src/index.ts') },
  });
  return import(pathToFileURL(outfile).href);
}
