/** The model simulator for benchmarks: bundled from its source, its dependencies resolved from node_modules. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../setup.mjs';

export async function loadSimulator() {
  const outfile = path.join(root, '.build/simulator-library.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['packages/model-simulator/src/index.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
    alias: { '@qwen-code/qwen-code-core': path.join(root, 'packages/core/src/index.ts') },
  });
  return import(pathToFileURL(outfile).href);
}
