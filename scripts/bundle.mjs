/** Bundles the cli: one minified entry, split into chunks that load when first needed. */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { alwaysDraws, frameOutput, measureText, SEGMENTER, stringWidth, yoga } from './libraryPatches.mjs';
import { root } from './setup.mjs';

const require = createRequire(import.meta.url);

/** Not bundled: the package that ships the ripgrep binary, and a development tool that ink loads on demand only. */
const EXTERNAL = ['@vscode/ripgrep', 'react-devtools-core'];

/** What ESM lacks and bundled CommonJS dependencies use: `require` for Node's own modules, and the name of the file. */
const BANNER =
  "import{createRequire as __createRequire}from'node:module';" +
  'const require=__createRequire(import.meta.url),__filename=import.meta.filename;';

/**
 * Writes `packages/cli/dist` (or another folder): `qwen.js`, its chunks, and the WebAssembly files of the shell parser.
 * @param {string} [outdir]
 */
export async function bundleCli(outdir = path.join(root, 'packages/cli/dist')) {
  const started = Date.now();
  mkdirSync(outdir, { recursive: true });
  const result = await build({
    absWorkingDir: root,
    entryPoints: { qwen: 'packages/cli/src/qwen.ts' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    external: EXTERNAL,
    plugins: [stringWidth, measureText, frameOutput, yoga, alwaysDraws],
    inject: [SEGMENTER],
    banner: { js: BANNER },
    chunkNames: 'chunks/[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"', 'Intl.Segmenter': 'Segmenter' },
    alias: {
      '@qwen-code/qwen-code-core': path.join(root, 'packages/core/src/index.ts'),
      '@qwen-code/model-simulator/demo': path.join(root, 'packages/model-simulator/src/demo/index.ts'),
    },
  });
  for (const wasm of ['web-tree-sitter/web-tree-sitter.wasm', '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm']) {
    copyFileSync(require.resolve(wasm), path.join(outdir, path.basename(wasm)));
  }
  removeOldChunks(outdir, result.metafile);
  writeFileSync(path.join(outdir, '.stamp'), String(started));
  return result.metafile;
}

/** Chunks of earlier builds go last, so that a process that runs meanwhile finds the files it knows. */
function removeOldChunks(outdir, { outputs }) {
  const current = new Set(Object.keys(outputs).map((file) => path.resolve(root, file)));
  const chunks = path.join(outdir, 'chunks');
  for (const name of readdirSync(chunks)) {
    const file = path.join(chunks, name);
    if (!current.has(file)) rmSync(file);
  }
}
