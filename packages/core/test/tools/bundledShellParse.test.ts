/** The shell parser in a bundle without node_modules, as the command-line program ships it. */
import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findGrammarFiles } from '../../src/tools/shell/parse/grammar.js';
import { TemporaryWorkspace } from '../support/temporaryWorkspace.js';

let files: TemporaryWorkspace;
beforeEach(() => (files = new TemporaryWorkspace()));
afterEach(() => files.remove());

it('finds the grammar beside the bundle', async () => {
  const source = fileURLToPath(new URL('../../src/tools/shell/parse/splitCommand.ts', import.meta.url));
  writeFileSync(
    files.path('main.ts'),
    `import { splitCommand } from ${JSON.stringify(source)};
     const { commands } = await splitCommand('a && b $(c)');
     console.log(JSON.stringify(commands.map(({ argv }) => argv)));`,
  );
  const outdir = files.path('dist');
  await build({
    entryPoints: [files.path('main.ts')],
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  const { runtime, bash } = findGrammarFiles();
  for (const file of [runtime, bash]) copyFileSync(file, path.join(outdir, path.basename(file)));
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(outdir, 'main.mjs')]);
  expect(JSON.parse(stdout)).toEqual([['a'], ['b', null], ['c']]);
});
