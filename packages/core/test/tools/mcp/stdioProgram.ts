/** The stdio server of this folder as a program that Node runs without a loader. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

/** Bundles the program before the tests of the calling file and removes it after them. @returns its path */
export function bundleStdioServer(): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-mcp-')));
  const program = path.join(folder, 'server.mjs');
  beforeAll(() =>
    build({
      entryPoints: [fileURLToPath(new URL('stdioServer.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    }),
  );
  afterAll(() => rmSync(folder, { recursive: true }));
  return program;
}
