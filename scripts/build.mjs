/** `npm run build`: the cli's bundle and core's JavaScript with its type declarations. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, requireNode, root, run } from './setup.mjs';

requireNode();
ensureInstalled();
const { bundleCli } = await import('./bundle.mjs');
await bundleCli();
rmSync(path.join(root, 'packages/core/dist'), { recursive: true, force: true });
run(process.execPath, [path.join(root, 'node_modules/typescript7/bin/tsc'), '-p', 'packages/core/tsconfig.build.json']);

const built = ['packages/cli/dist', 'packages/core/dist'].map((folder) => `${folder} (${sizeOf(folder)})`);
console.log(`Built ${built.join(' and ')}.`);

/** Files below a folder of the root, and their size. */
function sizeOf(folder) {
  const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
  return `${files.length} files, ${(bytes / 1_000_000).toFixed(1)} MB`;
}
