/** `npm run build`: the cli's bundle and core's JavaScript with its type declarations. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, requireNode, root, run } from './setup.mjs';

requireNode();
ensureInstalled();
const { bundleCli } = await import('./bundle.mjs');
await bundleCli();
rmSync(path.join(root, 'packages/core/dist'), { recursive: true, force: true });
run(process.execPath, [path.join(root, 'node_modules/typescript7/bin/tsc'), '-p', 'packages/core/tsconfig.build.json']);
